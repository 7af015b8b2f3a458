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
