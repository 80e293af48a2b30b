"""Shared by the pages of photos: take one in, look at what was read, and say which tiles are doubtful."""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from flask import abort, current_app, make_response, render_template, request, session
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.photos import HIGHEST_READ, MOST_TILES, PhotoTileForm, PhotoTilesForm
from rules import RuleBook, Tile, full_set, tile
from rules.scores.scoring import count_hand
from views.shared.darkroom import (
    BROKE,
    LATE,
    Corner,
    Darkroom,
    DarkroomFullError,
    DarkroomShutError,
    PhotoRead,
    Queued,
    ReadTile,
)
from views.shared.limits import Limit, count
from views.shared.once import View
from views.shared.outbox import no_store

MOST_BYTES = 6 * 1024 * 1024
_ROOM_FOR_FIELDS = 64 * 1024
_KINDS = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png", b"RIFF": "image/webp"}

# The form's library stumbles over other digits, and over thousands of them.
_FIELD = re.compile(r"tiles-(?:[0-9]{1,3}|#)-[a-z]+")

V = TypeVar("V", bound=View)


class PhotoRefusedError(ValueError):
    """A photo was not taken in. The message is a sentence."""


class Mark(NamedTuple):
    """The drawing of a tile over its photo: its outline in parts of the picture, and points as percentages of it."""

    outline: str
    high: Corner
    low: Corner
    middle: Corner


_NOWHERE = Mark("", (0, 0), (0, 0), (0, 0))


class Proposal(NamedTuple):
    """A tile of the page that asks: its fields, its mark if it lies in the picture, and the reasons for doubt."""

    form: PhotoTileForm
    mark: Mark | None
    doubts: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        """True if a person has to answer this tile first."""
        return bool(self.doubts) and not self.form.is_said_right and not self.form.gone.data


def takes_photo(view: V) -> V:
    """A view whose form holds a photo."""
    vars(view).update(most_bytes=MOST_BYTES + _ROOM_FOR_FIELDS, takes_photo=True)
    return view


def offers_photos(book: RuleBook) -> bool:
    """True if this server can read photos of this rule set's tiles."""
    return current_app.extensions["darkroom"] is not None and book.options.highest <= HIGHEST_READ


def take_photo(book: RuleBook) -> str:
    """Take in the photo that was sent. Gives its token. Raises PhotoRefusedError."""
    count(Limit.FORMS)
    file = request.files.get("file")
    photo = file.read() if file else b""
    if not photo:
        raise PhotoRefusedError(gettext("Choose a photo first."))
    if len(photo) > MOST_BYTES:
        raise PhotoRefusedError(too_large())
    if not kind_of(photo):
        raise PhotoRefusedError(gettext("This is no photo that can be read. Send a JPEG, a PNG or a WebP."))
    # The same form sent again leads to the same photo, and nobody else can guess where.
    secret = f"{session.get('csrf_token')} {request.form.get('once')} ".encode()
    token = hashlib.sha256(secret + photo).hexdigest()[:32]
    try:
        _room(book).take(_name(token), photo, book.options.highest)
    except DarkroomShutError:
        raise PhotoRefusedError(gettext("This server cannot read photos now. Tap the tiles instead.")) from None
    except DarkroomFullError:
        raise PhotoRefusedError(
            gettext("Many photos wait to be read at this moment. Nothing is lost: try again in a few seconds.")
        ) from None
    return token


def too_large() -> str:
    """The sentence about a photo of too many bytes."""
    return gettext("This photo has more than %(most)s MB. Send a smaller one.", most=MOST_BYTES >> 20)


def look_at(token: str, book: RuleBook) -> Queued | Sequence[ReadTile]:
    """The tiles of a photo, or its place in the queue. Raises PhotoRefusedError if there is nothing to see."""
    found = _room(book).look(_name(token), book.options.highest)
    if found is None:
        raise PhotoRefusedError(
            gettext(
                "This photo is gone: each is deleted after a minute, or once its tiles are entered. "
                "Take it again if they are not."
            )
        )
    if isinstance(found, PhotoRead):
        if found.refused:
            raise PhotoRefusedError(_in_words(found.refused))
        if not found.tiles:
            raise PhotoRefusedError(
                gettext("No tile was found. Take it again from above, in good light, with every tile whole in it.")
            )
        return found.tiles
    return found


def _in_words(refused: str) -> str:
    """The reason why a photo was refused, as a sentence."""
    if refused == LATE:
        return gettext("This photo took too long to read. Try again, or tap the tiles.")
    return gettext("This photo could not be read.") if refused == BROKE else gettext(refused)


def show_picture(token: str, book: RuleBook) -> ResponseReturnValue:
    """The photo itself. Aborts with 404 if it is gone."""
    photo = _room(book).picture(_name(token)) or abort(404)
    response = make_response(photo)
    response.mimetype = kind_of(photo)
    return no_store(response)


def has_picture(token: str, book: RuleBook) -> bool:
    """True if the photo can still be shown."""
    return _room(book).has(_name(token))


def forget_photo(token: str, book: RuleBook) -> None:
    """Delete a photo that has been answered."""
    _room(book).forget(_name(token))


def kind_of(photo: bytes) -> str:
    """The media type of a photo by its first bytes; empty for another kind of file."""
    is_other_riff = photo.startswith(b"RIFF") and photo[8:12] != b"WEBP"
    return "" if is_other_riff else next((kind for head, kind in _KINDS.items() if photo.startswith(head)), "")


def require_photos(book: RuleBook) -> None:
    """Abort with 404 unless photos are offered here, and with 400 for a form that no page has made."""
    _room(book)
    if not all(_FIELD.fullmatch(name) for name in request.form if name.startswith("tiles-")):
        abort(400)


def _room(book: RuleBook) -> Darkroom:
    room: Darkroom | None = current_app.extensions["darkroom"]
    return room if room and offers_photos(book) else abort(404)


def _name(token: str) -> str:
    """The name of a photo in the darkroom. It belongs to this page and phone alone, so the token opens nothing elsewhere."""
    where = sorted({**(request.view_args or {}), "token": token}.items())
    phone = hashlib.sha256(f"{session.get('csrf_token')}".encode()).hexdigest()[:16]
    return f"{phone}.{hashlib.sha256(repr((request.blueprint, where)).encode()).hexdigest()}"


def proposed(tiles: Sequence[ReadTile]) -> list[dict[str, object]]:
    """The fields of the form for each tile that the reader saw."""
    return [
        {
            "high": one.high,
            "low": one.low,
            "read": str(tile(one.high, one.low)),
            "corners": " ".join(f"{x:.4f},{y:.4f}" for x, y in one.corners),
            "unsure": not one.is_sure,
        }
        for one in tiles[:MOST_TILES]
    ]


def adds_a_tile(form: PhotoTilesForm) -> bool:
    """True if somebody asked for one more tile. The form has it then, unless it has two whole sets."""
    if "add" in request.form and len(form.tiles) < MOST_TILES:
        form.tiles.append_entry()
    return "add" in request.form


def proposals(form: PhotoTilesForm, taken: Mapping[str, str], book: RuleBook) -> list[Proposal]:
    """Every tile of the form with its doubts. `taken` are the places of tiles that are elsewhere."""
    count_of, highest = Counter(form.counted), book.options.highest
    return [
        Proposal(one, _mark(one.corners.data or ""), tuple(_doubts(one, count_of, taken, highest)))
        for one in form.entries
    ]


def _doubts(one: PhotoTileForm, count_of: Mapping[Tile, int], taken: Mapping[str, str], highest: int) -> list[str]:
    """The reasons to look at a tile again."""
    found = one.tile
    if found is None:
        return []
    doubts = [gettext("Hard to read.")] if one.is_unsure else []
    if found.high > highest:
        doubts.append(gettext("Not in this set."))
    if count_of[found] > 1:
        doubts.append(gettext("It is here twice."))
    if str(found) in taken:
        place = taken[str(found)] or gettext("in the middle")
        doubts.append(gettext("It is elsewhere already: %(place)s.", place=place))
    return doubts


def _mark(corners: str) -> Mark | None:
    """The drawing of a tile with these corners. None if they are not four points."""
    try:
        points = [(float(x), float(y)) for x, y in (point.split(",") for point in corners.split())]
    except ValueError:
        return None
    if len(points) != 4 or not all(-1 < part < 2 for point in points for part in point):
        return None
    high, low = _between(points[0], points[1]), _between(points[2], points[3])
    middle = _between(high, low)
    outline = " ".join(f"{x:.4f},{y:.4f}" for x, y in points)
    return Mark(outline, _percent(_between(high, middle)), _percent(_between(low, middle)), _percent(middle))


def _between(one: Corner, other: Corner) -> Corner:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _percent(point: Corner) -> Corner:
    return round(100 * point[0], 2), round(100 * point[1], 2)


def show_photo_page(facts: Mapping[str, object], refused: str = "") -> ResponseReturnValue:
    """The page with the button that takes a photo. `refused` says what became of the last one."""
    page = render_template("photos/photo.html", **facts, **_here(), refused=refused)
    return no_store(make_response(page, 422 if refused else 200))


def show_reading(facts: Mapping[str, object], queued: Queued) -> ResponseReturnValue:
    """The page of a photo that is being read. It asks again by itself."""
    return no_store(make_response(render_template("photos/reading.html", **facts, before=queued.before)))


class Asked(NamedTuple):
    """The page that asks: its tiles, the rule set, and the token of the photo."""

    tiles: list[Proposal]
    book: RuleBook
    token: str


def _here() -> dict[str, object]:
    """The facts by which a page finds its group's other pages."""
    where = {name: part for name, part in (request.view_args or {}).items() if name != "token"}
    return {"here": request.blueprint, "where": where}


def show_asking(facts: Mapping[str, object], form: PhotoTilesForm, asked: Asked, status: int) -> ResponseReturnValue:
    """The page that asks whether the tiles are right."""
    counts = count_hand(full_set(asked.book.options.highest), asked.book).lines
    page = render_template(
        "photos/asking.html",
        **facts,
        **_here(),
        form=form,
        blank=PhotoTileForm(prefix="tiles-0-"),
        nowhere=_NOWHERE,
        tiles=asked.tiles,
        token=asked.token,
        has_picture=has_picture(asked.token, asked.book),
        pips=count_hand(form.counted, asked.book).pips,
        odd_counts={str(one): pips for one, pips in counts if pips != one.pips},
        highest=asked.book.options.highest,
    )
    return no_store(make_response(page, status))


def unanswered(form: PhotoTilesForm, tiles: Sequence[Proposal]) -> str:
    """The reason why these tiles cannot be entered yet; empty if they can."""
    if not form.validate():
        others = [str(error) for name, errors in form.errors.items() if name != "tiles" for error in errors]
        return " ".join(others) or gettext("Look at the tiles with a mark below.")
    if any(one.is_open for one in tiles):
        return gettext("Answer every doubtful tile first: change it, remove it, or tick that it is right.")
    if not form.counted:
        return gettext("No tile is left here. For a player who went out, tap “out” at the scores.")
    return ""
