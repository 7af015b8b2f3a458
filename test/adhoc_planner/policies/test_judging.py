# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who judges what is out of place is chosen apart from the policy, and says why."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from planner_views import house, mug

from adhoc_teamwork.adhoc_planner.belief.judge import PATIENCE, Judge
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.judgement import Judgement
from adhoc_teamwork.adhoc_planner.notation.answers import Placement
from adhoc_teamwork.adhoc_planner.policies.judging import (
    CommonSensePrior,
    LearnedPrior,
    PriorOpinion,
    opinion_of,
)
from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import FOLDER_VARIABLE
from adhoc_teamwork.adhoc_planner.policies.opinion import ModelOpinion
from adhoc_teamwork.adhoc_planner.policies.policy import PolicyKit
from adhoc_teamwork.adhoc_planner.task_config import PAPER_TASK, judged_by, load_task
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Misplaced
from adhoc_teamwork.teamwork.settings.config import ConfigError

ON_BED = mug(misplaced=Misplaced.UNKNOWN, reason="")
IN_KITCHEN = replace(ON_BED, receptacle_category="CounterTop", room_type="Kitchen")
ON_FLOOR = replace(ON_BED, receptacle=FLOOR, receptacle_category=FLOOR, room_type="Bedroom")
NOWHERE = replace(ON_BED, receptacle="", receptacle_category="", room_type="")
PRIORS = pytest.mark.parametrize("prior", [CommonSensePrior, LearnedPrior])


class OfThePolicy:
    async def judge(self, view: PlannerView, items: Sequence[Detection]) -> Sequence[Placement]:
        raise AssertionError(f"another one judges {items} in {view}")


def kit() -> PolicyKit:
    nothing = lambda *_: None  # noqa: E731
    return PolicyKit("rover", "", nothing, nothing, nothing)  # type: ignore[arg-type]


@PRIORS
def test_priors_judge_at_once_and_say_why(prior: type[CommonSensePrior]) -> None:
    judging = Judge(PriorOpinion(prior()))
    things = [
        replace(t, object_id=f"Mug_{i}") for i, t in enumerate((ON_BED, IN_KITCHEN, ON_FLOOR))
    ]
    asyncio.run(judging.judge(house(), judging.due(things, 0.0)))
    judged = judging.apply_all(things)
    assert [j.misplaced.name for j in judged] == ["YES", "NO", "YES"]
    assert all(len(j.reason.split()) >= 5 for j in judged)
    assert "Kitchen" in judged[1].reason
    target = judging.target("Mug")
    assert target is not None
    assert target.receptacle
    assert target.room


@PRIORS
def test_what_cannot_be_told_is_answered_once_and_left_alone(prior: type[CommonSensePrior]) -> None:
    judging = Judge(PriorOpinion(prior()))
    assert judging.due([NOWHERE], 0.0) == ()
    asyncio.run(judging.judge(house(), judging.due([NOWHERE], PATIENCE)))
    assert judging.apply(NOWHERE).misplaced is Misplaced.NO
    assert "too little is known" in judging.apply(NOWHERE).reason
    assert judging.due([NOWHERE], PATIENCE + 1.0) == ()
    asyncio.run(judging.judge(house(), judging.due([ON_BED], PATIENCE + 1.0)))
    assert judging.apply(ON_BED).misplaced is Misplaced.YES


def test_the_one_chosen_judges() -> None:
    own = OfThePolicy()
    assert PAPER_TASK.judgement is Judgement.POLICY
    assert opinion_of(Judgement.POLICY, kit(), own) is own
    assert isinstance(opinion_of(Judgement.MODEL, kit(), own), ModelOpinion)
    for judgement in (Judgement.LEARNED, Judgement.RULE):
        found = asyncio.run(opinion_of(judgement, kit(), own).judge(house(), [ON_BED]))
        assert [p.misplaced for p in found] == [True]


def test_missing_weights_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    with pytest.raises(ConfigError, match="learning"):
        opinion_of(Judgement.LEARNED, kit(), OfThePolicy())


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
