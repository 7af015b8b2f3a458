# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Load what other packages offer as MODULE:ATTRIBUTE, of whose code anything may be expected."""

from importlib import import_module
from typing import Any

from adhoc_teamwork.teamwork.settings.config import ConfigError


def load_offered(what: str, target: str) -> Any:
    """Return what a target names, `what` being what it is offered as.

    Raises:
        ConfigError: There is no such thing, or importing it fails; one line.
    """
    module, _, attribute = target.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (Exception, SystemExit) as error:  # noqa: BLE001 (a module of anybody's may fail so)
        raise ConfigError(f"{what}: {target}: {reason_of(error)}") from None


def reason_of(error: BaseException) -> str:
    """Return what an error of foreign code says, in one line."""
    if isinstance(error, SystemExit):
        return f"ends the program when it is imported ({error.code!r:.80})"
    return " ".join(str(error).split()) or type(error).__name__
