"""How often pages ask for news: static/roundhouse.js asks every two seconds while a page is lively.

Its `rest` function has the other pauses: five seconds, or what the page says in `data-every`, such as ten once
a game is over.
"""

import math
from datetime import datetime

from flask import abort, request

from models.store.columns import now

# A page is lively for this long after the newest entry.
LIVELY_SECONDS = 60


def lively_seconds(newest: datetime | None) -> int:
    """For how many seconds a page is still lively, given its newest entry; 0 if it is not lively.

    The page gets a duration instead of a moment, so that a phone's clock does not matter.
    """
    age = (now() - newest).total_seconds() if newest else math.inf
    return math.ceil(min(LIVELY_SECONDS, max(0, LIVELY_SECONDS - age)))


def is_seen(newest: object) -> bool:
    """True if the page that asks for news shows the newest line already. Aborts with 404 for None: no key opens the page."""
    if newest is None:
        abort(404)
    return request.args.get("seen") == str(newest)
