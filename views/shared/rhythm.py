"""How often pages ask for new lines: static/roundhouse.js asks every two seconds while a page is lively.

Otherwise the script's `rest` function waits five seconds, or as long as the page says in `data-every`: ten seconds, for
example, once a game is over.
"""

import math
from datetime import datetime

from flask import abort, request

from models.store.columns import now

# A page is lively for this long after the newest entry.
LIVELY_SECONDS = 60


def lively_seconds(newest: datetime | None) -> int:
    """The number of seconds that a page stays lively, given the time of its newest entry; 0 if it is no longer lively.

    The page gets a duration rather than a point in time, so that the phone's clock does not matter.
    """
    age = (now() - newest).total_seconds() if newest else math.inf
    return math.ceil(min(LIVELY_SECONDS, max(0, LIVELY_SECONDS - age)))


def is_seen(newest: object) -> bool:
    """True if the page that asks for new lines already shows the newest one.

    Aborts with 404 for None, which means that no key opens the page.
    """
    if newest is None:
        abort(404)
    return request.args.get("seen") == str(newest)
