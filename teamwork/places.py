"""Where configuration lies: beside the code in a checkout, in `share/` once installed."""

import os
from pathlib import Path

from teamwork.config import ConfigError

PACKAGE = "adhoc_teamwork"
CHECKOUT = Path(__file__).resolve().parent.parent


def shares(package: str) -> tuple[Path, ...]:
    """Return where an installed package's share folder may be, by AMENT_PREFIX_PATH."""
    prefixes = os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep)
    return tuple(Path(prefix) / "share" / package for prefix in prefixes if prefix)


def config_dir() -> Path:
    """Return the folder with nodes.yaml, scenarios, robots, houses, tasks and prompts.

    Raises:
        ConfigError: There is none, neither beside the code nor on AMENT_PREFIX_PATH.
    """
    installed = (share / "config" for share in shares(PACKAGE))
    candidates = [CHECKOUT / "config", *installed]
    for candidate in candidates:
        if (candidate / "nodes.yaml").is_file():
            return candidate
    raise ConfigError(
        f"{candidates[0]}: no nodes.yaml there nor in share/{PACKAGE}/config of AMENT_PREFIX_PATH; "
        "expected an installed package or a checkout"
    )
