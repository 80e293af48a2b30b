"""The browser that benches and tests drive."""

import os
import shutil

# The headless shell is the same browser without its windows, and takes two thirds of the time.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")


def find_chromium() -> str | None:
    """The path of Chromium: the one that the variable CHROMIUM names, or the one found here; None if this machine has none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
