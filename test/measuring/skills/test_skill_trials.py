# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Random calls of sub-skills: a few calls in a small house, the figures, and bad input."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.measuring.skills.__main__ import main
from adhoc_teamwork.measuring.skills.back_ends import SimulatorHand
from adhoc_teamwork.measuring.skills.belief import Belief
from adhoc_teamwork.measuring.skills.house_run import HouseRequest, made_simulator, run_house
from adhoc_teamwork.measuring.skills.limits import faults, rows
from adhoc_teamwork.measuring.skills.mistakes import Mistakes
from adhoc_teamwork.measuring.skills.trial import Call, Refusal, Sort, Trial
from adhoc_teamwork.measuring.skills.truth import Truth
from adhoc_teamwork.simulation.simulator import Simulator
from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.places.eye import Eye
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, Stage, SubSkill, SubSkillKind

CONFIG = Path(__file__).resolve().parents[3] / "config"
HOUSE = CONFIG / "houses" / "sample_1_room.json"
DONE = SkillResult(True, duration=2.0)
FAILED = SkillResult(False, Stage.PRECONDITION, Cause.TOO_FAR)


def trial(sort: Sort, result: SkillResult, refusal: Refusal | None = None) -> Trial:
    call = Call(sort, SubSkill(SubSkillKind.STOP), refusal, 1.0 if sort is Sort.CANCEL else 0.0)
    return Trial("house", "robot", call, result)


def test_calls_in_a_house_end_as_they_should_and_touch_nothing() -> None:
    trials = run_house(HouseRequest(HOUSE, 14, CONFIG, seed=2))
    assert len(trials) == 14
    assert {t.robot for t in trials} == {"quadruped", "tall", "small"}
    assert [t for t in trials if not t.right or t.bumps] == []
    assert any(t.call.refusal for t in trials)
    assert any(t.result.path_length > 0.5 for t in trials)


def a_robot_in(house: str) -> tuple[Simulator, Belief]:
    simulator, _ = made_simulator(HouseRequest(HOUSE.with_stem(house), 14, CONFIG, seed=2))
    return simulator, Belief(simulator, Eye.of(load_card("quadruped", CONFIG).capability), "tall")


def test_every_mistake_can_be_made() -> None:
    simulator, belief = a_robot_in("sample_1_room")
    truth = Truth(simulator, simulator.world.robots["quadruped"])
    mistakes = Mistakes(truth, belief, np.random.default_rng(0))
    made = [mistakes.with_empty_hand() for _ in range(200)]
    assert {"unknown sub-skill", "unknown room", "furniture taken"} < {c.mistake for c in made if c}


def test_a_belief_has_heights_above_the_floor_as_robots_have() -> None:
    simulator, belief = a_robot_in("split_level")
    world, raised = World(ground=belief.ground), 0
    for known in belief.graph().objects:
        thing = simulator.world.objects[belief.names[known.object_id]]
        assert world.in_map(known.position).z == pytest.approx(thing.centre.z)
        raised += thing.centre.z - known.position.z > 0.1
    assert raised > 3


def test_a_hand_takes_heights_above_the_floor() -> None:
    simulator, belief = a_robot_in("split_level")
    ground, robot = simulator.world.house.ground, simulator.world.robots["quadruped"]
    thing = next(
        t
        for t in simulator.world.at_rest()
        if t.source.pickupable
        and t.source.mass < robot.card.capability.payload
        and 0.1 < ground.height(t.box.x, t.box.y) < t.box.bottom + 0.01
    )
    x, y, height = thing.box.x, thing.box.y, ground.height(thing.box.x, thing.box.y)
    around = (Pose(x + dx, y + dy) for dx, dy in ((0.3, 0.0), (-0.3, 0.0), (0.0, 0.3), (0.0, -0.3)))
    robot.pose = next(p for p in around if ground.height(p.x, p.y) == height)
    hand = SimulatorHand(simulator, "quadruped", World(ground=belief.ground).in_map)
    grasp = hand.grasp(Point(x, y, thing.centre.z - height))
    while (outcome := grasp.poll()) is None:
        simulator.step()
    assert outcome.success, outcome
    assert robot.held == thing.name


def test_an_invalid_call_is_right_only_with_the_right_stage_and_cause() -> None:
    refusal = Refusal((Stage.PRECONDITION,), (Cause.TOO_FAR,))
    assert trial(Sort.INVALID, FAILED, refusal).right
    assert not trial(Sort.INVALID, DONE, refusal).right
    assert not trial(Sort.INVALID, replace(FAILED, stage=Stage.EXECUTION), refusal).right
    assert not trial(Sort.INVALID, replace(FAILED, cause=Cause.NO_ARM), refusal).right


def test_what_misses_a_limit_is_said() -> None:
    good = [trial(Sort.NAVIGATE, DONE)] * 99
    assert faults([*good, trial(Sort.NAVIGATE, FAILED)]) == []
    assert faults([*good, *[trial(Sort.NAVIGATE, FAILED)] * 2]) == ["navigation: 98.0%, wanted 99%"]
    late = replace(trial(Sort.CANCEL, replace(FAILED, cause=Cause.CANCELLED)), stopped_after=0.8)
    bumped = replace(good[0], bumps=("into tall",))
    assert len(faults([*good, late, bumped])) == 2
    assert rows(good)[0].seconds == pytest.approx(2.0)


@pytest.mark.parametrize("words", [["--calls", "0"], ["--houses", "nowhere.json"]])
def test_bad_input_is_refused_in_one_line(
    words: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["--evaluate", *words])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else -1
    assert code == 2
    assert len(capfd.readouterr().err.strip().splitlines()) == 1
