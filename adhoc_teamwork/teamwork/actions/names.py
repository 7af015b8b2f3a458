# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The names of the sub-tasks and sub-skills that ship; other packages add their own."""

from adhoc_teamwork.teamwork.enums import StrEnum


class SubTaskKind(StrEnum):
    """Name the sub-tasks: the first three are the paper's (section IV-D), for tidying up."""

    EXPLORE = "Explore"
    REPLACE = "Re-place"
    STOP = "Stop"
    PLACE_ON = "Place-on"
    PLACE_IN = "Place-in"
    TRANSPORT = "Transport"
    LOAD = "Load"
    CHECK = "Check"
    DO = "Do"
    TAKE = "Take"
    VISIT = "Visit"


class SubSkillKind(StrEnum):
    """Name the sub-skills: the first seven are the paper's."""

    GO_TO_OBJECT = "GoToObject"
    GO_TO_POINT = "GoToPoint"
    GO_TO_ROOM = "GoToRoom"
    PICKUP_OBJECT = "PickupObject"
    PUT_OBJECT = "PutObject"
    EXPLORE = "Explore"
    STOP = "Stop"
    OPEN_OBJECT = "OpenObject"
    CLOSE_OBJECT = "CloseObject"
    PUT_IN = "PutIn"
    TAKE_FROM = "TakeFrom"


PAPER_SUBSKILLS = tuple(SubSkillKind)[:7]
"""The paper's sub-skills (appendix B): what every robot of the stack can carry out."""

PAPER_SUBTASKS = tuple(SubTaskKind)[:3]
"""The paper's sub-tasks."""
