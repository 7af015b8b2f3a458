# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a refused action of the hand means, said to a planner.

The world or the driver gives a cause and one sentence, with or without its full stop.
"""

from collections.abc import Mapping

from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.rules.actor import Actor
from adhoc_teamwork.teamwork.team.causes import Cause

AS_ASKED = Cause.BAD_ARGUMENT
"""The cause with which a door that is as it should be already is refused: belief was late."""


def grasp_refused(actor: Actor, name: str, cause: Cause | None, said: str) -> SkillFailure:
    """Return why a thing, by its id, was not taken."""
    advice = {
        Cause.TOO_HEAVY: f"{name} is heavier than the {actor.capability.payload:g} kg that this "
        "robot lifts; a stronger teammate must carry it.",
        Cause.LOST_OBJECT: f"There is nothing to grasp where {name} was seen; look for it again.",
        Cause.TOO_FAR: _out_of_reach(name),
    }
    other = f"{name} could not be grasped: {_clause(said)}."
    return _failure(cause or Cause.GRASP_FAILED, advice, other)


def put_refused(name: str, cause: Cause | None, said: str) -> SkillFailure:
    """Return why nothing was put down on a receptacle, by its id, or on the floor."""
    tried = f": {_clause(said)}" if said else ""
    advice = {
        Cause.NO_SPACE: f"{name} has no free spot{tried}; choose another receptacle.",
        Cause.TOO_FAR: _out_of_reach(name),
    }
    other = (
        f"Could not put it down: {name}, {_clause(said)}; try from another side or choose another "
        "receptacle."
    )
    return _failure(cause or Cause.RELEASE_FAILED, advice, other)


def put_in_refused(name: str, cause: Cause | None, said: str) -> SkillFailure:
    """Return why nothing was put into a container or furniture with a door, by its id."""
    advice = {
        Cause.NO_SPACE: f"{name} is full: choose another container or receptacle.",
        Cause.CLOSED: f"{name} is closed: OpenObject <{name}> first.",
        Cause.NOT_RECEPTACLE: f"{name} takes nothing in: put it down elsewhere.",
        Cause.TOO_FAR: _out_of_reach(name),
    }
    other = f"It could not be put into {name}: {_clause(said)}."
    return _failure(cause or Cause.RELEASE_FAILED, advice, other)


def door_refused(name: str, cause: Cause | None, said: str) -> SkillFailure:
    """Return why the door or lid of a thing, by its id, was not moved."""
    other = f"The door of {name} was not moved: {_clause(said)}; GoToObject <{name}> again."
    return _failure(cause or Cause.BLOCKED, {}, other)


def refused(call: object, cause: Cause | None, said: str) -> SkillFailure:
    """Return why another sub-skill, as it is written, failed."""
    return _failure(cause or Cause.BLOCKED, {}, f"{call} failed: {_clause(said)}.")


def _failure(cause: Cause, advice: Mapping[Cause, str], other: str) -> SkillFailure:
    return SkillFailure(cause, advice.get(cause, other))


def _out_of_reach(name: str) -> str:
    return f"{name} is out of the arm's reach: GoToObject <{name}> again."


def _clause(said: str) -> str:
    return said.rstrip(".")
