"""One of the server's processes: the app behind its door. It imports none of the commands, so that it starts quickly."""

from importlib import import_module

from commands.door import Door
from commands.housekeeping import begin_housekeeping


def open_door(target: str) -> Door:
    """The app that a factory named `module:function` makes, behind its door, in one of the server's processes."""
    module, _, function = target.partition(":")
    app = getattr(import_module(module), function)()
    begin_housekeeping(app)
    proxies, believed = app.config["ROUNDHOUSE_PROXIES"], app.config["ROUNDHOUSE_PROXY_ADDRESSES"]
    return Door(app, proxies, believed, app.config["SESSION_COOKIE_PATH"] or "")
