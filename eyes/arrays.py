"""The types of arrays that the modules of this package pass to each other."""

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Number = TypeVar("Number", bound=np.generic)
# The axes of a picture are (rows, columns, 3), blue first; its values are 0 to 255.
Picture = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.floating[Any]]
Flags = npt.NDArray[np.bool_]
# Arrays that the picture library takes and returns.
Tones = npt.NDArray[np.integer[Any] | np.floating[Any]]


def brightest(picture: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """The brightest channel of every pixel.

    Comparing three whole channels is ten times as fast as comparing the channels of each pixel.
    """
    return np.asarray(np.maximum(np.maximum(picture[..., 0], picture[..., 1]), picture[..., 2]))
