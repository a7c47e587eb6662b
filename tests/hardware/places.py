"""Where the hardware is built and with which Python."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PYTHON = ROOT / ".build" / "hardware-venv" / "bin" / "python"
