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

"""The low-level actions of the paper's appendix E, and what becomes of them."""

from dataclasses import dataclass

from teamwork.enums import StrEnum


class ActionKind(StrEnum):
    """Name the actions: the first nine for whoever navigates, the others need an arm."""

    MOVE_AHEAD = "MoveAhead"
    MOVE_BACK = "MoveBack"
    MOVE_LEFT = "MoveLeft"
    MOVE_RIGHT = "MoveRight"
    ROTATE_LEFT = "RotateLeft"
    ROTATE_RIGHT = "RotateRight"
    LOOK_UP = "LookUp"
    LOOK_DOWN = "LookDown"
    STOP = "Stop"
    PICK_UP = "PickUp"
    PUT_DOWN = "PutDown"
    DROP = "Drop"
    OPEN = "Open"
    CLOSE = "Close"


@dataclass(frozen=True)
class Action:
    """Hold one action; `target` is the id of PickUp's object or of the others' receptacle."""

    kind: ActionKind
    target: str = ""


@dataclass(frozen=True)
class ActionResult:
    """Say how an action went; `cause` is one of skills' cause names, `reason` a sentence."""

    success: bool
    cause: str = ""
    reason: str = ""
