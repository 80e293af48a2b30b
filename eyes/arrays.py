"""The kinds of arrays that pass between the modules of this room."""

from typing import Any

import numpy as np
import numpy.typing as npt

# A picture is (rows, columns, 3), blue first, 0 to 255.
Picture = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.floating[Any]]
Flags = npt.NDArray[np.bool_]
# Arrays as the picture library takes and gives them.
Tones = npt.NDArray[np.integer[Any] | np.floating[Any]]
