"""A phone's session: a signed cookie that stays valid when the server's clock is set back."""

from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer


class _Signer(TimestampSigner):
    """A signer that accepts signatures from the future: a machine without a clock may start on the wrong day."""

    def unsign(self, signed_value: Any, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        try:
            return super().unsign(signed_value, max_age, return_timestamp)  # type: ignore[call-overload] # the flag may select either overload
        except SignatureExpired as error:
            if error.date_signed and error.date_signed > self.timestamp_to_datetime(self.get_timestamp()):
                return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload] # as above
            raise


class LongSessions(SecureCookieSessionInterface):
    """Flask's own sessions, signed with `_Signer`."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer:
            serializer.signer = _Signer
        return serializer
