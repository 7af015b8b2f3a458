# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""MuJoCo, where it is installed."""

from typing import Any

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.extras import how_to_get


def mujoco() -> Any:
    """Return the module `mujoco`.

    Raises:
        ConfigError: It is not installed; the line says what to install.
    """
    try:
        import mujoco
    except ImportError:
        raise ConfigError(f"cells need MuJoCo: {how_to_get('cells')}") from None
    return mujoco
