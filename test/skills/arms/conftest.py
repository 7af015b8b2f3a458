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

from pathlib import Path

import pytest

from skills.arms.from_urdf import load_arms
from skills.arms.manipulator import Manipulator

ROBOTS = Path(__file__).parents[3] / "config" / "robots"


@pytest.fixture(scope="session")
def arm() -> Manipulator:
    """Return the arm of the quadruped."""
    return load_arms(ROBOTS / "quadruped.urdf", payload=3.0)[0]
