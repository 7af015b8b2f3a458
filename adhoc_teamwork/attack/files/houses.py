# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike the reader of houses, and the world that is made of one."""

from pathlib import Path
from typing import Any

from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.trial.target import Target, read_with
from adhoc_teamwork.simulation.houses.house_file.assets import shipped_assets
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir


def make_targets() -> list[Target]:
    """Return a target for houses in each of the formats that ship."""
    seeds = tuple(path.read_bytes() for path in sorted((config_dir() / "houses").glob("*.json")))
    return [Target("house.json", read_with(_read, "house.json"), seeds, (ConfigError,),
                   Shape.JSON, evil.yaml_documents)]  # fmt: skip


def _read(path: Path) -> Any:
    return load_house(path, shipped_assets())
