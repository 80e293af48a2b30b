"""Charts of scores over rounds and nights: bars, and lines with names at their ends.

They are SVG for an `<img>`, written without a chart library.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import cycle, pairwise
from math import ceil, floor, log10
from typing import NamedTuple

from charts.markers import COLOURS, marker_shape

_DASHES = ("", "10 4", "2 4", "12 4 2 4", "6 3", "3 2", "16 5", "8 3 2 3")
# Lengths in the picture's own units. On a phone 360 px wide, a unit is four fifths of a pixel.
_WIDTH, _FONT, _LETTER = 400, 15, 10.4
_LEFT, _RIGHT, _TOP, _BOTTOM = 36, 22, 12, 30
# A name at the end of a line has at most two rows of this many letters.
LONGEST_ROW, _ROWS = 12, 2
_LETTERS, _MOST_DOTS, _MOST_TICKS = 28, 24, 5


def height_of(lines: int) -> int:
    """The height, in SVG units, of a picture with room for the names of this many lines."""
    return 240 + 15 * lines


class _Plot(NamedTuple):
    """The area of a plot: the number of points along it, its lowest and highest values, and its edges."""

    places: int
    low: float
    high: float
    right: int
    bottom: int
    is_upside_down: bool

    def x(self, place: int) -> float:
        return _LEFT + (self.right - _LEFT) * (place / (self.places - 1) if self.places > 1 else 1)

    def y(self, value: float) -> float:
        up = (value - self.low) / ((self.high - self.low) or 1)
        return _TOP + (self.bottom - _TOP) * (up if self.is_upside_down else 1 - up)


class _Line(NamedTuple):
    """A line in the picture: its number, its name split into rows, its color, and its values with their positions."""

    number: int
    rows: Sequence[str]
    colour: str
    points: Sequence[tuple[int, float]]


def draw_lines(
    labels: Sequence[str],
    lines: Mapping[str, Sequence[float | None]],
    around: Sequence[Sequence[float]] = (),
    is_upside_down: bool = False,
    colours: Mapping[str, str] | None = None,
) -> str:
    """Draw one line for each name, with the name at its end and the labels below.

    `around` has the values of extra, thin lines. `is_upside_down` puts the lowest number at the top, for charts of
    places. `colours` maps names to marker colors.
    """
    drawn = list(_lines(lines, colours or {}))
    values = [value for line in drawn for _, value in line.points] + [value for values in around for value in values]
    low, high = min(values, default=0), max(values, default=1)
    if not is_upside_down and 0 < low <= high / 2:
        low = 0
    height, is_named = height_of(len(lines)), len(lines) > 1
    longest = max((len(row) for line in drawn for row in line.rows), default=0)
    # Half of the last label is to the right of its point.
    beyond = ceil(max(map(len, labels), default=0) * _LETTER / 2) - _RIGHT
    right = _WIDTH - _RIGHT - max(0, beyond, ceil(longest * _LETTER) if is_named else 0)
    plot = _Plot(
        places=len(labels),
        low=low,
        high=high,
        right=right,
        bottom=height - _BOTTOM,
        is_upside_down=is_upside_down,
    )
    parts = [*_ticks(plot), *_labels(plot, labels)]
    parts += [_path(plot, list(enumerate(values)), f'class="around {drawn[0].colour}"') for values in around]
    parts += [_curve(plot, line) for line in drawn]
    return _svg(height, "".join([*parts, *(_names(plot, drawn) if is_named else ())]))


def _lines(lines: Mapping[str, Sequence[float | None]], colours: Mapping[str, str]) -> Iterator[_Line]:
    """The lines to draw. Players without a marker get colors that nobody else at the table has."""
    free = cycle([colour for colour in COLOURS if colour not in colours.values()] or COLOURS)
    for number, (name, values) in enumerate(lines.items()):
        points = [(place, value) for place, value in enumerate(values) if value is not None]
        yield _Line(number, wrapped(name), colours.get(name) or next(free), points)


def _ticks(plot: _Plot) -> Iterator[str]:
    """The guides across the picture, labeled with round numbers."""
    step = 1.0 if plot.is_upside_down else _step(plot.high - plot.low)
    tick = step * ceil(plot.low / step)
    while tick <= plot.high:
        y = plot.y(tick)
        yield f'<path class="guide" d="M{_LEFT} {y:.1f}H{plot.right}"/>'
        yield f'<text class="tick" x="{_LEFT - 6}" y="{y + 5:.1f}">{tick:g}</text>'
        tick += step


def _step(span: float) -> float:
    """The distance between guides: a round number, large enough that only a handful of guides fit in this span."""
    least = max(span, 1) / _MOST_TICKS
    power = 10.0 ** floor(log10(least))
    return max(1, next(power * times for times in (1, 2, 5, 10) if power * times >= least))


def _labels(plot: _Plot, labels: Sequence[str]) -> Iterator[str]:
    """The labels below the picture: as many as there is room for, and each only once."""
    step = -(-sum(len(label) + 1 for label in labels) // _LETTERS)
    shown: set[str] = set()
    for place, label in enumerate(labels):
        if place % step == 0 and label not in shown:
            shown.add(label)
            yield f'<text class="label" x="{plot.x(place):.1f}" y="{plot.bottom + 22}">{escape(label)}</text>'


def _path(plot: _Plot, points: Sequence[tuple[int, float]], attributes: str) -> str:
    """A path through these points, with a gap wherever a point is missing."""
    moves = [f"M{plot.x(place):.1f} {plot.y(value):.1f}" for place, value in points[:1]]
    for (before, _), (place, value) in pairwise(points):
        moves.append(f"{'L' if place == before + 1 else 'M'}{plot.x(place):.1f} {plot.y(value):.1f}")
    return f'<path {attributes} d="{"".join(moves)}"/>'


def _curve(plot: _Plot, line: _Line) -> str:
    """A line with a marker at each point, in the shape for its color. With many points, only the end has a marker."""
    dash = f' stroke-dasharray="{_DASHES[line.number % len(_DASHES)]}"'
    dots = line.points if plot.places <= _MOST_DOTS else line.points[-1:]
    shapes = "".join(
        f'<path class="dot {line.colour}" fill-rule="evenodd" d="{marker_shape(line.colour)}"'
        f' transform="translate({plot.x(place):.1f} {plot.y(value):.1f}) scale(.5)"/>'
        for place, value in dots
    )
    return _path(plot, line.points, f'class="line {line.colour}"{dash}') + shapes


def _names(plot: _Plot, lines: Sequence[_Line]) -> Iterator[str]:
    """The name at the end of each line, joined to it by a thin leader. Names are moved apart where line ends are close."""
    ending = sorted((line for line in lines if line.points), key=lambda line: plot.y(line.points[-1][1]))
    highs = [_FONT * len(line.rows) + 4 for line in ending]
    wants = [plot.y(line.points[-1][1]) for line in ending]
    for line, y in zip(ending, spread(wants, highs, plot.bottom + _BOTTOM), strict=True):
        place, value = line.points[-1]
        lead = f"M{plot.x(place) + 6:.1f} {plot.y(value):.1f}L{plot.right + 14} {y:.1f}"
        yield f'<path class="lead {line.colour}" d="{lead}"/>'
        top = y - _FONT * len(line.rows) / 2 + 12
        for row, text in enumerate(line.rows):
            yield f'<text class="name" x="{plot.right + 18}" y="{top + _FONT * row:.1f}">{escape(text)}</text>'


def spread(wants: Sequence[float], highs: Sequence[float], bottom: float) -> list[float]:
    """Centers for items of these heights, close to `wants`: in ascending order, inside the picture, not overlapping."""
    middles: list[float] = []
    for number, want in enumerate(wants):
        least = middles[-1] + (highs[number - 1] + highs[number]) / 2 if middles else highs[0] / 2
        middles.append(max(want, least))
    most = bottom
    for number in range(len(middles) - 1, -1, -1):
        middles[number] = min(middles[number], most - highs[number] / 2)
        most = middles[number] - highs[number] / 2
    return middles


def wrapped(name: str) -> list[str]:
    """A name in at most two short rows, broken between words if possible.

    An ellipsis replaces letters that do not fit.
    """
    rows = [""]
    for word in name.split():
        if rows[-1] and len(rows[-1]) + 1 + len(word) > LONGEST_ROW:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
        while len(rows[-1]) > LONGEST_ROW and len(rows) < _ROWS:
            rows[-1:] = [rows[-1][: LONGEST_ROW - 1] + "-", rows[-1][LONGEST_ROW - 1 :]]
    shown = [*rows[: _ROWS - 1], " ".join(rows[_ROWS - 1 :])] if len(rows) > 1 else rows
    return [row if len(row) <= LONGEST_ROW else row[: LONGEST_ROW - 1] + "…" for row in shown]


def draw_strip(labels: Sequence[str], scores: Sequence[int | None], highest: int, colour: str) -> str:
    """A bar for each score, labeled with the score.

    `highest` is the top of the scale, and `colour` is the color of the player's marker.
    """
    height, wide = 120, _WIDTH / max(1, len(labels))
    font = min(_FONT, wide / 2)
    scale = (height - 48) / max(1, highest)
    parts = []
    for place, (label, score) in enumerate(zip(labels, scores, strict=True)):
        x = wide * (place + 0.5)
        parts.append(f'<text class="label" font-size="{font:.0f}" x="{x:.1f}" y="{height - 6}">{escape(label)}</text>')
        if score is None:
            continue
        # A bonus for going out has no bar.
        tall = max(0, score) * scale
        top = height - 26 - tall
        bar = f'x="{x - wide * 0.35:.1f}" y="{top:.1f}" width="{wide * 0.7:.1f}" height="{tall:.1f}"'
        parts.append(f'<rect class="bar {colour}" {bar}/>')
        parts.append(f'<text class="label" font-size="{font:.0f}" x="{x:.1f}" y="{top - 5:.1f}">{score}</text>')
    return _svg(height, f'<path class="guide" d="M0 {height - 26}H{_WIDTH}"/>{"".join(parts)}')


# The CSS of all pictures. Like the page, they follow the reader's light or dark mode. In print they are always light.
_LIGHT, _DARK = (
    "".join(f".{name}{{stroke:{colours[mode]};fill:{colours[mode]}}}" for name, colours in COLOURS.items())
    for mode in (0, 1)
)
_STYLE = (
    f"text{{font-family:system-ui,sans-serif;fill:#18222d}}.label{{text-anchor:middle}}.tick{{text-anchor:end}}"
    f".name{{font-weight:700}}.guide{{stroke:#888;stroke-opacity:.35}}{_LIGHT}"
    f".line,.around,.lead{{fill:none;stroke-width:2.5}}.around{{stroke-dasharray:3 5;stroke-width:1.5}}"
    f".lead{{stroke-width:1;stroke-opacity:.7}}.bar{{stroke:none}}"
    f"@media screen and (prefers-color-scheme:dark){{text{{fill:#f2eee3}}{_DARK}.line,.around,.lead{{fill:none}}}}"
)


def _svg(height: int, drawn: str) -> str:
    """The complete SVG. The same numbers always give the same picture."""
    box = f'viewBox="0 0 {_WIDTH} {height}" font-size="{_FONT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}><style>{_STYLE}</style>{drawn}</svg>'
