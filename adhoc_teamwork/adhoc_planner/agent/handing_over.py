# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who goes on with what a robot holds whose battery ends, and when it is to be put down."""

from adhoc_teamwork.adhoc_planner.agent.active_task import Running
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.assignment import busy, hands
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind

IN_TIME = 10.0
"""Seconds of work that the battery has left when what is held is put down at the latest."""


def is_short(left: float) -> bool:
    """Tell whether a battery with `left` seconds of work is about to end; one of 0 told nothing."""
    return 0.0 < left <= IN_TIME


def gets_there(view: PlannerView, running: Running | None) -> bool:
    """Tell whether the battery lasts for the straight line to what the robot is on its way to."""
    if running is None or running.subskill.kind is not SubSkillKind.GO_TO_OBJECT:
        return False
    aim = view.object(running.subskill.object_id)
    here = view.state.pose.point
    return aim is not None and here.planar_distance_to(aim.position) < view.range


def successor(view: PlannerView, thing: Detection) -> str:
    """Return the name of the teammate that is to go on with a thing; empty where none is able to.

    The nearest with a free hand goes before the nearest that is busy. Its battery has to last for
    the way to the thing, as far as it has said.
    """
    here, at_work = view.state.pose.point, busy(view)
    able = [
        (hand.name in at_work, way, hand.name)
        for hand in hands(view, [thing])
        if (way := hand.point.planar_distance_to(here)) < hand.range
        and thing.object_id not in hand.cannot
    ]
    return min(able)[-1] if able else ""
