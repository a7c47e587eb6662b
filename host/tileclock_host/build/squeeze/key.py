"""What the build did, for whoever talks to the bundle in the names of its sources, or reads what it says."""

import json
from dataclasses import asdict, dataclass, field

from tileclock_host.build.squeeze.fold import Constants
from tileclock_host.build.squeeze.join import Places
from tileclock_host.build.squeeze.link import Globals
from tileclock_host.build.squeeze.rename import Names


@dataclass(frozen=True)
class Key:
    """How the squeezed code differs from its source."""

    places: Places = field(default_factory=dict)  # by module, the one it is now or is a part of
    known: Globals = field(default_factory=dict)
    constants: Constants = field(default_factory=dict)
    names: Names = field(default_factory=dict)
    # By module of the bundle, and the new name: what it was.
    functions: dict[str, dict[str, str]] = field(default_factory=dict)
    others: dict[str, dict[str, str]] = field(default_factory=dict)

    def encode(self) -> str:
        return json.dumps(asdict(self), sort_keys=True, indent=1, ensure_ascii=False) + "\n"

    @staticmethod
    def decode(text: str) -> "Key":
        return Key(**json.loads(text))
