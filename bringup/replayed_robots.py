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

"""Whose perception is started where a recording is played."""

from pathlib import Path

from teamwork.config import ConfigError, load_config
from teamwork.task import Task


def replayed_robots(run: Path, given: str) -> dict[str, str]:
    """Return the cards of robots by their names: as given, else as the run's task.json says.

    Args:
        run: The run folder, or its bag.
        given: NAME=CARD for each robot, separated by commas; empty for those of the run.

    Raises:
        ConfigError: `given` is not written like that, or nothing says who there was.
    """
    if given:
        pairs = [pair.partition("=") for pair in given.split(",")]
        if any(not (name.strip() and card.strip()) for name, _, card in pairs):
            raise ConfigError(f"robots:={given}: expected NAME=CARD,NAME=CARD")
        return {name.strip(): card.strip() for name, _, card in pairs}
    known = [folder / "task.json" for folder in (run, run.parent)]
    path = next((path for path in known if path.is_file()), None)
    if path is None:
        raise ConfigError(f"{run}: no task.json with it; expected robots:=NAME=CARD")
    return {robot.name: robot.card for robot in load_config(path, Task).robots}
