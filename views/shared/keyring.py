"""The keys that this browser holds, and the name of the person using it. Opens things by key, or answers 404."""

import json
import re
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit

from flask import abort, current_app, g, make_response, render_template, request, session, url_for
from flask_babel import gettext, lazy_gettext

from forms.base import AskedNameForm
from models.access import grants
from models.access.grants import Opened, held_keys
from models.access.tokens import write_result_token, write_token
from models.ledger.clubs import Club
from models.ledger.games import Game
from models.ledger.keys import Access, Key
from models.ledger.nights import Night
from models.ledger.players import Player, find_player, player_names
from models.ledger.shared_results import SharedResult
from models.ledger.tournaments import Tournament, sits_elsewhere
from models.store.database import db
from models.store.transactions import is_writing
from rules.names import fold_name
from views.shared.limits import Limit, count_on_commit, counted_as
from views.shared.sub_path import origin_of

MOST_KEYS = 50
# The request reader (commands/door.py) reads this value after the app has answered.
COUNTED_AS = "roundhouse.counted_as"
_HOST = re.compile(r"[A-Za-z0-9.:\[\]-]+")
# A cookie holds four thousand bytes in all.
MOST_BYTES_OF_NAMES = 1200
OPEN_AGAIN = lazy_gettext(
    "This server no longer recognizes this phone. Open your link or scan the QR code again for each of your clubs."
)

T = TypeVar("T")


def key_refs() -> list[str]:
    """The keys that this browser has opened."""
    refs: list[str] = session.get("opened", [])
    return refs


def has_old_keys() -> bool:
    """True if this browser's last visit was before version 0.6.

    At that time it stored key numbers, which may now belong to other keys.
    """
    return "keys" in session


def hand_over(key: Key) -> None:
    """Give this browser a key, but only after the transaction that makes the key is committed."""
    require_room()
    g.handed_over = key.ref


def hold_key(ref: str) -> None:
    """Store a key in this browser's session."""
    session.permanent = True
    session.pop("keys", None)
    session["opened"] = _with_room([*(held for held in key_refs() if held != ref), ref])


def let_go_of(ref: str) -> None:
    """Remove a key from this browser's session."""
    session["opened"] = [held for held in key_refs() if held != ref]


def key_link(key: Key, game: str | None = None) -> str:
    """The link that opens a key on another phone, and leads to `game` if it is given.

    A page that shows the link is never cached.
    """
    g.shows_secret = True
    token = write_token(key, current_app.config["SECRET_KEY"])
    return phone_address() + url_for("keys.open", token=token, game=game)


def result_token(shared: SharedResult) -> str:
    """The secret part of the link to a shared result."""
    g.shows_secret = True
    return write_result_token(shared, current_app.config["SECRET_KEY"])


def is_at_home_alone(link: str) -> bool:
    """True if a link works only on this machine's own network: its host is a private address or a local name."""
    host = urlsplit(link).hostname or ""
    try:
        return ip_address(host).is_private
    except ValueError:
        return host.endswith(".local") or "." not in host


def require_room() -> None:
    """If this browser already holds as many keys as it can, abort with a page where some can be given up."""
    if len(_with_room([*key_refs(), ""])) > MOST_KEYS:
        db.session.rollback()
        page = render_template("keys/full.html", held=held_keys(key_refs()), most=MOST_KEYS)
        abort(make_response(page, 409))


def _with_room(refs: list[str]) -> list[str]:
    """These keys, cut to as many as fit: keys that no longer open anything go first, then view-only ones, oldest first.

    Keys that allow scoring or managing stay. The last key stays too, because it is new.
    """
    if len(refs) <= MOST_KEYS:
        return refs
    access = {key.ref: key.access for key, _ in held_keys(refs)}
    gone = [ref for ref in refs[:-1] if ref not in access]
    gone += [ref for ref in refs[:-1] if access.get(ref) is Access.VIEW]
    let_go = set(gone[: len(refs) - MOST_KEYS])
    return [ref for ref in refs if ref not in let_go]


def fetch_club(ref: str, needs: Access = Access.VIEW) -> Opened[Club]:
    """The club. Aborts with 404 unless this browser has a key with the access needed."""
    return require_access(grants.open_club(ref, key_refs()), needs)


def fetch_player(ref: str, player_ref: str, needs: Access = Access.VIEW) -> tuple[Opened[Club], Player]:
    """The club and one of its players. Aborts with 404 when `fetch_club` does, or if the club has no such player."""
    opened = fetch_club(ref, needs)
    return opened, find_player(opened.it.id, player_ref) or abort(404)


def fetch_night(ref: str, needs: Access = Access.VIEW) -> Opened[Night]:
    """The night. Aborts with 404 unless this browser has a key with the access needed."""
    return require_access(grants.open_night(ref, key_refs()), needs)


def fetch_game(ref: str, needs: Access = Access.VIEW) -> Opened[Game]:
    """The game. Aborts with 404 unless this browser has a key with the access needed."""
    return require_access(grants.open_game(ref, key_refs()), needs)


def require_access(opened: Opened[T] | None, needs: Access) -> Opened[T]:
    """Return `opened`. Aborts with 404 if nothing was opened, or if the access is less than needed."""
    if opened is None or opened.access < needs:
        abort(404)
    g.club, g.club_id = opened.club.ref, opened.club.id
    g.counted_as = counted_as(opened)
    # Because of this value, a family that founded its club today does not wait for strangers at its address.
    request.environ[COUNTED_AS] = f"with a key, {g.counted_as}"
    g.tzinfo = opened.club.tzinfo
    if is_writing():
        count_on_commit(Limit.FORMS)
    return opened


def _names() -> list[list[str]]:
    """Pairs of a club's ref and the name given there by the person using this phone, newest last."""
    names = session.get("names", [])
    return [list(pair) for pair in (names.items() if isinstance(names, dict) else names)]


def name_here(club: Club) -> str:
    """The name of the person using this phone in this club; empty until it is given."""
    return dict(_names()).get(club.ref, "")


def seat_here(club: Club, names: Mapping[int, str]) -> int | None:
    """The seat of the person using this phone, given the names by seat. None if that person is unknown or not playing."""
    me = fold_name(name_here(club))
    return next((seat for seat, name in names.items() if fold_name(name) == me), None)


def remember_name(club: Club, name: str) -> None:
    """Remember who holds this phone. Its entries carry that name, and the phone now counts as playing in this club."""
    session.permanent = True
    names = [*(pair for pair in _names() if pair[0] != club.ref), [club.ref, name]]
    while len(json.dumps(names)) > MOST_BYTES_OF_NAMES:
        del names[0]
    session["names"] = names
    play_in(club)


def enters_own_alone(club: Club) -> bool:
    """True if this phone shows only the row of the person who holds it."""
    return club.ref in session.get("own", [])


def set_own_alone(club: Club, is_alone: bool) -> None:
    """Show only the row of the person using this phone from now on, or all rows again."""
    refs = [ref for ref in session.get("own", []) if ref != club.ref]
    session["own"] = [*refs, club.ref][-MOST_KEYS:] if is_alone else refs


def play_in(club: Club) -> None:
    """Remember this club as the one that this phone last played in. The next game is suggested there."""
    session["plays"] = club.ref


def club_to_play_in(clubs: Sequence[Club]) -> Club | None:
    """The club if there is only one, or else the one that this phone played in last. Opening a link does not count as playing."""
    if len(clubs) == 1:
        return clubs[0]
    return next((club for club in clubs if club.ref == session.get("plays")), None)


def name_to_sign(opened: Opened[Game] | Opened[Night] | Opened[Club] | Opened[Tournament]) -> str:
    """The name that signs an entry from this phone: "the scorekeeper" until somebody says who holds it.

    The form may say who, and the name is then remembered for every later entry. Choosing "the scorekeeper" means
    that it does not matter who holds the phone.
    """
    nobody = gettext("the scorekeeper")
    if request.method == "POST":
        form = AskedNameForm() if "me" in request.form else None
        if form and form.me.data and form.me.validate(form):
            remember_name(opened.club, "" if form.me.data == nobody else form.me.data)
        elif not name_here(opened.club):
            play_in(opened.club)
    return name_here(opened.club) or nobody


class Holder(NamedTuple):
    """Who holds this phone, and whether forms ask for it."""

    name: str
    is_asked: bool


def holder_here(opened: Opened[Game]) -> Holder:
    """Who holds this phone.

    Forms ask until somebody answers, and at a tournament until there is a name. They ask again if the player with
    that name sits at another table there: the phone was handed on, or the wrong card was opened.
    """
    name = name_here(opened.club)
    if name and opened.access < Access.MANAGE and sits_elsewhere(opened.it, name):
        return Holder(name, is_asked=True)
    is_said = name or (opened.it.tournament_id is None and opened.club.ref in dict(_names()))
    return Holder(name or gettext("the scorekeeper"), is_asked=not is_said)


def name_field(opened: Opened[Club] | Opened[Tournament]) -> dict[str, object]:
    """The template variables for a name field that suggests names. Empty once this phone has given a name."""
    if name_here(opened.club):
        return {}
    form = AskedNameForm()
    form.me.label.text = gettext("Your name")
    return {"who": form, "known": player_names(opened.club.id)}


def phone_address() -> str:
    """The address for phones, without a path: the configured one, or else this page's.

    If this page's address works only on this machine, ROUNDHOUSE_NEARBY replaces it when set. `url_for` adds the
    path, including the sub-path.
    """
    host = request.host.rpartition(":")[0] or request.host
    if not _HOST.fullmatch(request.host):
        abort(400)
    is_here = host in ("localhost", "127.0.0.1", "[::1]")
    nearby = current_app.config["ROUNDHOUSE_NEARBY"] if is_here else ""
    return origin_of(current_app.config["ROUNDHOUSE_ADDRESS"]) or nearby or request.host_url.rstrip("/")
