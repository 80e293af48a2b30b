"""One of the server's processes: the app behind its door. It imports none of the commands, so that it starts quickly."""

import gc
import sys
from importlib import import_module

from commands.door import Door
from commands.housekeeping import begin_housekeeping

# The longest that a thread keeps the interpreter while another wants it. While a stranger asks for pages over sixty connections an
# entry elsewhere takes 120 ms with it, and 200 with Python's own five milliseconds.
SWITCH_SECONDS = 0.001
# New objects until the garbage collector looks at them. Python's own figure is 700, and an answer makes thousands.
_NEW_OBJECTS = 5_000


def open_door(target: str) -> Door:
    """The app that a factory named `module:function` makes, behind its door, in one of the server's processes."""
    module, _, function = target.partition(":")
    # Everything made before the first answer stays, so the garbage collector never looks at it. Later it seldom has to, because
    # answers leave few cycles.
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.disable()
    app = getattr(import_module(module), function)()
    begin_housekeeping(app)
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 20, 50)
    gc.enable()
    proxies, believed = app.config["ROUNDHOUSE_PROXIES"], app.config["ROUNDHOUSE_PROXY_ADDRESSES"]
    return Door(app, proxies, believed, app.config["SESSION_COOKIE_PATH"] or "")
