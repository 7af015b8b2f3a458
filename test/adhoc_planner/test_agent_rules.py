# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A rule in a whole agent: its answers cost no time, and nothing is asked ahead of need."""

import asyncio

from agent_rig import Rig, Robot
from scripted_model import Clock, ScriptedModel
from small_world import two_rooms

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.heuristic import HeuristicPolicy
from adhoc_teamwork.teamwork.team.subtask import SubTask


def test_a_rule_fills_no_time_and_is_asked_when_an_answer_is_needed(monkeypatch) -> None:
    views: list[PlannerView] = []
    decide = HeuristicPolicy.decide

    def watched(self: HeuristicPolicy, view: PlannerView) -> SubTask:
        views.append(view)
        return decide(self, view)

    monkeypatch.setattr(HeuristicPolicy, "decide", watched)
    world, clock = two_rooms(), Clock()
    robot = Robot("alpha", world, clock, ScriptedModel(clock), policy="heuristic")
    rig = Rig(clock, robot)
    assert asyncio.run(rig.run(200.0, lambda: "resting" in robot.agent.status().doing))
    assert world.things["Mug_0"].receptacle == "CounterTop_0"
    assert not robot.calls
    # One step of the rig for each sub-skill: it ends in one, the next is begun within it.
    assert robot.idle_time <= 0.1 * (len(robot.started) + 1)
    # Whoever decides ahead sees itself at a task that is not over; a rule sees none, or can wait.
    assert all(v.subtask is None or not v.subtask.moves_object for v in views)
    assert len(views) <= 2 * len(robot.intents())
