"""A self-signed certificate for the test servers."""

import shutil
import subprocess
from pathlib import Path

from tests.conftest import missing


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate for this machine. Returns the paths of the certificate and of its key."""
    if not shutil.which("openssl"):
        missing("openssl")
    words = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost"
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    files = ["-out", "house.crt", "-keyout", "house.key"]
    subprocess.run(["openssl", "req", *words.split(), *names, *files], cwd=folder, check=True, capture_output=True)  # noqa: S603, S607 (our own words)
    return folder / "house.crt", folder / "house.key"
