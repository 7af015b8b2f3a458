# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Temperature, slips and the weaker variant: what they change, and that nothing else does."""

import dataclasses
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planner_views import (
    BED,
    COUNTER,
    TEMPLATES,
    announced,
    answered,
    chat,
    explore,
    furniture,
    house,
    intending,
    mug,
    replace_,
    teammate,
    with_state,
)

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.notation.answers import (
    parse_candidates,
    parse_judgement,
    parse_placements,
    parse_ranking,
    parse_subskill,
)
from adhoc_teamwork.adhoc_planner.notation.forecasts import parse_predictions, parse_scores
from adhoc_teamwork.adhoc_planner.prompt_context.wording import subtask_text
from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.offline_model.chance import WEAK_OVERLOOKS, WEAK_SLIPS, Chance, chance_of
from adhoc_teamwork.offline_model.errors.error_injection import Slip, invented_id, wrong_option
from adhoc_teamwork.offline_model.knowledge.common_sense import affordance_of, is_vague, may_stay
from adhoc_teamwork.offline_model.knowledge.things import THING_WORDS
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.offline_model.options.options import options
from adhoc_teamwork.offline_model.reading.facts import Facts
from adhoc_teamwork.offline_model.reading.reader import read_facts
from adhoc_teamwork.offline_model.reading.sections import read_prompt
from adhoc_teamwork.offline_model.settings import OfflineSettings, Variant
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

Prompt = Sequence[ChatMessage]
ROOT = Path(__file__).resolve().parents[2]
PROMPTS = load_prompts(TEMPLATES)
MUG_HOME = replace_("Mug_0", "CounterTop", "Kitchen")
OFFERED = (MUG_HOME, explore("room_2"), explore("room_1"))
ALWAYS = OfflineSettings(hallucination=1.0)
TOILET = furniture("Toilet_0", "Toilet", 2.0, 2.0, ("room_3", "Bathroom"))
RATE = 0.2


def crowded(**changes: Any) -> PlannerView:
    """Return a house with something for every kind of slip: a busy teammate, a rejection."""
    about: dict[str, Any] = {"object_category": "Pillow", "object_position": Point(2.0, 1.0, 0.9)}
    pillow = mug(object_id="Pillow_0", category="Pillow", position=Point(2.0, 1.0, 0.9),
                 receptacle="CounterTop_0", receptacle_category="CounterTop",
                 room="room_0", room_type="Kitchen")  # fmt: skip
    high = mug(object_id="Book_0", category="Book", position=Point(1.0, 2.0, 2.5),
               receptacle="CounterTop_0", receptacle_category="CounterTop",
               room="room_0", room_type="Kitchen")  # fmt: skip
    near = mug(object_id="Mug_1", position=Point(4.5, 1.0, 0.6))
    mate = intending(teammate(), replace_("Pillow_9", "Bed", "Bedroom"), **about)
    view = house(
        known_objects=(COUNTER, BED, TOILET, mug(), near, pillow, high),
        teammates=(mate,),
        rejected=((explore("room_1"), "it is explored"),),
    )
    return dataclasses.replace(view, **changes)


def prompt_of(view: PlannerView, stage: str) -> Prompt:
    """Return the prompt of a stage that names, orders or judges something."""
    if stage in ("naive", "cot", "predict"):
        return PROMPTS.ask(stage, view)
    if stage == "score":
        predictions = {"tower": subtask_text(explore("room_2"))}
        offered = [subtask_text(candidate) for candidate in OFFERED]
        return PROMPTS.ask("score", view, candidates=offered, predictions=predictions)
    if stage == "judge":
        return PROMPTS.judge(view, [o for o in view.known_objects if o.pickupable])
    return {
        "generate": lambda: PROMPTS.generate(view, 3),
        "rank": lambda: PROMPTS.rank(view, OFFERED),
        "reflect": lambda: PROMPTS.reflect(view, MUG_HOME),
        "subskill": lambda: PROMPTS.subskill(view, MUG_HOME),
    }[stage]()


def content(stage: str, text: str) -> object:
    """Return what an answer says, without the words around it."""
    if stage in ("generate", "naive", "cot"):
        return parse_candidates(text)
    if stage == "rank":
        return parse_ranking(text, OFFERED)
    if stage == "score":
        scores = parse_scores(text, OFFERED)
        return max(OFFERED, key=lambda candidate: scores[candidate])
    if stage == "predict":
        return parse_predictions(text, ["tower"])
    if stage == "reflect":
        return parse_judgement(text)[0]
    if stage == "subskill":
        return parse_subskill(text)
    return tuple((p.object_id, p.misplaced, p.receptacle) for p in parse_placements(text))


STAGES = (
    "generate", "naive", "cot", "rank", "score", "predict", "reflect", "subskill", "judge"
)  # fmt: skip


def said(stage: str, prompt: Prompt, how: OfflineSettings | None = None) -> object:
    return content(stage, answer(chat(prompt), how or OfflineSettings()))


def facts_of(view: PlannerView) -> Facts:
    prompt = read_prompt(chat(PROMPTS.generate(view, 3)))
    assert prompt is not None
    return read_facts(prompt)


def moments(count: int) -> list[PlannerView]:
    """Return views that differ in the time alone, which no fact hangs on."""
    return [crowded(now=20.0 + index) for index in range(count)]


def share(stage: str, how: OfflineSettings, count: int = 200) -> float:
    """Return in how many of the answers by many seeds there is something wrong."""
    prompt = prompt_of(crowded(), stage)
    sound = said(stage, prompt)
    by_seed = (dataclasses.replace(how, seed=seed) for seed in range(count))
    return sum(said(stage, prompt, seeded) != sound for seeded in by_seed) / count


@pytest.mark.parametrize("stage", STAGES)
def test_the_same_prompt_gets_the_same_answer(stage: str) -> None:
    how = OfflineSettings(4, 1.0, 0.5, Variant.WEAK)
    asked = [chat(prompt_of(view, stage)) for view in moments(8)]
    before = [answer(messages, how) for messages in asked]
    assert [answer(messages, how) for messages in reversed(asked)] == before[::-1]


def test_another_process_answers_the_same() -> None:
    messages = chat(PROMPTS.generate(crowded(), 3))
    how = OfflineSettings(4, 1.0, 0.5, Variant.WEAK)
    code = (
        "import sys; from adhoc_teamwork.offline_model.model import answer;"
        "from adhoc_teamwork.offline_model.settings import read_name;"
        f"sys.stdout.write(answer({messages!r}, read_name({how.name!r})))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True,
        env={"PYTHONHASHSEED": "77", "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert ended.stdout == answer(messages, how)


@pytest.mark.parametrize("stage", STAGES)
def test_without_temperature_and_slips_the_seed_is_of_no_matter(stage: str) -> None:
    prompt = prompt_of(crowded(), stage)
    assert answer(chat(prompt), OfflineSettings(seed=9)) == answer(chat(prompt))


@pytest.mark.parametrize("stage", STAGES)
def test_where_every_answer_has_a_slip_every_answer_is_wrong(stage: str) -> None:
    assert share(stage, ALWAYS, 60) == 1.0


@pytest.mark.parametrize("stage", STAGES)
def test_slips_are_as_frequent_as_was_asked_for(stage: str) -> None:
    assert share(stage, OfflineSettings(hallucination=RATE)) == pytest.approx(RATE, abs=0.1)


def test_other_prompts_slip_as_often() -> None:
    how = OfflineSettings(hallucination=RATE)
    asked = [prompt_of(view, "naive") for view in moments(150)]
    wrong = sum(said("naive", prompt, how) != said("naive", prompt) for prompt in asked)
    assert wrong / 150 == pytest.approx(RATE, abs=0.1)


@pytest.mark.parametrize("stage", STAGES)
def test_a_higher_rate_adds_slips_and_takes_none_away(stage: str) -> None:
    for view in moments(8):
        prompt = prompt_of(view, stage)
        low, high = (said(stage, prompt, OfflineSettings(hallucination=r)) for r in (0.2, 0.6))
        assert low in (said(stage, prompt), high)


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
def test_the_weak_variant_errs_more_often(stage: str) -> None:
    weak = share(stage, OfflineSettings(hallucination=RATE, variant=Variant.WEAK))
    full = share(stage, OfflineSettings(hallucination=RATE))
    assert weak > full + 0.05
    assert WEAK_SLIPS > 1.0


def test_slips_of_every_kind_come_about_and_are_what_they_are_called() -> None:
    view = crowded()
    facts = facts_of(view)
    sound = options(facts)
    seen: dict[Slip, SubTask] = {}
    for seed in range(200):
        chance = chance_of(OfflineSettings(seed, hallucination=1.0), ["a prompt"])
        slip, option = wrong_option(sound, facts, (), chance)
        assert option.subtask not in [o.subtask for o in sound]
        seen[slip] = option.subtask
    assert set(seen) == set(Slip)
    ids = {thing.id for thing in facts.things} | {room.id for room in facts.rooms}
    assert seen[Slip.UNKNOWN_ID].topic not in ids
    assert seen[Slip.OWN_LIMITS].object_id == "Book_0"
    assert seen[Slip.TEAMMATES].object_id == "Pillow_0"
    assert seen[Slip.REJECTED] == explore("room_1")
    unfitting = seen[Slip.UNFITTING]
    assert not may_stay("Mug", unfitting.receptacle_type, unfitting.room_type)


def test_the_stages_that_name_a_subtask_slip_alike() -> None:
    for view in moments(10):
        facts = facts_of(view)
        sound = {option.subtask for option in options(facts)}
        for stage in ("generate", "naive", "cot"):
            first = parse_candidates(answer(chat(prompt_of(view, stage)), ALWAYS))[0]
            assert first not in sound
            assert check_subtask(view, first) is not None or first.kind is SubTaskKind.REPLACE


def test_a_correction_draws_anew() -> None:
    how = OfflineSettings(hallucination=0.5)
    slipped = 0
    sound_again = 0
    for view in moments(60):
        prompt = tuple(PROMPTS.ask("naive", view))
        first = answer(chat(prompt), how)
        if first == answer(chat(prompt)):
            continue
        slipped += 1
        corrected = PROMPTS.correction(prompt, first, "that cannot be done")
        again = said("naive", corrected, how)
        sound_again += again == said("naive", corrected)
    assert slipped > 15
    assert 0.2 < sound_again / slipped < 0.8, "about every second one slips again"


def test_temperature_changes_the_order_of_what_is_alike_and_no_facts() -> None:
    alike = (mug(), mug(object_id="Mug_1", position=Point(6.2, 1.0, 0.6)),
             mug(object_id="Mug_2", position=Point(40.0, 1.0, 0.6)))  # fmt: skip
    firsts = []
    for index in range(100):
        view = house(now=20.0 + index, known_objects=(COUNTER, BED, *alike))
        prompt = chat(PROMPTS.generate(view, 5))
        found = parse_candidates(answer(prompt, OfflineSettings(temperature=0.3)))
        assert set(found) == set(parse_candidates(answer(prompt)))
        assert found[-1] == explore("room_2"), "what is less urgent stays behind"
        firsts.append(found[0].object_id)
    assert 20 < firsts.count("Mug_0") < 80
    assert firsts.count("Mug_2") == 0


def test_the_weak_variant_overlooks_some_messages() -> None:
    about: dict[str, Any] = {"object_category": "Mug", "object_position": Point(6.0, 1.0, 0.6)}
    overlooked = 0
    for index in range(200):
        mate = intending(teammate(), MUG_HOME, **about)
        view = with_state(house(teammates=(mate,)), battery=3000.0 + index)
        prompt = chat(PROMPTS.ask("naive", view))
        assert parse_candidates(answer(prompt)) != (MUG_HOME,)
        found = parse_candidates(answer(prompt, OfflineSettings(variant=Variant.WEAK)))
        overlooked += found[0].object_id == "Mug_0"
    assert overlooked / 200 == pytest.approx(WEAK_OVERLOOKS, abs=0.1)
    conflict = house(messages=(announced(4, explore("room_2")), answered(4, True)))
    views = [dataclasses.replace(conflict, now=20.0 + index) for index in range(100)]
    asked = [PROMPTS.reflect(view, explore("room_2")) for view in views]
    weak = [said("reflect", p, OfflineSettings(variant=Variant.WEAK)) for p in asked]
    assert 10 < weak.count(True) < 45


def test_the_weak_variant_knows_only_the_rooms_of_some_things() -> None:
    words = sorted(THING_WORDS)
    vague = [word for word in words if is_vague(word)]
    assert 0.25 < len(vague) / len(words) < 0.55
    for word in words:
        weak = affordance_of(word, Variant.WEAK)
        assert (weak != affordance_of(word)) == (word in vague)
    fork = next(w for w in ("fork", "spoon", "plate", "bowl", "knife", "pan", "pot") if w in vague)
    assert may_stay(fork, "Bathtub", "Kitchen", Variant.WEAK)
    assert not may_stay(fork, "Bathtub", "Kitchen")
    assert not may_stay(fork, "Bathtub", "Bathroom", Variant.WEAK)


@given(st.integers(0, 10**6), st.lists(st.text(), max_size=3), st.text())
@settings(max_examples=50)
def test_draws_are_within_bounds_and_hang_on_every_word(
    seed: int, texts: list[str], label: str
) -> None:
    chance = chance_of(OfflineSettings(seed, 1.0, 0.5), texts)
    assert 0.0 < chance.uniform(label) < 1.0
    other = chance_of(OfflineSettings(seed, 1.0, 0.5), [*texts, ""])
    assert other.key != chance.key
    assert chance.pick(label, (1, 2, 3)) in (1, 2, 3)
    assert sorted(chance.shuffled(label, range(5))) == list(range(5))


@given(st.sampled_from(["Mug_0", "Mug", "room_12", "Soap_bar_3", ""]), st.integers(0, 5))
def test_invented_ids_are_new(name: str, more: int) -> None:
    stem = name.rpartition("_")[0] or name
    known = [name, *(f"{stem}_{number}" for number in range(more))]
    assert invented_id(name, known) not in known


def test_a_slip_hits_one_part_of_an_answer_of_two() -> None:
    parts = ("agreement", "result")
    for seed in range(20):
        chance = Chance(OfflineSettings(hallucination=1.0), bytes([seed]))
        assert sum(chance.slips_in(part, parts) for part in parts) == 1
    assert not Chance(OfflineSettings()).slips_in("result", parts)


@pytest.mark.parametrize(
    "wrong", [{"seed": -1}, {"temperature": 2.1}, {"hallucination": -0.1}, {"hallucination": 1.5}]
)
def test_settings_out_of_range(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="expected"):
        OfflineSettings(**wrong)


def test_a_wrong_step_is_another_target_or_a_step_skipped() -> None:
    kinds = set()
    for view in moments(60):
        prompt = PROMPTS.subskill(view, MUG_HOME)
        step = said("subskill", prompt, ALWAYS)
        assert isinstance(step, SubSkill)
        assert step != SubSkill(SubSkillKind.GO_TO_OBJECT, "Mug_0")
        kinds.add(step.kind)
    assert kinds == {SubSkillKind.GO_TO_OBJECT, SubSkillKind.PICKUP_OBJECT}
