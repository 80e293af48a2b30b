"""Roundhouse, a companion app for Mexican Train dominoes played with a real set."""

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from flask import Flask
from flask_babel import Babel
from flask_compress import Compress
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

import commands
import views
from commands.settings import read_networks, read_number
from models.store.address import AddressError, read_address
from models.store.database import db, open_options
from views.shared.sessions import LongSessions
from views.shared.sub_path import BelowSubPath, sub_path_of
from views.shared.uploads import MemoryRequest

# The only place that gives the version: the wheel, the foot of every page and `roundhouse --version` read it from here.
VERSION = "0.8.0"

# Hourly limits per address, one for each thing that strangers can do.
LIMITS = {
    "ROUNDHOUSE_CLUBS_AN_HOUR": 60,
    "ROUNDHOUSE_TOURNAMENTS_AN_HOUR": 60,
    "ROUNDHOUSE_FILES_AN_HOUR": 40,
    "ROUNDHOUSE_WRONG_LINKS": 60,
    "ROUNDHOUSE_DRAWINGS_AN_HOUR": 600,
    "ROUNDHOUSE_FORMS_AN_HOUR": 36_000,
}


def create_app(settings: Mapping[str, object] | None = None) -> Flask:
    """The application with its commands. `settings` override the environment: DATABASE_URL and the ROUNDHOUSE_ variables."""
    # Imported here, because only commands need migrations.
    from flask_migrate import Migrate

    app = create_pages(settings)
    Migrate(app, db, directory=str(Path(__file__).with_name("migrations")), render_as_batch=True)
    commands.register(app)
    return app


def create_pages(settings: Mapping[str, object] | None = None) -> Flask:
    """The application without its commands, for a process that serves phones. `settings` are the same as in `create_app`."""
    if os.getenv("ROUNDHOUSE_SHARDS", "").strip(" ,"):
        raise SystemExit(
            "ROUNDHOUSE_SHARDS: this version has no shards. With version 0.7.0, move all clubs into the first shard. "
            "Then unset this variable, and name the shard’s schema in DATABASE_URL: see docs/scale.md, "
            "“From shards to cells”."
        )
    app = Flask(__name__, instance_path=str(Path(os.environ.get("ROUNDHOUSE_INSTANCE", "instance")).resolve()))
    app.request_class = MemoryRequest
    proxies = read_number("ROUNDHOUSE_PROXIES", 0)
    try:
        address = read_address(os.environ.get("DATABASE_URL", ""), app.instance_path)
    except AddressError as error:
        raise SystemExit(str(error)) from error
    app.config.update(
        SQLALCHEMY_DATABASE_URI=address,
        TRUSTED_HOSTS=os.environ.get("ROUNDHOUSE_HOSTS", "").split() or None,
        ROUNDHOUSE_ADDRESS=os.environ.get("ROUNDHOUSE_ADDRESS", "").rstrip("/"),
        # This machine's address on its network, found by `flask serve`.
        ROUNDHOUSE_NEARBY=os.environ.get("ROUNDHOUSE_NEARBY", ""),
        # This machine's name on its network, such as roundhouse.local, announced by `flask serve`.
        ROUNDHOUSE_NAME=os.environ.get("ROUNDHOUSE_NAME", ""),
        ROUNDHOUSE_PROXIES=proxies,
        ROUNDHOUSE_PROXY_ADDRESSES=read_networks("ROUNDHOUSE_PROXY_ADDRESSES", "127.0.0.1 ::1"),
        ROUNDHOUSE_VERSION=VERSION,
        **{name: read_number(name, an_hour) for name, an_hour in LIMITS.items()},
        SESSION_COOKIE_NAME="roundhouse",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=bool(os.environ.get("ROUNDHOUSE_HTTPS")),
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
        WTF_I18N_ENABLED=False,
        MAX_CONTENT_LENGTH=64 * 1024,
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(days=365),
        COMPRESS_ALGORITHM=["zstd", "br", "gzip"],
        COMPRESS_LEVEL=3,
    )
    app.config.update(settings or {})
    sub_path = sub_path_of(app.config["ROUNDHOUSE_ADDRESS"])
    if sub_path:
        app.config["SESSION_COOKIE_PATH"] = sub_path
        app.wsgi_app = BelowSubPath(app.wsgi_app, sub_path)  # type: ignore[method-assign] # Flask documents this
    app.config["SECRET_KEY"] = _open_folder(Path(app.instance_path), app.config["SECRET_KEY"])
    app.session_interface = LongSessions()
    # The host comes from the proxy's own request: many proxies pass on any X-Forwarded-Host that a browser sends.
    app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=0)  # type: ignore[method-assign] # Flask documents this
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = open_options(app.config["SQLALCHEMY_DATABASE_URI"])
    db.init_app(app)
    Babel(app)
    Compress(app)
    views.register(app)
    # Registered after the pages, because their checks limit the size of a form before anything reads it.
    CSRFProtect(app)
    return app


def _open_folder(folder: Path, secret: str | None) -> str:
    """Create the instance folder if it is missing, and return the server's secret: the given one or the one in the folder."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        secret = secret or _secret_key(folder)
    except OSError as error:
        raise SystemExit(
            f"{error.filename or folder}: {error.strerror}. Roundhouse keeps its database and its secret in {folder}; "
            "set ROUNDHOUSE_INSTANCE to use another folder."
        ) from error
    if not secret:
        raise SystemExit(
            f"{folder / 'secret_key'} is empty, but every link was signed with the secret in it. "
            "Restore it from a backup. Without one, delete the file: Roundhouse makes a new secret, "
            "and the links that people already have stop working."
        )
    return secret


def _secret_key(folder: Path) -> str:
    """The server's secret, generated on first use. It protects signed sessions and key links."""
    path = folder / "secret_key"
    if not path.exists():
        # Write the whole file before naming it, so that a full disk, or two processes at once, cannot leave half a secret.
        made = folder / f"secret_key.{secrets.token_hex(8)}"
        try:
            with os.fdopen(os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(48))
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):
                os.link(made, path)
        finally:
            made.unlink(missing_ok=True)
    return path.read_text().strip()
