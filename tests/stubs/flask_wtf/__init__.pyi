# What we use of Flask-WTF, which says no types.
from typing import Any

from flask import Flask
from werkzeug.datastructures import MultiDict
from wtforms import Form

class CSRFProtect:
    def __init__(self, app: Flask) -> None: ...

class FlaskForm(Form):
    def __init__(self, formdata: MultiDict[str, Any] | None = ..., **given: Any) -> None: ...
    def is_submitted(self) -> bool: ...
    def validate_on_submit(self) -> bool: ...
