# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a broker keeps messages, and which file a robot's card is."""

import os
from pathlib import Path

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import state_dir, within


def broker_log_path() -> Path:
    """Return the file in which a broker that writes no run folder keeps messages.

    There is one for each ROS domain, as there is one broker.
    """
    return state_dir() / f"broker_{os.environ.get('ROS_DOMAIN_ID') or 0}.sqlite"


def robot_card_path(config: Path, card: str) -> Path:
    """Return the file of a robot's card: as given, or in config/robots with or without its ending.

    Raises:
        ConfigError: There is no such file.
    """
    name = card if card.endswith((".yaml", ".yml", ".json")) else f"{card}.yaml"
    if Path(name).is_file():
        return Path(name).resolve()
    path = within(config / "robots", name, "robot card")
    if not path.is_file():
        raise ConfigError(f"{path}: no such robot card; expected a file of config/robots")
    return path
