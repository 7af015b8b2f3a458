"""Where configuration lies: beside the code in a checkout, in `share/` once installed."""

import os
from pathlib import Path

from teamwork.config import ConfigError

PACKAGE = "adhoc_teamwork"
CHECKOUT = Path(__file__).resolve().parent.parent


def config_dir() -> Path:
    """Return the folder with nodes.yaml, scenarios, robots, houses, tasks and prompts.

    Raises:
        ConfigError: There is none, neither beside the code nor on AMENT_PREFIX_PATH.
    """
    prefixes = [Path(p) for p in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p]
    candidates = [CHECKOUT / "config", *(p / "share" / PACKAGE / "config" for p in prefixes)]
    for candidate in candidates:
        if (candidate / "nodes.yaml").is_file():
            return candidate
    raise ConfigError(
        f"{candidates[0]}: no nodes.yaml there nor in share/{PACKAGE}/config of AMENT_PREFIX_PATH; "
        "expected an installed package or a checkout"
    )


def broker_log_path() -> Path:
    """Return the file in which a broker that writes no run folder keeps messages.

    There is one for each ROS domain, as there is one broker.
    """
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return state / PACKAGE / f"broker_{os.environ.get('ROS_DOMAIN_ID') or 0}.sqlite"


def robot_card_path(config: Path, card: str) -> Path:
    """Return the file of a robot's card, named with or without its ending.

    Raises:
        ConfigError: There is no such file.
    """
    name = card if card.endswith((".yaml", ".yml", ".json")) else f"{card}.yaml"
    path = Path(name) if Path(name).is_absolute() else config / "robots" / name
    if not path.is_file():
        raise ConfigError(f"{path}: no such robot card; expected a file of config/robots")
    return path
