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
