# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who judges what is out of place is chosen apart from the policy, and says why."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from planner_views import house, mug

from adhoc_teamwork.adhoc_planner.belief.judge import PATIENCE, Judge, Opinion
from adhoc_teamwork.adhoc_planner.belief.prior_judge import Prior, PriorJudge
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.judgement import Judgement
from adhoc_teamwork.adhoc_planner.notation.answers import Placement
from adhoc_teamwork.adhoc_planner.policies.common_sense import CommonSense
from adhoc_teamwork.adhoc_planner.policies.judging import make_judge
from adhoc_teamwork.adhoc_planner.policies.learned.learning import learning_weights
from adhoc_teamwork.adhoc_planner.policies.learned.network import Floats, Network
from adhoc_teamwork.adhoc_planner.policies.learned.placement import (
    LearnedPlacement,
    TidyHouses,
)
from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import FOLDER_VARIABLE
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.task_config import (
    PAPER_TASK,
    TaskConfig,
    judged_by,
    load_task,
)
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Misplaced
from adhoc_teamwork.teamwork.settings.config import ConfigError

ON_BED = mug(misplaced=Misplaced.UNKNOWN, reason="")
IN_KITCHEN = replace(ON_BED, receptacle_category="CounterTop", room_type="Kitchen")
ON_FLOOR = replace(ON_BED, receptacle=FLOOR, receptacle_category=FLOOR, room_type="Bedroom")
NOWHERE = replace(ON_BED, receptacle="", receptacle_category="", room_type="")
PRIORS = pytest.mark.parametrize(
    "prior", [CommonSense, lambda: LearnedPlacement(learning_weights())]
)


class OfThePolicy:
    async def judge(self, view: PlannerView, items: Sequence[Detection]) -> Sequence[Placement]:
        raise AssertionError(f"another one judges {items} in {view}")


def kit() -> PolicyKit:
    nothing = lambda *_: None  # noqa: E731
    return PolicyKit("rover", "", nothing, nothing, nothing)  # type: ignore[arg-type]


def judge(task: TaskConfig, opinion: Opinion | Prior, prior: Prior | None = None) -> Judge:
    """Return who judges for a policy of that opinion and prior."""
    nobody: Any = None
    return make_judge(task, kit(), Policy(nobody, nobody, opinion, prior))


@PRIORS
def test_priors_judge_at_once_and_say_why(prior: Callable[[], Prior]) -> None:
    judging = PriorJudge(prior())
    things = [
        replace(t, object_id=f"Mug_{i}") for i, t in enumerate((ON_BED, IN_KITCHEN, ON_FLOOR))
    ]
    assert judging.due(things, 0.0) == ()
    judged = judging.apply_all(things)
    assert [j.misplaced.name for j in judged] == ["YES", "NO", "YES"]
    assert all(len(j.reason.split()) >= 5 for j in judged)
    assert "Kitchen" in judged[1].reason
    target = judging.target("Mug")
    assert target is not None
    assert target.receptacle
    assert target.room


@PRIORS
def test_what_cannot_be_told_stays_as_a_teammate_told_it(prior: Callable[[], Prior]) -> None:
    judging = PriorJudge(prior())
    assert judging.apply(NOWHERE) == NOWHERE
    told = replace(NOWHERE, misplaced=Misplaced.YES, reason="a teammate says so")
    assert judging.apply(told) == told
    assert (
        judging.apply(replace(ON_BED, misplaced=Misplaced.YES, reason=told.reason)).reason
        != told.reason
    )


@PRIORS
def test_what_was_put_somewhere_on_purpose_is_in_place_there_alone(
    prior: Callable[[], Prior],
) -> None:
    judging = PriorJudge(prior())
    bed = Detection("Bed_0", "Bed", Point(0.0, 0.0), room_type=ON_BED.room_type)
    assert judging.apply(ON_BED).misplaced is Misplaced.YES
    judging.settle(ON_BED, bed)
    assert judging.apply(ON_BED).misplaced is Misplaced.NO
    assert "on purpose" in judging.apply(ON_BED).reason
    assert judging.apply(replace(ON_FLOOR, object_id="Mug_1")).misplaced is Misplaced.YES


def test_the_one_chosen_judges() -> None:
    assert PAPER_TASK.judgement is Judgement.POLICY
    with pytest.raises(AssertionError, match="another one judges"):
        asyncio.run(judge(PAPER_TASK, OfThePolicy()).judge(house(), [ON_BED]))
    own = judge(PAPER_TASK, CommonSense())
    assert own.apply(ON_BED).misplaced is Misplaced.YES
    asked = judge(replace(PAPER_TASK, judgement=Judgement.MODEL), CommonSense())
    assert asked.due([ON_BED], 0.0) == (ON_BED,)
    for judgement in (Judgement.LEARNED, Judgement.RULE):
        found = judge(replace(PAPER_TASK, judgement=judgement), OfThePolicy())
        assert found.apply(ON_BED).misplaced is Misplaced.YES


class OfAll:
    """Holds whatever it is asked about to be out of place, and remembers what that was."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def judge(self, view: PlannerView, items: Sequence[Detection]) -> Sequence[Placement]:
        del view
        self.asked += [item.object_id for item in items]
        return [Placement(i.object_id, True, "Cabinet", "Garage", "it says so") for i in items]


def test_what_a_prior_cannot_tell_its_policy_s_opinion_is_asked() -> None:
    opinion, prior = OfAll(), TidyHouses(learning_weights())
    judging = judge(PAPER_TASK, opinion, prior)
    mug_on_bed = replace(ON_BED, receptacle_category="Bed", room_type="Bedroom")
    racket = replace(mug_on_bed, object_id="TennisRacket_0", category="TennisRacket")
    in_no_room = replace(mug_on_bed, object_id="Mug_7", room_type="")
    assert judging.is_open(racket)
    assert not judging.is_open(mug_on_bed)
    assert judging.due([mug_on_bed, racket], 0.0) == (racket,)
    assert judging.due([mug_on_bed, racket, in_no_room], 0.0) == (racket,)
    patient = judging.due([mug_on_bed, racket, in_no_room], 2 * PATIENCE)
    assert patient == (racket, in_no_room)
    asyncio.run(judging.judge(house(), patient))
    assert opinion.asked == ["TennisRacket_0", "Mug_7"]
    assert judging.due([mug_on_bed, racket, in_no_room], 2 * PATIENCE) == ()
    told = {thing.object_id: thing for thing in judging.apply_all([mug_on_bed, racket, in_no_room])}
    assert told["TennisRacket_0"].reason == told["Mug_7"].reason == "it says so"
    assert "tidy houses" in told[mug_on_bed.object_id].reason
    assert judging.home("TennisRacket") == ("Cabinet", "Garage")
    assert judging.home("Mug") == prior.home("Mug")
    judging.settle(racket, Detection("Bed_0", "Bed", Point(0.0, 0.0), room_type="Bedroom"))
    assert judging.apply(racket).misplaced is Misplaced.NO


def test_a_prior_goes_before_no_opinion_that_the_task_chooses() -> None:
    prior = TidyHouses(learning_weights())
    by_model = replace(PAPER_TASK, judgement=Judgement.MODEL)
    asked = judge(by_model, OfThePolicy(), prior)
    assert asked.due([ON_BED], 0.0) == (ON_BED,)


def test_missing_weights_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    with pytest.raises(ConfigError, match="learning"):
        judge(replace(PAPER_TASK, judgement=Judgement.LEARNED), OfThePolicy())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("judgement: rule", ""),
        ("judgement: dice", "judgement"),
        ("judgement: rule\ngoal: {objects: {Mug: 1}, place: {receptacle: Bed}}", "judgement: rule"),
    ],
)
def test_the_task_chooses(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "task.yaml").write_text(f"name: tidying\n{text}\n", encoding="utf-8")
    if not said:
        assert load_task(tmp_path).judgement is Judgement.RULE
        return
    with pytest.raises(ConfigError, match=said) as error:
        load_task(tmp_path)
    assert "task.yaml" in str(error.value)


def test_a_robot_s_parameter_goes_before_the_task() -> None:
    task = replace(PAPER_TASK, name="tidying", judgement=Judgement.MODEL)
    assert judged_by(task, "") is task
    assert judged_by(task, "learned").judgement is Judgement.LEARNED
    with pytest.raises(ConfigError, match="policy, model, learned, rule"):
        judged_by(task, "dice")


def test_robots_with_the_same_networks_work_a_place_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = []
    weights = replace(learning_weights(), _answers={})
    distribution = Network.distribution

    def counted(network: Network, row: Floats) -> dict[str, float]:
        rows.append(row)
        return distribution(network, row)

    monkeypatch.setattr(Network, "distribution", counted)
    first, second = LearnedPlacement(weights), LearnedPlacement(weights)
    judged = [prior.judge(ON_BED) for prior in (first, second)]
    homes = [prior.home("Mug") for prior in (first, second)]
    assert judged[0] == judged[1] != ON_BED
    assert homes[0] == homes[1] is not None
    assert len(rows) == 2
