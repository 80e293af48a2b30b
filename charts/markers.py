"""The players' markers: a different shape for each color, so that color is never the only signal."""

# The colors in pictures: light mode, then dark mode.
COLOURS = {
    "blue": ("#0072b2", "#5cb4ee"),
    "red": ("#c33a12", "#ff8a63"),
    "green": ("#007a59", "#35c79b"),
    "pink": ("#b0508a", "#f09ac8"),
    "sky": ("#2583bd", "#8fd3ff"),
    "orange": ("#a86a00", "#ffb83d"),
    "black": ("#18222d", "#f2eee3"),
    "yellow": ("#857700", "#f0e442"),
}
COLOURS |= {f"{colour}-2": modes for colour, modes in COLOURS.items()}
# Outlines in a square of twenty units around the middle.
SHAPES = {
    "red": "M8 0a8 8 0 1 1-16 0 8 8 0 1 1 16 0z",
    "orange": "M0-9 9 7H-9z",
    "yellow": "M0-9.5 2.4-3.2 9-2.9 3.8 1.2 5.6 7.7 0 4-5.6 7.7-3.8 1.2-9-2.9-2.4-3.2z",
    "green": "M-7.5-7.5h15v15h-15z",
    "sky": "M0-9.5 8 0 0 9.5-8 0z",
    "blue": "M-3-9h6v6h6v6H3v6h-6V3h-6v-6h6z",
    "pink": "M0 9-8 1.2A4.7 4.7 0 0 1 0-5 4.7 4.7 0 0 1 8 1.2z",
    "black": "M-4.6-8h9.2L9.2 0 4.6 8h-9.2L-9.2 0z",
}
_HOLE = "M3.2 0a3.2 3.2 0 1 0-6.4 0 3.2 3.2 0 1 0 6.4 0z"


def marker_shape(colour: str) -> str:
    """The SVG path of the shape for a color, centered on the origin.

    Shapes with a hole have to be filled by the even-odd rule.
    """
    return SHAPES[colour.removesuffix("-2")] + (_HOLE if colour.endswith("-2") else "")
