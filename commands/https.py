"""HTTPS without a proxy, served by Roundhouse itself.

The two files that it needs are checked before the server starts. If anything is wrong with them, the error message says
so in one sentence.
"""

import re
import ssl
from pathlib import Path
from typing import NamedTuple

from click import ClickException

_CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)
# The kinds of keys that the server's TLS can use, as a certificate encodes them: RSA, P-256, P-384, Ed25519.
_KEYS = [bytes.fromhex(name) for name in ("2a864886f70d010101", "2a8648ce3d030107", "2b81040022", "06032b6570")]
# Version 3, as encoded near the beginning of a certificate.
_VERSION = bytes.fromhex("a003020102")


class Certificate(NamedTuple):
    """The two files for HTTPS: the certificate (followed by any intermediate certificates) and the private key."""

    file: Path
    key: Path


def find_certificate(file: str, key: str) -> Certificate | None:
    """The two files if they match, or None if neither is given. Raises ClickException if anything is wrong with them."""
    if not file and not key:
        return None
    if not file or not key:
        raise ClickException(f"HTTPS needs two files: --{'key' if file else 'certificate'} is missing.")
    certificate = _CERTIFICATE.search(_read(file))
    if not certificate:
        raise ClickException(f"{file} has no certificate in it. It has to begin with -----BEGIN CERTIFICATE-----.")
    if "PRIVATE KEY-----" not in _read(key):
        raise ClickException(f"{key} has no private key in it. It has to begin with -----BEGIN PRIVATE KEY-----.")
    if "ENCRYPTED" in _read(key):
        raise ClickException(f"{key} is locked with a password. “openssl pkey -in {key} -out open.pem” unlocks it.")
    _check(file, key)
    der = ssl.PEM_cert_to_DER_cert(certificate[0])
    if _VERSION not in der[:20] or not any(name in der for name in _KEYS):
        raise ClickException(
            f"{file} is an unusual kind of certificate. It has to be X.509 version 3 with an RSA, P-256, P-384 or Ed25519 key."
        )
    return Certificate(Path(file), Path(key))


def _read(path: str) -> str:
    return Path(path).read_text("ascii", errors="replace")


def _check(file: str, key: str) -> None:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(file, key, password="")
    except ssl.SSLError as error:
        if error.reason in ("KEY_VALUES_MISMATCH", "KEY_TYPE_MISMATCH", "NO_CERTIFICATE_ASSIGNED"):
            raise ClickException(f"The key in {key} does not belong to the first certificate in {file}.") from error
        why = f" ({error.reason.lower().replace('_', ' ')})" if error.reason else ""
        raise ClickException(f"{file} and {key} cannot be used together{why}.") from error
