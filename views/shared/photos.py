"""The photo pages, shared by every kind of hand: take a photo, read it, and say which tiles are doubtful."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from forms.photos import HIGHEST_READ, MOST_TILES, PhotoTileForm, PhotoTilesForm
from models.store.database import db
from rules import RuleBook, Tile, full_set, tile
from rules.scores.scoring import count_hand
from views.shared import photo_reader
from views.shared.limits import Limit, count
from views.shared.once import on_this_phone
from views.shared.outbox import no_store
from views.shared.photo_reader import Corner, PhotoRefusedError, ReadTile
from views.shared.rounds import OpenedRound

MOST_BYTES = 6 * 1024 * 1024
_ROOM_FOR_FIELDS = 64 * 1024
# The request reader (commands/door.py) sets this for a photo that it has no room for.
PHOTOS_ARE_FULL = "roundhouse.photos_are_full"

# WTForms fails on digits other than 0 to 9, and on numbers with thousands of digits.
_FIELD = re.compile(r"tiles-(?:[0-9]{1,3}|#)-[a-z]+")


@dataclass(frozen=True, kw_only=True)
class Photographed:
    """A photographed hand: the round that it belongs to, its form, and the places of tiles that are elsewhere.

    `back` and `by_hand` are the addresses of the page before and of the one for tapping the tiles in.
    """

    of: OpenedRound
    form: PhotoTilesForm
    taken: Mapping[str, str]
    title: str
    back: str
    back_to: str
    by_hand: str

    @property
    def book(self) -> RuleBook:
        """The rule set that the tiles are counted by."""
        return self.of.sheet.book


class Mark(NamedTuple):
    """A tile drawn over its photo: its outline as fractions of the picture, and three points on it as percentages."""

    outline: str
    high: Corner
    low: Corner
    middle: Corner


_NOWHERE = Mark("", (0, 0), (0, 0), (0, 0))


class Proposal(NamedTuple):
    """A tile on the page that asks for confirmation: its fields, its mark if it is in the picture, and any doubts."""

    form: PhotoTileForm
    mark: Mark | None
    doubts: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        """True if somebody still has to confirm, change or remove this tile."""
        return bool(self.doubts) and not self.form.is_said_right and not self.form.gone.data


def offers_photos(book: RuleBook) -> bool:
    """True if this server can read photos of this rule set's tiles."""
    return photo_reader.is_installed() and book.options.highest <= HIGHEST_READ


def why_no_photos(book: RuleBook) -> str:
    """A sentence for a set whose tiles the reader cannot read; empty for other sets, and if this server reads no photos."""
    if not photo_reader.is_installed() or book.options.highest <= HIGHEST_READ:
        return ""
    return gettext("Photos do not work with this set: only tiles up to the 12-12 can be read.")


def require_photos(book: RuleBook) -> None:
    """Abort with 404 unless photos are offered, and with 400 for a form that none of our pages sends."""
    if not offers_photos(book):
        abort(404)
    if not all(_FIELD.fullmatch(name) for name in request.form if name.startswith("tiles-")):
        abort(400)


def add_photo_pages(pages: Blueprint, fetch: Callable[..., Photographed]) -> None:
    """Add the pages that take and read a photo to a blueprint. `fetch` finds the hand, or aborts with 404."""

    def photo(**where: Any) -> ResponseReturnValue:
        """The page with the button that takes a photo."""
        return _show_photo(fetch(**where))

    @on_this_phone
    def take(**where: Any) -> ResponseReturnValue:
        """Read a photo and redirect to its tiles, or say why it was refused. Nothing is written."""
        book = fetch(**where).book
        # No database connection is held while the reader works.
        db.session.rollback()
        try:
            seen = _read_sent(book)
        except PhotoRefusedError as error:
            return _show_photo(fetch(**where), str(error))
        # The tiles are in the address, so the page survives a reload. The phone finds the photo by the form's own key.
        there = url_for(f"{pages.name}.tiles", **where, photo=request.form.get("once", "")[:64], read=_write_read(seen))
        return redirect(there, 303)

    vars(take).update(most_bytes=MOST_BYTES + _ROOM_FOR_FIELDS, takes_photo=True)

    def tiles(**where: Any) -> ResponseReturnValue:
        """The tiles in a photo, to be corrected and confirmed."""
        hand = fetch(**where)
        for fields in _read_written(request.args.get("read", "")):
            hand.form.tiles.append_entry(fields)
        hand.form.photo.data = request.args.get("photo", "")
        return show_asking(hand)

    pages.add_url_rule("", view_func=photo)
    pages.add_url_rule("", view_func=take, methods=["POST"])
    pages.add_url_rule("/tiles", view_func=tiles)


def _read_sent(book: RuleBook) -> list[ReadTile]:
    """The tiles in the photo that was sent. Raises PhotoRefusedError."""
    count(Limit.FORMS)
    file = request.files.get("file")
    photo = file.read() if file else b""
    if not photo:
        raise PhotoRefusedError(gettext("Choose a photo first."))
    if len(photo) > MOST_BYTES:
        raise PhotoRefusedError(too_large())
    if PHOTOS_ARE_FULL in request.environ:
        raise PhotoRefusedError(
            gettext("Many photos are waiting to be read. Nothing is lost: try again in a few seconds.")
        )
    tiles = photo_reader.read_photo(photo, book.options.highest)
    if not tiles:
        raise PhotoRefusedError(
            gettext("No tiles were found. Take the photo again from above, in good light, with every tile in it.")
        )
    return tiles


def too_large() -> str:
    """The sentence for a photo that is too large."""
    return gettext("This photo is larger than %(most)s MB. Send a smaller one.", most=MOST_BYTES >> 20)


def _write_read(tiles: Sequence[ReadTile]) -> str:
    """The tiles in a photo as text for an address, separated by `_`.

    Each is written as `9.7.1.`, followed by its corners in thousandths.
    """
    written = []
    for seen in tiles[:MOST_TILES]:
        corners = [round(1000 * part) for corner in seen.corners for part in corner]
        written.append(".".join(map(str, (seen.high, seen.low, int(seen.is_sure), *corners))))
    return "_".join(written)


def _read_written(text: str) -> list[dict[str, object]]:
    """The fields of the form for each tile that `_write_read` wrote. Anything else is left out."""
    tiles: list[dict[str, object]] = []
    for written in text.split("_")[:MOST_TILES]:
        with suppress(ValueError, OverflowError):
            high, low, is_sure, *parts = (int(part) for part in written.split("."))
            if 0 <= high <= HIGHEST_READ >= low >= 0:
                points = zip(parts[::2], parts[1::2], strict=True)
                corners = " ".join(f"{x / 1000:.4f},{y / 1000:.4f}" for x, y in points)
                read = str(tile(high, low))
                tiles.append({"high": high, "low": low, "read": read, "corners": corners, "unsure": not is_sure})
    return tiles


def adds_a_tile(form: PhotoTilesForm) -> bool:
    """True if somebody asked for one more tile. The form then gets one, unless it already has two whole sets."""
    if "add" in request.form and len(form.tiles) < MOST_TILES:
        form.tiles.append_entry()
    return "add" in request.form


def proposals(hand: Photographed) -> list[Proposal]:
    """Every tile of the form with its doubts."""
    count_of, highest = Counter(hand.form.counted), hand.book.options.highest
    return [
        Proposal(entry, _mark(entry.corners.data or ""), tuple(_doubts(entry, count_of, hand.taken, highest)))
        for entry in hand.form.entries
    ]


def _doubts(entry: PhotoTileForm, count_of: Mapping[Tile, int], taken: Mapping[str, str], highest: int) -> list[str]:
    """The reasons to look at a tile again."""
    domino = entry.tile
    if domino is None:
        return []
    doubts = [gettext("Hard to read.")] if entry.is_unsure else []
    if domino.high > highest:
        doubts.append(gettext("Not in this set."))
    if count_of[domino] > 1:
        doubts.append(gettext("This tile is here twice."))
    if str(domino) in taken:
        place = taken[str(domino)] or gettext("in the middle")
        doubts.append(gettext("This tile is already somewhere else: %(place)s.", place=place))
    return doubts


def _mark(corners: str) -> Mark | None:
    """The mark for a tile with these corners. None if they are not four points."""
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


def _between(first: Corner, second: Corner) -> Corner:
    return (first[0] + second[0]) / 2, (first[1] + second[1]) / 2


def _percent(point: Corner) -> Corner:
    return round(100 * point[0], 2), round(100 * point[1], 2)


def _show_photo(hand: Photographed, refused: str = "") -> ResponseReturnValue:
    """The page with the button that takes a photo. `refused` says why the last one was refused."""
    page = render_template("photos/photo.html", **hand.of.facts, hand=hand, refused=refused)
    return no_store(make_response(page, 422 if refused else 200))


def show_asking(hand: Photographed, status: int = 200, **more: object) -> ResponseReturnValue:
    """The page that asks whether the tiles are right."""
    book = hand.book
    odd = [domino for domino in reversed(full_set(book.options.highest)) if book.worth(domino) != domino.pips]
    page = render_template(
        "photos/asking.html",
        **hand.of.facts,
        **more,
        hand=hand,
        form=hand.form,
        blank=PhotoTileForm(prefix="tiles-0-"),
        nowhere=_NOWHERE,
        tiles=proposals(hand),
        pips=count_hand(hand.form.counted, book),
        odd_counts={str(domino): book.worth(domino) for domino in odd},
        highest=book.options.highest,
    )
    return no_store(make_response(page, status))


def unanswered(hand: Photographed) -> str:
    """The reason why these tiles cannot be entered yet; empty if they can."""
    form = hand.form
    if not form.validate():
        reasons = [str(error) for name, errors in form.errors.items() if name != "tiles" for error in errors]
        return " ".join(reasons) or gettext("Check the marked tiles below.")
    if any(proposal.is_open for proposal in proposals(hand)):
        return gettext("Check every marked tile first: change it, remove it, or tap “This is right”.")
    if not form.counted:
        return gettext("No tiles are listed. For a player who went out, tap “out” on the scores page.")
    return ""
