# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""MuJoCo, where it is installed."""

from typing import Any

from adhoc_teamwork.teamwork.settings.config import ConfigError


def mujoco() -> Any:
    """Return the module `mujoco`.

    Raises:
        ConfigError: It is not installed; the line says what to install.
    """
    try:
        import mujoco
    except ImportError:
        raise ConfigError(
            "cells need MuJoCo, the extra `cells`: ./adhoc setup --dev, or pip install '.[cells]'"
        ) from None
    return mujoco
