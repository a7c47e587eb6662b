"""What is installed only where somebody asks for it, and what a command says that needs it and has it not."""

# The modules that only an extra installs: pyproject.toml says which packages bring them.
EXTRA_OF = {
    "micropython_module": "sim",
    "starlette": "sim",
    "uvicorn": "sim",
    "websockets": "sim",
    "fpdf": "pdf",
    "fontpkg": "pdf",
    "fontTools": "pdf",
    "psycopg": "postgres",
    "esptool": "flash",
    "littlefs": "flash",
}
# Those of Python itself that Windows lacks.
_OF_UNIX = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}


def sentence(extra: str) -> str:
    name = f"'tileclock[{extra}]'"
    return f"That needs {name}: install it with pip install {name}, or pipx runpip tileclock install {name}."


def missing(error: ModuleNotFoundError) -> str:
    """What to say of a module that is not there; nothing, if it is of no extra and of no system."""
    if error.name in _OF_UNIX:
        return f"That needs {error.name!r}, which Windows lacks: use WSL there, or a PC with Linux or macOS."
    extra = EXTRA_OF.get((error.name or "").partition(".")[0])
    return sentence(extra) if extra else ""
