"""The entry point of the installed command `roundhouse`.

In the wheel, this file is the package's `__init__.py`, and everything else is inside the package.
"""

import sys
from pathlib import Path


def main() -> None:
    """Start the server, or run one of the other commands."""
    if sys.platform == "win32":
        sys.exit(
            "Roundhouse runs on Linux and macOS. On Windows, install it in WSL: run “wsl --install” in a terminal."
        )
    sys.path.insert(0, str(Path(__file__).parent))
    from commands.installed import roundhouse

    roundhouse()
