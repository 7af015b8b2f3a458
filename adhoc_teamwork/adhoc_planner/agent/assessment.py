# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""State assessment: what the end of a sub-skill means for its sub-task (paper section IV-G)."""

from dataclasses import dataclass
from enum import Enum

from adhoc_teamwork.adhoc_planner.agent.active_task import ActiveTask
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.causes import NOT_ITS_FAULT, NOT_THERE, OWN_LIMITS, Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind

SAME_FAILURES = 2
ALL_FAILURES = 4
MOST_STEPS = 14
"""Equal failures, failures and sub-skills after which a sub-task is given up."""

_CANNOT = OWN_LIMITS | {Cause.KEEP_OUT}


class Standing(Enum):
    """Say how a sub-task stands."""

    GOES_ON = 1
    DONE = 2
    FAILED = 3


@dataclass(frozen=True)
class Assessment:
    """Hold the standing of a sub-task and one sentence why."""

    standing: Standing
    reason: str = ""


GOES_ON = Assessment(Standing.GOES_ON)


def assess(active: ActiveTask, subskill: SubSkill, result: SkillResult) -> Assessment:
    """Return how `active` stands after `subskill`, and count it."""
    if result.success:
        active.steps += 1
        if active.is_last(subskill):
            return Assessment(Standing.DONE, f"{subskill} succeeded")
        if active.steps >= MOST_STEPS:
            return Assessment(Standing.FAILED, f"not done after {active.steps} sub-skills")
        return GOES_ON
    if result.cause in NOT_ITS_FAULT:
        return GOES_ON
    why = f"{subskill}: {result.message or result.cause or 'failed'}"
    picking = subskill.takes
    about_object = subskill.object_id == active.subtask.object_id
    if picking and result.cause in _CANNOT:
        return Assessment(Standing.FAILED, why)
    if about_object and not subskill.lets_go and result.cause in NOT_THERE:
        return Assessment(Standing.FAILED, why)
    failure = (str(subskill), result.cause)
    active.failures[failure] += 1
    too_often = active.failures[failure] >= SAME_FAILURES
    if too_often or sum(active.failures.values()) >= ALL_FAILURES:
        return Assessment(Standing.FAILED, why)
    return GOES_ON


def lost_sense(
    active: ActiveTask, target: Detection | None, holds_it: bool, explored: tuple[str, ...]
) -> Assessment:
    """Return how `active` stands as the world has changed around it.

    Args:
        active: The sub-task under way.
        target: What is known now of its object.
        holds_it: Whether this robot holds that object.
        explored: Ids of the rooms that this robot has explored.
    """
    subtask = active.subtask
    if subtask.kind is SubTaskKind.EXPLORE and subtask.room_id in explored:
        return Assessment(Standing.DONE, f"{subtask.room_id} is explored")
    if subtask.kind is SubTaskKind.CHECK and target is not None and target.closed is False:
        return Assessment(Standing.DONE, f"{subtask.object_id} is open")
    if not subtask.is_about_object or holds_it:
        return GOES_ON
    if target is None:
        return Assessment(Standing.FAILED, f"{subtask.object_id} is not known any more")
    if target.status is Presence.GONE:
        return Assessment(Standing.FAILED, f"{subtask.object_id} is not where it was")
    if target.status is Presence.HELD:
        return Assessment(Standing.FAILED, f"a teammate holds {subtask.object_id}")
    return GOES_ON
