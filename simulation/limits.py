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

"""How large a house may be: anybody may have written its file, and work grows with all of these."""

FARTHEST = 1000.0
"""Metres from the origin of any point."""
LARGEST = 50.0
"""Metres along an edge of any object."""
HEAVIEST = 100_000.0
"""Kilograms of any object."""
MOST_AREA = 10_000.0
"""Square metres of the rectangle around all rooms: what maps of it take."""
MOST_ROOMS, MOST_WALLS, MOST_DOORS, MOST_OBJECTS = 200, 2000, 1000, 5000
MOST_CORNERS, MOST_CORNERS_OF_ALL = 200, 5000
"""Of one polygon, and of all rooms."""
MOST_RAISED, MOST_STEPS = 100, 200
"""Platforms, and stairs; steps of one of these."""
LONGEST_NAME = 200
"""Characters of an id."""
