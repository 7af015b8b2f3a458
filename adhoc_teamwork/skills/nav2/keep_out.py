# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Keep-out zones as Nav2's keepout filter takes them: a mask over the map."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import shapely

from adhoc_teamwork.skills.nav2.costmaps import COSTMAP_CELL
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.maps.ground import Outline

MARGIN = 2.0 * COSTMAP_CELL
"""Metres about a zone that plans leave free, too: a robot strays a little from its plan. As much as
the planner may end beside a goal, so that one at a zone's edge is still reached."""
LONGEST = 2000
"""Cells of a side at most; where zones lie farther apart cells are larger."""
KEPT_OUT, NOTHING_SAID = 100, -1


def keep_out_mask(outlines: Iterable[Outline]) -> tuple[GridFrame, npt.NDArray[np.int8]]:
    """Return where the mask lies and its cells, rows along y, as in nav_msgs/OccupancyGrid.

    Args:
        outlines: The zones' corners in `map`, metres.
    """
    zones = [shapely.make_valid(shapely.Polygon(outline)) for outline in outlines]
    # Each by itself: GEOS 3.14 loses parts of some unions.
    kept = [zone.buffer(MARGIN) for zone in zones if not zone.is_empty]
    if not kept:
        # A mask all the same: it takes the place of one that was told before.
        return GridFrame(COSTMAP_CELL, width=1, height=1), np.full((1, 1), NOTHING_SAID, np.int8)
    x0, y0, x1, y1 = shapely.total_bounds(kept)
    cell = max(COSTMAP_CELL, (x1 - x0) / LONGEST, (y1 - y0) / LONGEST)
    frame = GridFrame.around((x0, y0, x1, y1), cell)
    x, y = np.meshgrid(*frame.middles())
    inside = [shapely.contains_xy(zone, x, y) for zone in kept]
    return frame, np.where(np.any(inside, axis=0), KEPT_OUT, NOTHING_SAID).astype(np.int8)
