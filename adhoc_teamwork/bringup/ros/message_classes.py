# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Classes of messages by the names of their types."""

from importlib import import_module
from typing import Any

_FEEDBACK = "_FeedbackMessage"


def message_class(kind: str) -> Any:
    """Return the class of a type such as `std_msgs/msg/String`; None where it is not installed."""
    package, folder, name = kind.split("/")
    try:
        module = import_module(f"{package}.{folder}")
    except ImportError:
        return None
    if not name.endswith(_FEEDBACK):
        return getattr(module, name, None)
    action = getattr(module, name.removesuffix(_FEEDBACK), None)
    return action.Impl.FeedbackMessage if action is not None else None
