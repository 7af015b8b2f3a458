# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The low-level actions of the paper's appendix E, and what becomes of them."""

from dataclasses import dataclass

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.causes import Cause


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
    SET = "Set"


@dataclass(frozen=True)
class Action:
    """Hold one action.

    `target` is the id of PickUp's and Set's object or of the others' receptacle; `state` is the one
    that Set brings its object into. `thing` is what PutDown and Drop let go of, by its id; empty:
    what was taken last.
    """

    kind: ActionKind
    target: str = ""
    state: State | None = None
    thing: str = ""


@dataclass(frozen=True)
class ActionResult:
    """Say how an action went; a failure has a cause and one sentence, its reason.

    `used_up` tells that the container which was put down was delivered and is no more.
    """

    success: bool
    cause: Cause | None = None
    reason: str = ""
    used_up: bool = False
