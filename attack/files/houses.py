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

"""Strike the reader of houses, and the world that is made of one."""

from pathlib import Path
from typing import Any

from attack import evil
from attack.mutation import Shape
from attack.target import Target, read_with
from simulation.assets import shipped_assets
from simulation.procthor import load_house
from teamwork.config import ConfigError
from teamwork.places import config_dir


def make_targets() -> list[Target]:
    """Return a target for houses in each of the formats that ship."""
    seeds = tuple(path.read_bytes() for path in sorted((config_dir() / "houses").glob("*.json")))
    return [Target("house.json", read_with(_read, "house.json"), seeds, (ConfigError,),
                   Shape.JSON, evil.yaml_documents)]  # fmt: skip


def _read(path: Path) -> Any:
    return load_house(path, shipped_assets())
