# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Errors of facts: as frequent, as alike, as sure and as many by options as is said of them."""

import dataclasses
import itertools
import math
import re
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from offline_pieces import MUG_HOME, PROMPTS
from planner_views import (
    BED,
    COUNTER,
    announced,
    answered,
    chat,
    explore,
    house,
    intending,
    mug,
    teammate,
)

from adhoc_teamwork.adhoc_planner.notation.answers import (
    parse_candidates,
    parse_judgement,
    parse_placements,
    parse_subskill,
)
from adhoc_teamwork.adhoc_planner.prompt_context.wording import subtask_text
from adhoc_teamwork.offline_model.error_rates import ErrorRates, read_errors
from adhoc_teamwork.offline_model.fallibility import Fallibility
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.offline_model.settings import OfflineSettings
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind

FACTS = [f"fact {number}" for number in range(1200)]
CLOSE = 0.1
"""Over so many facts correlations are rarely further off: three standard errors and more."""


def wrong(errors: Fallibility) -> np.ndarray:
    """Return for each fact 1 where it is misjudged, else 0."""
    return np.array([errors.misjudges(fact) for fact in FACTS], dtype=float)


def missed(errors: Fallibility) -> np.ndarray:
    return np.array([errors.overlooks(fact) for fact in FACTS], dtype=float)


def correlation(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.corrcoef(one, other)[0, 1])


@pytest.mark.parametrize("of", [wrong, missed])
@pytest.mark.parametrize(("stages", "robots"), [(0.0, 0.0), (0.5, 0.2), (1.0, 0.4)])
def test_correlations_are_what_they_are_said_to_be(
    of: Callable[[Fallibility], np.ndarray], stages: float, robots: float
) -> None:
    rates = ErrorRates(misjudge=0.2, overlook=0.2, stages=stages, robots=robots)
    here, there = Fallibility(rates, "e", "cat", "rank"), Fallibility(rates, "e", "cat", "judge")
    mate, far = Fallibility(rates, "e", "dog", "rank"), Fallibility(rates, "e", "dog", "judge")
    found = of(here)
    assert float(found.mean()) == pytest.approx(0.2, abs=0.04)
    assert correlation(found, of(there)) == pytest.approx(stages, abs=CLOSE)
    assert correlation(found, of(mate)) == pytest.approx(robots, abs=CLOSE)
    assert correlation(found, of(far)) == pytest.approx(stages * robots, abs=CLOSE)
    if stages == 1.0:
        assert (found == of(there)).all()
    other = dataclasses.replace(here, episode="another")
    assert correlation(found, of(other)) == pytest.approx(0.0, abs=CLOSE)


@pytest.mark.parametrize("rate", [0.1, 0.3])
def test_confidence_is_the_share_of_right_judgements(rate: float) -> None:
    errors = Fallibility(ErrorRates(misjudge=rate, stages=0.5, robots=0.5), "e", "cat", "judge")
    sure = np.array([errors.confidence(fact) for fact in FACTS])
    right = 1.0 - wrong(errors)
    assert float(sure.mean()) == pytest.approx(1.0 - rate, abs=0.015)
    assert sure.min() >= 0.5
    edges = np.quantile(sure, [0.0, 0.25, 0.5, 0.75, 1.0])
    for low, high in itertools.pairwise(edges):
        of_these = (sure >= low) & (sure <= high)
        assert right[of_these].mean() == pytest.approx(sure[of_these].mean(), abs=0.07)
    assert right[sure > np.median(sure)].mean() > right[sure < np.median(sure)].mean()


@pytest.mark.parametrize("number", [1, 2, 8])
def test_a_wrong_option_comes_first_the_oftener_the_more_there_are(number: int) -> None:
    errors = Fallibility(ErrorRates(confuse=0.05), "e", "cat", "rank")
    options = list(range(number))
    orders = [
        errors.misordered(options, lambda option, fact=fact: f"{option} of {fact}")
        for fact in FACTS[:800]
    ]
    assert all(sorted(order) == options for order in orders)
    share = sum(order[0] != 0 for order in orders) / len(orders)
    assert share == pytest.approx(1.0 - 0.95 ** (number - 1), abs=0.05)


def test_options_that_read_the_same_are_told_apart() -> None:
    errors = Fallibility(ErrorRates(confuse=0.5), "e", "cat", "rank")
    orders = [tuple(errors.misordered("ab", lambda _, fact=fact: fact)) for fact in FACTS[:200]]
    assert set(orders) == {("a", "b"), ("b", "a")}


def test_nobody_errs_without_rates() -> None:
    errors = Fallibility(ErrorRates(stages=0.5), "e", "cat", "rank")
    assert not wrong(errors).any()
    assert not missed(errors).any()
    assert errors.confidence("a fact") == 1.0
    assert errors.misordered("abc", str) == ["a", "b", "c"]


def test_rates_are_read_as_they_were_written() -> None:
    text = "misjudge=0.1,overlook=0.05,confuse=0.01,stages=0.5,robots=0.25"
    assert str(read_errors(text)) == text
    assert read_errors("") == ErrorRates()
    assert not ErrorRates(stages=1.0)


@pytest.mark.parametrize(
    "text", ["misjudge=0.6", "overlook=-1", "confuse=nan", "wrong=1", "stages", "stages=x",
             "robots=0.1,robots=0.2"]
)  # fmt: skip
def test_wrong_rates_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected|no number") as refused:
        read_errors(text)
    assert "\n" not in str(refused.value)


def told(errors: str, prompt: Sequence[ChatMessage], episode: int, asker: str = "") -> str:
    how = OfflineSettings(errors=read_errors(errors))
    return answer(chat(prompt), how, f"{episode}", asker)


def judging(now: float = 20.0) -> Sequence[ChatMessage]:
    """Return a prompt that asks about a mug on a bed, and about one on a counter."""
    fine = mug(object_id="Mug_1", receptacle="CounterTop_0", receptacle_category="CounterTop",
               room="room_0", room_type="Kitchen")  # fmt: skip
    return PROMPTS.judge(house(now=now, known_objects=(COUNTER, BED, mug())), [mug(), fine])


def verdicts(errors: str, episode: int, asker: str = "cat") -> tuple[bool, ...]:
    found = parse_placements(told(errors, judging(), episode, asker))
    return tuple(placement.misplaced for placement in found)


def test_a_fact_is_misjudged_the_same_way_throughout_an_episode() -> None:
    seen = set()
    for episode in range(30):
        first = verdicts("misjudge=0.4", episode)
        seen.add(first)
        other = told("misjudge=0.4", (*judging(), ChatMessage("user", "again")), episode, "cat")
        assert tuple(p.misplaced for p in parse_placements(other)) == first
    assert seen >= {(True, False), (False, False), (True, True)}


def test_robots_misjudge_alike_as_far_as_is_said() -> None:
    alike = [
        [verdicts(f"misjudge=0.3,robots={r}", e, "cat") for e in range(20)]
        == [verdicts(f"misjudge=0.3,robots={r}", e, "dog") for e in range(20)]
        for r in (0, 1)
    ]
    assert alike == [False, True]


def test_verdicts_are_misjudged_as_often_as_is_said_and_tell_how_sure_they_are() -> None:
    prompt = list(judging())
    prompt[0] = dataclasses.replace(
        prompt[0], content=prompt[0].content.replace("; reason:", "; confidence: 0 to 1; reason:")
    )
    mistakes, doubts = 0, 0.0
    for episode in range(100):
        text = told("misjudge=0.2", prompt, episode, "cat")
        first, second = parse_placements(text)
        mistakes += (not first.misplaced) + second.misplaced
        doubts += sum(1.0 - float(c) for c in re.findall(r"confidence: ([\d.]+);", text))
    assert mistakes / 200 == pytest.approx(0.2, abs=0.08)
    assert doubts / 200 == pytest.approx(0.2, abs=0.03)
    assert "confidence" not in told("misjudge=0.2", judging(), 0, "cat")


ABOUT = {"object_category": "Mug", "object_position": Point(6.0, 1.0, 0.6)}
TAKEN = house(teammates=(intending(teammate(), MUG_HOME, **ABOUT),))
OBJECTED = house(messages=(announced(4, explore("room_2")), answered(4, True)))


def missed_by(stage: str, episode: int, errors: str) -> bool:
    """Tell whether what a teammate said does not count in an answer."""
    if stage == "reflect":
        asked = PROMPTS.reflect(OBJECTED, explore("room_2"))
        return parse_judgement(told(errors, asked, episode))[0]
    if stage == "score":
        offered = [subtask_text(MUG_HOME), subtask_text(explore("room_2"))]
        done = {"tower": subtask_text(MUG_HOME)}
        free = house(teammates=(teammate(),))
        asked = PROMPTS.ask("score", free, candidates=offered, predictions=done)
        return "1. Re-place" in told(errors, asked, episode)
    asked = PROMPTS.generate(TAKEN, 3) if stage == "generate" else PROMPTS.ask(stage, TAKEN)
    return parse_candidates(told(errors, asked, episode))[0] == MUG_HOME


@pytest.mark.parametrize("stage", ["generate", "naive", "cot", "reflect", "score"])
def test_every_stage_overlooks_as_much(stage: str) -> None:
    assert not missed_by(stage, 0, "")
    count = 80
    share = sum(missed_by(stage, e, "overlook=0.3") for e in range(count)) / count
    assert share == pytest.approx(0.3, abs=3.0 * math.sqrt(0.21 / count))


def test_two_stages_overlook_the_same_where_they_are_fully_correlated() -> None:
    for correlated in (False, True):
        rates = f"overlook=0.3,stages={int(correlated)}"
        pairs = [(missed_by("naive", e, rates), missed_by("cot", e, rates)) for e in range(25)]
        assert all(one == other for one, other in pairs) is correlated


def test_what_a_hand_reaches_is_misjudged() -> None:
    high = mug(position=Point(6.0, 1.0, 2.5))
    views = {name: house(known_objects=(COUNTER, BED, thing)) for name, thing in
             (("high", high), ("low", mug()))}  # fmt: skip
    for name, sound in (("high", False), ("low", True)):
        prompt = PROMPTS.ask("naive", views[name])
        found = [
            parse_candidates(told("misjudge=0.3", prompt, e))[0].object_id == "Mug_0"
            for e in range(30)
        ]
        assert (parse_candidates(told("", prompt, 0))[0].object_id == "Mug_0") is sound
        assert 1 < found.count(not sound) < 24


def test_a_home_may_be_mistaken_and_is_then_one_that_does_not_fit() -> None:
    toilet = dataclasses.replace(
        COUNTER, object_id="Toilet_0", category="Toilet", room="room_3", room_type="Bathroom"
    )
    prompt = PROMPTS.ask("naive", house(known_objects=(COUNTER, BED, toilet, mug())))
    homes = [parse_candidates(told("misjudge=0.3", prompt, e))[0] for e in range(40)]
    places = {(home.receptacle_type, home.room_type) for home in homes if home.object_id}
    assert places == {("CounterTop", "Kitchen"), ("Toilet", "Bathroom")}


def test_the_next_step_is_confused_with_another() -> None:
    prompt = PROMPTS.subskill(house(), MUG_HOME)
    sound = SubSkill(SubSkillKind.GO_TO_OBJECT, "Mug_0")
    steps = [parse_subskill(told("confuse=0.2", prompt, e)) for e in range(60)]
    assert 8 < sum(step != sound for step in steps) < 38
    assert {step.kind for step in steps} == {
        SubSkillKind.GO_TO_OBJECT, SubSkillKind.PICKUP_OBJECT
    }  # fmt: skip
