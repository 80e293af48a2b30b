"""Pictures of scores over rounds and nights, drawn by pygal as SVG for an `<img>`."""

import sys
from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

import pygal
from pygal.style import Style

from rules.table.position import SEATS

# pygal adds a finder that looks for its plug-ins at every later import, with an API that Python has removed. We use none.
sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, pygal.PluginImportFixer)]

# Okabe and Ito's colours, a little darker, which colour-blind people can tell apart. The dashes work without colour.
_COLOURS = ("#0072b2", "#c34a00", "#008a63", "#b0508a", "#2f8fc4", "#a67c00", "#5c5c5c", "#7a4fb5")
_DASHES = ("", "10,4", "2,4", "12,4,2,4", "6,3", "3,2", "16,5", "8,3,2,3")
# The picture follows the reader's light or dark mode, as its page does. On paper it is dark on white.
_LIGHT = """inline:
.series .line { stroke-width: 2.5px !important }
.axis .line { stroke: #888 !important }
.axis .guide.line { stroke: #888 !important; stroke-opacity: .35; stroke-dasharray: none !important }
.text-overlay .label { font-weight: 700 }
.axis text, .text-overlay text, .legends text { fill: #18222d !important }
@media screen and (prefers-color-scheme: dark) {
.axis text, .text-overlay text, .legends text { fill: #f2eee3 !important }
.series, .legends rect { filter: brightness(1.6) }
}
"""
_STYLE = Style(
    background="transparent",
    plot_background="transparent",
    colors=_COLOURS,
    font_family="system-ui, sans-serif",
    label_font_size=13,
    major_label_font_size=13,
    legend_font_size=14,
    value_font_size=12,
    value_label_font_size=13,
    transition="0s",
)
_ALWAYS = {
    "js": [],
    "css": ["file://style.css", "file://graph.css", _LIGHT],
    "style": _STYLE,
    "width": 400,
    "disable_xml_declaration": True,
    "truncate_label": -1,
    "show_minor_y_labels": False,
}
_COLUMNS = 3
# The most letters under a picture; and how close line ends share a label, as a fraction of the highest value.
_LETTERS = 30
_CLOSE = 0.05
_LONGEST_NAME = 12


def height_of(lines: int) -> int:
    """The height of a picture of so many lines, in its own units. The legend stands below the lines."""
    return 280 + 22 * -(-lines // _COLUMNS)


def draw_lines(
    labels: Sequence[str],
    lines: Mapping[str, Sequence[float | None]],
    around: Sequence[Sequence[float]] = (),
    is_upside_down: bool = False,
) -> str:
    """One line for each name over the labels, with its legend letter at its end. `around` are thin lines beside them.

    `is_upside_down` puts the lowest number on top, for places.
    """
    most = max((value for values in lines.values() for value in values if value is not None), default=0)
    rows = -(-len(lines) // _COLUMNS)
    chart = pygal.Line(
        **_ALWAYS,
        height=height_of(len(lines)),
        show_legend=len(lines) > 1,
        legend_at_bottom=True,
        legend_at_bottom_columns=_COLUMNS,
        margin_bottom=16 + 9 * rows,
        margin_right=45,
        dots_size=3,
        print_labels=True,
        inverse_y_axis=is_upside_down,
        y_labels=range(1, int(most) + 1) if is_upside_down else None,
        y_labels_major_count=len(lines) if is_upside_down else 5,
    )
    every = -(-sum(map(len, labels)) // _LETTERS)
    shown = ["" if at % every else label for at, label in enumerate(labels)]
    chart.x_labels = ["" if label in shown[:at] else label for at, label in enumerate(shown)]
    ends = _ends(lines, most)
    for at, (name, values) in enumerate(lines.items()):
        points = [{"value": value, "label": ends.get((at, place), "")} for place, value in enumerate(values)]
        chart.add(
            f"{SEATS[at % len(SEATS)]} {_short(name)}", points, stroke_style={"dasharray": _DASHES[at % len(_DASHES)]}
        )
    for values in around:
        chart.add(None, list(values), stroke_style={"dasharray": "3,5"}, show_dots=False)
    return _render(chart)


def _ends(lines: Mapping[str, Sequence[float | None]], most: float) -> dict[tuple[int, int], str]:
    """The labels at the ends of lines, by line and place: their letters, joined for ends that are close together."""
    if len(lines) < 2:
        return {}
    ends: list[tuple[int, float, list[int]]] = []
    last = [
        (max(place for place, value in enumerate(values) if value is not None), at)
        for at, values in enumerate(lines.values())
        if any(value is not None for value in values)
    ]
    values = list(lines.values())
    for place, at in sorted(last, key=lambda end: values[end[1]][end[0]] or 0):
        height = values[at][place] or 0
        near = next((end for end in ends if end[0] == place and height - end[1] < most * _CLOSE), None)
        if near:
            near[2].append(at)
        else:
            ends.append((place, height, [at]))
    return {(numbers[0], place): " ".join(SEATS[at % len(SEATS)] for at in numbers) for place, _, numbers in ends}


def draw_strip(labels: Sequence[str], name: str, scores: Sequence[int | None], highest: int) -> str:
    """A bar for each score, with its number. `highest` is the end of the scale."""
    chart = pygal.Bar(
        **_ALWAYS,
        height=120,
        show_legend=False,
        print_values=True,
        print_values_position="top",
        range=(0, max(1, highest) * 1.25),
        show_y_labels=False,
        show_y_guides=False,
        margin=4,
    )
    chart.x_labels = list(labels)
    chart.add(name, list(scores))
    return _render(chart)


def _render(chart: pygal.Line | pygal.Bar) -> str:
    """The picture, always the same for the same numbers, and without pygal's script, which would never run."""
    chart.uuid = "picture"
    chart.add_xml_filter(_without_script)
    svg: str = chart.render(is_unicode=True)
    return svg


def _without_script(root: Element) -> Element:
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag == "script" or not isinstance(child.tag, str):
                parent.remove(child)
    return root


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
