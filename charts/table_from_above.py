"""The table from above: the engine in the middle, the trains as rays around it."""

from collections.abc import Mapping
from html import escape
from itertools import pairwise
from math import cos, degrees, pi, sin

from charts.markers import marker_shape
from rules.table.position import MEXICAN, Position, Train
from rules.wording import say

# Lengths in the picture's own units. A tile is two halves long.
_HALF = 20
_GAP = 2
_HUB = 36
_LABEL = 58
# Neighboring labels need room, so each is at least this distance from the middle, multiplied by the number of trains,
# or by seven if there are fewer.
_NEAREST_LABEL, _FEWEST = 18, 7
_ASIDE = 32
_LINE = 15
_BESIDE, _BELOW = 75, 40
_MOST_SHOWN = 6
_MOST_LETTERS = 11
_LETTER = 9.5
# A small locomotive, 16 by 11, which stands for a marker.
_SIGN = "M0 0h6v4h4v-3h3v3h1l2 4v1h-2a2.2 2.2 0 0 1-4.4 0h-3a2.2 2.2 0 0 1-4.4 0H0z"


def draw_table(
    position: Position, names: Mapping[str, str], title: str, colours: Mapping[str, str] | None = None
) -> str:
    """The picture as one SVG element. Only the last tiles of a long train are shown. `title` is for screen readers.

    `colours` has the marker colors by seat, for players who chose one.
    """
    apart = 2 * pi / len(position.trains)
    angles = [at * apart - pi / 2 for at in range(len(position.trains))]
    rays = []
    for train, angle in zip(position.trains, angles, strict=True):
        name = say("train.mexican") if train.name == MEXICAN else names.get(train.name, train.name)
        rays.append(_ray(position, train, angle, name, (colours or {}).get(train.name, "")))
    ends = [(cos(angle) * out, sin(angle) * out) for angle, (_, out) in zip(angles, rays, strict=True)]
    left, right = min(x for x, _ in ends) - _BESIDE, max(x for x, _ in ends) + _BESIDE
    top, bottom = min(y for _, y in ends) - _BELOW, max(y for _, y in ends) + _BELOW
    box = f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"
    size = f'width="{right - left:.0f}" height="{bottom - top:.0f}"'
    opens = f'<svg class="rays" {size} viewBox="{box}" role="img" aria-label="{escape(title)}">'
    engine = _tile(0, -_HALF / 2, position.engine, position.engine)
    return f"{opens}{''.join(ray for ray, _ in rays)}{engine}</svg>"


def _ray(position: Position, train: Train, angle: float, name: str, colour: str) -> tuple[str, float]:
    """The drawing of one train, and the distance of its label from the middle.

    The train is drawn from the middle outward: the number of hidden tiles, the visible tiles, the label. `colour`
    is the color of its player's marker, or empty if there is none.
    """
    # The tiles near the end, each as a pair of its inner and outer halves.
    shown = list(pairwise(train.path))[-_MOST_SHOWN:]
    hidden = max(0, len(train.path) - 1 - len(shown))
    at, parts = float(_HUB), []
    if hidden:
        parts.append(f'<text class="more" x="{cos(angle) * at:.1f}" y="{sin(angle) * at:.1f}">+{hidden}</text>')
        at += 14
    for inner, outer in shown:
        parts.append(_tile(angle, at, inner, outer))
        at += _length(inner, outer) + _GAP
    x, y = cos(angle) * (at + 20), sin(angle) * (at + 20)
    parts.append(f'<circle class="next" cx="{x:.1f}" cy="{y:.1f}" r="15"/>{_number(x, y, position.end(train))}')
    out = max(at + _LABEL, _NEAREST_LABEL * max(_FEWEST, len(position.trains))) + _ASIDE * abs(cos(angle))
    parts.append(_label(train, name, colour, angle, out))
    return f"<g{_state(train, is_turn=train.name == position.turn)}>{''.join(parts)}</g>", out


def _state(train: Train, *, is_turn: bool) -> str:
    """The `class` attribute of a train, which shows the turn, a marker or an open double; empty if there is none."""
    states = {
        "turn": is_turn,
        "marked": train.has_marker or train.name == MEXICAN,
        "opened": train.has_open_double,
    }
    classes = " ".join(state for state, holds in states.items() if holds)
    return f' class="{classes}"' if classes else ""


def _length(inner: int, outer: int) -> int:
    """The length of a tile along its train. A double is laid crosswise."""
    return _HALF if inner == outer else 2 * _HALF


def _tile(angle: float, at: float, inner: int, outer: int) -> str:
    """A tile on the ray at this angle, with its inner edge `at` units from the middle."""
    middle = at + _length(inner, outer) / 2
    lies = angle + pi / 2 if inner == outer else angle
    x, y = cos(angle) * middle, sin(angle) * middle
    dx, dy = cos(lies) * _HALF / 2, sin(lies) * _HALF / 2
    place = f"translate({x:.1f} {y:.1f}) rotate({degrees(lies):.1f})"
    face = f'<rect class="face" x="-20" y="-10" width="40" height="20" rx="4" transform="{place}"/>'
    return face + _number(x - dx, y - dy, inner) + _number(x + dx, y + dy, outer)


def _number(x: float, y: float, pips: int) -> str:
    return f'<text class="p{pips}" x="{x:.1f}" y="{y:.1f}">{pips}</text>'


def _label(train: Train, name: str, colour: str, angle: float, out: float) -> str:
    """The name and the state of a train in words, on lines stacked outward from the middle."""
    words = [] if train.count is None else [say("train.in-hand", count=train.count)]
    if train.has_open_double:
        words.append(say("train.has-open-double"))
    if train.has_marker:
        words.append(say("train.open-to-all"))
    x, y = cos(angle) * out, sin(angle) * out - (_LINE * len(words) if sin(angle) < -0.3 else 0)
    width = min(len(name), _MOST_LETTERS) * _LETTER
    # A long name is condensed, never cut.
    closer = f' textLength="{width:.0f}" lengthAdjust="spacingAndGlyphs"' if len(name) > _MOST_LETTERS else ""
    lines = [f'<text class="name" x="{x:.1f}" y="{y:.1f}"{closer}>{escape(name)}</text>']
    if colour:
        left = x - width / 2 - 16
        place = f"translate({left:.1f} {y:.1f}) scale(.9)"
        shape = f'class="marker {colour.removesuffix("-2")}" fill-rule="evenodd" d="{marker_shape(colour)}"'
        lines.append(f'<path {shape} transform="{place}"/>')
    for row, text in enumerate(words, 1):
        lines.append(f'<text class="state" x="{x:.1f}" y="{y + _LINE * row:.1f}">{escape(text)}</text>')
    if train.has_marker:
        lines.append(
            f'<path class="sign" d="{_SIGN}" transform="translate({x - 57:.1f} {y + _LINE * len(words) - 6:.1f})"/>'
        )
    return "".join(lines)
