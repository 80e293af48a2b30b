"""The wheel's requirements: the exact versions from the lock files. hatchling calls this; see pyproject.toml."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class PinnedRequirements(MetadataHookInterface):
    """Fills in the wheel's requirements and those that each extra adds."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set `dependencies` and `optional-dependencies` from the lock files."""
        root = Path(self.root)
        pinned = read_pins(root / "locks" / "requirements.lock")
        metadata["dependencies"] = pinned
        metadata["optional-dependencies"] = {
            extra: [pin for pin in read_pins(root / "locks" / f"requirements-{extra}.lock") if pin not in pinned]
            for extra in ("postgres", "eyes", "name")
        }


def read_pins(lock: Path) -> list[str]:
    """The requirements in a lock file as `name==version`, with environment markers but without hashes."""
    return [
        pin.rstrip(" \\")
        for pin in re.findall(r"^[a-z0-9][^#\n]*==[^\n]*$", lock.read_text(), re.MULTILINE | re.IGNORECASE)
    ]
