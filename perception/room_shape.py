# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Where in a room's outline its name belongs."""

from collections.abc import Sequence


def inner_point(outline: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return a point well inside an outline, also where that has a notch; metres."""
    # Shapely takes a tenth of a second to import, which only those shall wait for who draw.
    from shapely.geometry import Polygon
    from shapely.ops import polylabel

    if len(outline) < 3:
        return outline[0] if outline else (0.0, 0.0)
    shape = Polygon(outline)
    point = polylabel(shape, 0.1) if shape.is_valid and shape.area else shape.centroid
    return float(point.x), float(point.y)
