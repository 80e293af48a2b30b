"""The command `roundhouse` of an installed Roundhouse. The wheel has this file as its package, with everything else inside."""

import sys
from pathlib import Path


def main() -> None:
    """Serve, or run one of the other commands."""
    if sys.platform == "win32":
        sys.exit("Roundhouse runs on Linux and macOS. On Windows install it in WSL: in a terminal run “wsl --install”.")
    sys.path.insert(0, str(Path(__file__).parent))
    from commands.installed import roundhouse

    roundhouse()
