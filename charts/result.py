"""The picture of a result, for sharing: an ivory board with the winner in big letters and everybody's place."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil

from charts.lettering import FAMILY, drawable, fit, width_of, wrap
from charts.markers import COLOURS, marker_shape

WIDTH, HEIGHT = 1200, 630
_INK, _SOFT, _LINE, _ACCENT = "#18222d", "#515c68", "#cdc8b9", "#96290f"
_PAPER, _CARD, _LIT, _IVORY, _EDGE = "#f6f4ee", "#fffefa", "#fbe9bd", "#fffbea", "#6d6650"
_LEFT, _LEFT_WIDTH = 48, 520
_BOARD, _BOARD_WIDTH, _BOARD_TOP, _BOARD_HEIGHT = 616, 536, 138, 450
_TALLEST_ROW, _LARGEST_IN_ROW, _MOST_IN_A_COLUMN, _MOST_ROWS = 92, 46, 10, 16
_BIGGEST, _NAMES_HEIGHT = 128, 150
# A name that would have to be smaller than this to fit on one line is put on two.
_SMALL_IN_ROW = 26
_SENTENCE, _MOST_LINES = 31, 4
_TILE_HALF = 78
# The rows of pips on half a tile: a number of pips side by side, or "l" or "r" for one pip at the left or right.
_PIPS: dict[int, list[int | str]] = {
    0: [],
    1: [1],
    2: ["l", "r"],
    3: ["l", 1, "r"],
    4: [2, 0, 2],
    5: [2, 1, 2],
    6: [3, 0, 3],
    7: [3, 1, 3],
    8: [3, 2, 3],
    9: [3, 3, 3],
    10: [4, 2, 4],
    11: [4, 3, 4],
    12: [4, 4, 4],
    13: [4, 5, 4],
    14: [5, 4, 5],
    15: [5, 5, 5],
    16: [5, 6, 5],
    17: [6, 5, 6],
    18: [6, 6, 6],
}
_PIP_COLOURS = (
    *("#18222d", "#0a6c93", "#1c7030", "#b3123f", "#7a4a12", "#1d3f9c", "#776000", "#a3178c", "#046a61", "#5b2a9d"),
    *("#a8470a", "#8c1d18", "#4d5761", "#0b5c4c", "#6a3d00", "#2e2a8c", "#8a0f5c", "#35610b", "#18222d"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """A player on the board, with a name that the font can draw. `place` is None for players who left.

    `total` is None where totals cannot be compared. `beside` is shown before the total and says how far behind the
    player is, or that the player left.
    """

    colour: str
    name: str
    place: int | None
    total: int | None
    beside: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultBoard:
    """Everything in the picture. Only `occasion` may contain characters that the font lacks.

    `heading` is above the winners' names, `sentences` are below them, and `length` and `last` are beside the tile
    of the last round. `more` says how many players have no row of their own; see `rows_shown`.
    """

    occasion: str
    heading: str
    sentences: Sequence[str]
    length: str
    last: str
    engine: int
    more: str
    rows: Sequence[ResultRow]


def draw_names(names: Sequence[str], nameless: str) -> list[str]:
    """The names as the font can draw them, in the order of the seats.

    A name with no letter or digit that the font can draw becomes `nameless` with a number. Names that would look
    the same in the picture also get their seat numbers.
    """
    texts = [drawable(name) or f"{nameless} {number}" for number, name in enumerate(names, 1)]
    while (often := Counter(texts)) and len(often) < len(texts):
        texts = [f"{text} ({number})" if often[text] > 1 else text for number, text in enumerate(texts, 1)]
    return texts


def rows_shown(players: int) -> int:
    """The number of players with their own row. If not all fit, the last row says how many more there are."""
    return players if players <= _MOST_ROWS else _MOST_ROWS - 1


def draw_result(board: ResultBoard) -> str:
    """The picture as an SVG, 1200 by 630 pixels."""
    parts = [*_head(board), *_winners(board), *_last_tile(board), *_places(board)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' font-family="{FAMILY}" fill="{_INK}"><rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>'
        f"{''.join(parts)}</svg>"
    )


def _text(x: float, y: float, size: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}"{more}>{escape(words)}</text>'


_BOLD = ' font-weight="700"'
_AT_END = ' text-anchor="end"'


def _head(board: ResultBoard) -> Iterator[str]:
    yield _text(_LEFT, 84, 38, "ROUNDHOUSE", f'{_BOLD} letter-spacing="2.5" fill="{_ACCENT}"')
    words, size = fit(drawable(board.occasion), 760, 32, 20)
    yield _text(WIDTH - _LEFT, 82, size, words, _AT_END)
    for y in (104, 111):
        yield f'<rect x="{_LEFT}" y="{y}" width="{WIDTH - 2 * _LEFT}" height="3"/>'


def _winners(board: ResultBoard) -> Iterator[str]:
    """The heading, the winners' names as large as will fit, and the sentences below."""
    yield _text(_LEFT, 172, 30, board.heading, f'{_BOLD} fill="{_SOFT}"')
    names = [row.name for row in board.rows if row.place == 1]
    lines = _broken(names[0]) if len(names) == 1 else names
    tallest = min(_BIGGEST, _NAMES_HEIGHT / len(lines))
    y = 184.0
    for line in lines:
        words, size = fit(line, _LEFT_WIDTH, tallest)
        y += size * 0.98
        yield _text(_LEFT, y, size, words, f'{_BOLD} fill="{_ACCENT}"')
    y += 56
    written: list[str] = []
    for sentence in board.sentences:
        lines = wrap(sentence, _LEFT_WIDTH, _SENTENCE)
        written += lines if len(written) + len(lines) <= _MOST_LINES else []
    for at, line in enumerate(written):
        yield _text(_LEFT, y + at * 41, _SENTENCE, line, _BOLD if at == 0 else "")


def _broken(name: str) -> list[str]:
    """A winner's name on one line, or on two if the letters can be larger that way."""
    return [name] if width_of(name, _BIGGEST, is_bold=True) <= _LEFT_WIDTH * 1.45 else _halves(name)


def _halves(name: str) -> list[str]:
    """A name broken between two words so that the longer line is as short as possible. A single word stays whole."""
    words = name.split()
    parts = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(parts, key=lambda lines: max(width_of(line, 1, is_bold=True) for line in lines), default=[name])


def _last_tile(board: ResultBoard) -> Iterator[str]:
    """The double of the last round, and the number of rounds beside it."""
    half, top = _TILE_HALF, HEIGHT - 42 - _TILE_HALF
    yield f'<g transform="translate({_LEFT} {top})"><rect x="1" y="1" width="{2 * half}" height="{half}" rx="11"'
    yield f' fill="{_IVORY}" stroke="{_EDGE}" stroke-width="3"/>'
    yield f'<path d="M{half + 1} 9v{half - 16}" stroke="{_EDGE}" stroke-width="3"/>'
    yield _pips(board.engine)
    yield f'<g transform="translate({half})">{_pips(board.engine)}</g></g>'
    for at, text in enumerate((board.length, board.last)):
        words, size = fit(text, _LEFT_WIDTH - 2 * half - 24, 27, 18)
        yield _text(_LEFT + 2 * half + 24, top + half / 2 - 6 + at * 34, size, words, f' fill="{_SOFT}"')


def _pips(pips: int) -> str:
    rows, colour = _PIPS[pips], _PIP_COLOURS[pips]
    spots: list[tuple[float, float]] = []
    for at, row in enumerate(rows):
        y = 0.22 + at * 0.28 * (2 if len(rows) == 2 else 1) if len(rows) > 1 else 0.5
        if isinstance(row, str):
            spots.append((0.22 if row == "l" else 0.78, y))
        else:
            spots += [(0.5 if row == 1 else 0.18 + spot * 0.64 / (row - 1), y) for spot in range(row)]
    radius = 0.085 if all(isinstance(row, str) or row < 5 for row in rows) else 0.055
    return "".join(
        f'<circle cx="{x * _TILE_HALF:.1f}" cy="{1 + y * _TILE_HALF:.1f}" r="{radius * _TILE_HALF:.1f}" fill="{colour}"/>'
        for x, y in spots
    )


def _places(board: ResultBoard) -> Iterator[str]:
    """The board: a row for each player with place, marker, name, distance from the winner, and total.

    If there are many players, they are shown in two columns.
    """
    rows = board.rows[: rows_shown(len(board.rows))]
    cells = len(rows) + (len(board.rows) > len(rows))
    columns = 1 if cells <= _MOST_IN_A_COLUMN else 2
    shown = ceil(cells / columns)
    tall, wide = min(_TALLEST_ROW, _BOARD_HEIGHT / shown), _BOARD_WIDTH / columns
    yield f'<rect x="{_BOARD}" y="{_BOARD_TOP}" width="{_BOARD_WIDTH}" height="{tall * shown:.1f}" rx="10" fill="{_CARD}"'
    yield f' stroke="{_LINE}" stroke-width="2"/>'
    for at, row in enumerate(rows):
        yield from _row(row, _BOARD + at // shown * wide, wide, _BOARD_TOP + at % shown * tall, tall)
    if cells > len(rows):
        left, top = _BOARD + (columns - 1) * wide, _BOARD_TOP + (shown - 1) * tall
        yield _text(left + 24, top + tall * 0.68, tall * 0.48, board.more, f' fill="{_SOFT}"')


def _row(row: ResultRow, left: float, wide: float, top: float, tall: float) -> Iterator[str]:
    is_narrow = wide < _BOARD_WIDTH
    size, end = min(tall * 0.55, 26 if is_narrow else _LARGEST_IN_ROW), left + wide - (14 if is_narrow else 22)
    base, radius = top + tall / 2 + size * 0.35, min(tall * 0.34, 14 if is_narrow else 22)
    if row.place == 1:
        yield f'<rect x="{left + 3:.1f}" y="{top + 3:.1f}" width="{wide - 6:.1f}" height="{tall - 6:.1f}" rx="7" fill="{_LIT}"/>'
    else:
        yield f'<rect x="{left + 14:.1f}" y="{top - 1:.1f}" width="{wide - 28:.1f}" height="2" fill="{_LINE}"/>'
    yield _text(left + (44 if is_narrow else 62), base, size, str(row.place) if row.place else "–", _BOLD + _AT_END)
    middle = left + (68 if is_narrow else 98)
    yield f'<path transform="translate({middle:.1f} {top + tall / 2:.1f}) scale({radius / 10:.2f})" fill-rule="evenodd"'
    yield f' fill="{COLOURS[row.colour][0]}" d="{marker_shape(row.colour)}"/>'
    total = "" if row.total is None else str(row.total)
    yield _text(end, base, size, total, _BOLD + _AT_END)
    name_end = end - max(width_of(total, size, is_bold=True), size * 1.6) - (0 if is_narrow else 18)
    if row.beside and not is_narrow:
        yield _text(name_end, base, size * 0.72, row.beside, f'{_AT_END} fill="{_SOFT}"')
        name_end -= width_of(row.beside, size * 0.72)
    is_bold, start = _BOLD if row.place == 1 else "", middle + radius + (8 if is_narrow else 14)
    words, fitted = fit(row.name, name_end - start - 14, size)
    if fitted >= _SMALL_IN_ROW or " " not in words:
        yield _text(start, base, fitted, words, is_bold)
        return
    for at, line in enumerate(_halves(words)):
        half, fitted = fit(line, name_end - start - 14, tall * 0.36)
        yield _text(start, top + tall * (0.44 + 0.4 * at), fitted, half, is_bold)
