"""The requirements of the wheel: the exact versions of the locks. hatchling calls this; see pyproject.toml."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class PinnedRequirements(MetadataHookInterface):
    """Fills in the wheel's requirements, and what its extras need in addition."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set `dependencies` and `optional-dependencies` from the locks."""
        root = Path(self.root)
        pinned = read_pins(root / "locks" / "requirements.lock")
        metadata["dependencies"] = pinned
        metadata["optional-dependencies"] = {
            extra: [pin for pin in read_pins(root / "locks" / f"requirements-{extra}.lock") if pin not in pinned]
            for extra in ("postgres", "eyes", "name")
        }


def read_pins(lock: Path) -> list[str]:
    """The requirements of a lock as `name==version`, with their markers, without digests."""
    return [
        pin.rstrip(" \\")
        for pin in re.findall(r"^[a-z0-9][^#\n]*==[^\n]*$", lock.read_text(), re.MULTILINE | re.IGNORECASE)
    ]
