# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the console makes of events and exchanges with models."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from console_stories import FETCH, LOOK, Run, a_run, mug
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.bringup.team_console.answers import read_answer
from adhoc_teamwork.bringup.team_console.entries import EntryLog
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.bringup.team_console.recorded import describe_run, read_run
from adhoc_teamwork.bringup.team_console.things import Things
from adhoc_teamwork.llm_port.budget import read_budget
from adhoc_teamwork.llm_port.prices import Price, Prices
from adhoc_teamwork.teamwork.scene import Presence
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.emergency_stop import StopCommand
from adhoc_teamwork.teamwork.team.llm_call import NOT_ASKED, LlmCall
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.stop_states import RobotStop
from adhoc_teamwork.teamwork.team.subtask import IntentStatus

QUICK = settings(max_examples=50)


def entries(picture: Picture, track: str) -> list[tuple[float, Any]]:
    lines = [json.loads(line) for line in picture.log.since(-1, 0)[2]]
    return [(time, value) for name, time, value in lines if name == track]


def steps(picture: Picture, decision: str) -> list[dict[str, Any]]:
    return [value for _, value in entries(picture, "step") if value["decision"] == decision]


def shown(run: Run) -> Picture:
    picture = Picture()
    for heard in run.heard:
        picture.take_call(heard) if isinstance(heard, LlmCall) else picture.take(heard)
    return picture


def test_a_decision_goes_from_candidates_over_replies_to_its_end() -> None:
    found = steps(shown(a_run()), "d1")
    assert [step["what"] for step in found] == [
        "candidates", "ranking", "proposed", "reply", "check", "abandoned", "proposed", "reply",
        "check", "adopted", "done",
    ]  # fmt: skip
    assert found[0]["items"] == [str(FETCH), str(LOOK)]
    assert found[0]["analysis"] == "The mug is near."
    assert found[3]["conflict"] is True
    assert [step["verdict"] for step in found if step["what"] == "check"] == [False, True]
    assert {step["intent"] for step in found if "intent" in step} == {1, 2}


def test_a_later_decision_does_not_take_the_end_of_an_earlier_one() -> None:
    assert [step["what"] for step in steps(shown(a_run()), "d2")] == ["candidates"]


def test_an_answer_counts_from_when_it_was_heard() -> None:
    picture = shown(a_run())
    asked = [(t, v["asked"]) for t, v in entries(picture, "step") if v["what"] == "candidates"]
    assert asked == [(4.0, 4.0), (10.0, 10.0)]
    run = Run()
    run.join("dog", 1.0)
    run.state("dog", 9.0, 0.0)
    run.ask("dog", 4.0, 1, "generate", "")
    assert entries(shown(run), "step")[0][0] == 9.0


def test_a_robot_that_decides_by_rule_has_decisions_as_well() -> None:
    run = Run()
    run.join("dog", 1.0)
    run.intend("dog", 2.0, 1, IntentStatus.ADOPTED, LOOK)
    run.intend("dog", 3.0, 1, IntentStatus.FAILED, LOOK)
    assert [step["what"] for step in steps(shown(run), "d1")] == ["adopted", "failed"]


def test_sub_skills_and_judgements_are_decisions_of_their_own_and_retries_belong_to_them() -> None:
    run = Run()
    run.ask("dog", 1.0, 1, "generate", "")
    run.ask("dog", 2.0, 2, "subskill", "no idea", error="no sub-skill was found", attempt=1)
    run.ask("dog", 3.0, 2, "subskill", "[subskill] Stop", attempt=2)
    run.ask("dog", 4.0, 3, "judge", "[result]\n1. <Mug_0> misplaced: no; reason: it is used")
    found = [(v["decision"], v["kind"]) for _, v in entries(shown(run), "step")]
    assert found == [
        ("d1", "sub-task"),
        ("d2", "sub-skill"),
        ("d2", "sub-skill"),
        ("d3", "judgement"),
    ]


def test_robots_rooms_and_progress_are_told() -> None:
    picture = shown(a_run())
    assert [room["id"] for room in entries(picture, "rooms")[0][1]] == ["room_0", "room_1"]
    assert entries(picture, "room/room_0") == [(4.0, "Kitchen")]
    assert entries(picture, "tidied") == [(0.0, [0, 1]), (30.0, [1, 1])]
    assert entries(picture, "there/cart") == [(2.0, "here"), (31.0, "left")]
    assert entries(picture, "state/dog")[-1][1]["holds"] == "Mug"
    assert entries(picture, "robot/dog")[0][1]["arm"] is True
    assert [value["status"] for _, value in entries(picture, "intent/dog")] == [
        "abandoned",
        "adopted",
        "done",
    ]


def test_the_dialogue_leads_to_decisions() -> None:
    said = [value for _, value in entries(shown(a_run()), "said")]
    assert {value["kind"] for value in said} == {
        "join",
        "intent",
        "reflection",
        "chat",
        "world",
        "leave",
    }
    assert {v["decision"] for v in said if v["kind"] in ("intent", "reflection")} == {"d1"}


def test_what_is_heard_twice_is_shown_once() -> None:
    run = a_run()
    once, twice = len(shown(run).log.since(-1, 0)[2]), Run()
    twice.heard = [heard for heard in run.heard for _ in range(2)]
    assert len(shown(twice).log.since(-1, 0)[2]) == once


def test_words_are_kept_by_number() -> None:
    words = shown(a_run()).words(1)
    assert words is not None
    assert words[0][0].content == "You plan."
    assert shown(a_run()).words(99) is None


def test_a_clock_that_falls_begins_the_picture_anew() -> None:
    run = a_run()
    picture = shown(run)
    assert not picture.note_time(30.0)
    assert not picture.note_time(29.6)
    before = picture.log.since(-1, 0)
    assert picture.note_time(1.0)
    assert picture.log.since(-1, 0)[1] == 0
    for heard in run.heard:
        picture.take_call(heard) if isinstance(heard, LlmCall) else picture.take(heard)
    assert len(picture.log.since(-1, 0)[2]) == len(before[2])
    assert picture.log.since(before[0], before[1])[0] == before[0] + 1


def test_a_stop_is_told_once_and_said() -> None:
    picture = Picture()
    for pressed in (True, True, False):
        presses = (StopCommand("anna", "", 1, pressed=True),) if pressed else ()
        state = RobotStop("rex", True, pressed, "", (), presses)
        picture.take_stops([state], 5.0)
    assert [value for _, value in entries(picture, "stop/")] == [True, False]
    assert [value["text"] for _, value in entries(picture, "said")] == [
        "the emergency stop of all robots is pressed",
        "the emergency stop of all robots is released",
    ]


def test_one_thing_that_robots_call_differently_is_one_thing() -> None:
    run = Run()
    run.say("dog", 1.0, MessageKind.DETECTION, detections=(mug(2.0),))
    run.say("cart", 2.0, MessageKind.DETECTION, detections=(mug(2.2, name="Mug_7"),))
    run.say("cart", 3.0, MessageKind.DETECTION, detections=(mug(6.0, name="Mug_7"),))
    run.say("cart", 4.0, MessageKind.DETECTION, detections=(mug(9.0, name="Mug_8"),))
    run.say("dog", 5.0, MessageKind.DETECTION, detections=(mug(7.0, Presence.HELD, "Mug_1"),))
    lines = [json.loads(line) for line in shown(run).log.since(-1, 0)[2]]
    keys = [track for track, _, _ in lines if track.startswith("thing/")]
    assert keys == ["thing/Mug-1", "thing/Mug-1", "thing/Mug-1", "thing/Mug-2", "thing/Mug-1"]


def test_a_thing_without_a_place_is_left_out() -> None:
    assert Things().note("dog", 1, {"category": "Mug", "position": [None, 1.0, 0.0]}) is None
    assert Things().note("dog", 1, {"category": "Mug"}) is None


def test_entries_keep_their_order_and_repeat_no_value() -> None:
    log = EntryLog()
    assert log.add("pose/dog", 1.0, (1.0, float("nan")))
    assert not log.add("pose/dog", 2.0, (1.0, float("nan")))
    assert log.add("said", 2.0, "a")
    assert log.add("said", 2.0, "a")
    run, count, lines = log.since(-1, 0)
    assert [json.loads(line) for line in lines][:2] == [
        ["pose/dog", 1.0, [1.0, None]],
        ["said", 2.0, "a"],
    ]
    log.add("said", 3.0, "b")
    assert [json.loads(line) for line in log.since(run, count)[2]] == [["said", 3.0, "b"]]


def test_a_recorded_run_is_the_same_picture(run_folder: Path) -> None:
    picture = Picture()
    read_run(run_folder, picture)
    assert picture.log.since(-1, 0)[2] == shown(a_run()).log.since(-1, 0)[2]
    assert describe_run(run_folder) == "run"


def test_what_is_no_run_is_refused_in_one_line(
    tmp_path: Path, run_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ConfigError, match="no such folder"):
        read_run(tmp_path / "nothing", Picture())
    with pytest.raises(ConfigError, match=r"events\.jsonl"):
        read_run(tmp_path, Picture())
    (run_folder / "llm_calls.jsonl").write_text('{"stamp": "soon"}\n')
    read_run(run_folder, Picture())
    assert "llm_calls.jsonl: 1 of 1 lines left out; the first: " in capsys.readouterr().err


@QUICK
@given(st.text())
def test_any_answer_can_be_read(text: str) -> None:
    answer = read_answer(text)
    assert all(item.strip() for item in answer.items)


@QUICK
@given(
    st.lists(st.from_regex(r"[A-Z][a-z]+ <[a-z_0-9]+>", fullmatch=True), min_size=1),
    st.text("abc .\n"),
)
def test_items_and_reasons_of_an_answer_are_found(items: list[str], reasons: str) -> None:
    numbered = "\n".join(f"{i}. {item}" for i, item in enumerate(items, 1))
    answer = read_answer(f"[analysis] {reasons}\n[result]\n{numbered}")
    assert answer.items == tuple(items)
    assert answer.analysis == reasons.strip()


def test_what_is_spent_adds_up_by_robot_and_team_beside_the_budget() -> None:
    picture = Picture(Prices({"m": Price(2.0, 10.0)}))
    call = LlmCall(1.0, "dog", 1, "rank", "m", 0.0, (), "A", prompt_tokens=1000, latency=0.5)
    picture.take_call(call)
    picture.take_call(replace(call, robot="cart", stamp=2.0, model="unknown"))
    refused = f"{NOT_ASKED}the run's budget of 2 calls does not last"
    picture.take_call(replace(call, call_id=2, stamp=3.0, error=refused))
    spent = {"calls": 1, "tokens": 1000, "usd": 0.002, "seconds": 0.5}
    assert entries(picture, "spent/dog") == [(1.0, {**spent, "priced": True})]
    assert entries(picture, "spent/cart")[-1][1] == {**spent, "usd": 0.0, "priced": False}
    both = {"calls": 2, "tokens": 2000, "usd": 0.002, "seconds": 1.0, "priced": False}
    assert entries(picture, "spent/")[-1] == (2.0, both)
    for budget in ("calls=2,robot.usd=1", "calls=2,robot.usd=1", ""):
        picture.take_budget("dog", read_budget(budget), 4.0)
    assert [value for _, value in entries(picture, "budget/run/dog")] == [{"calls": 2.0}, {}]
    assert entries(picture, "budget/robot/dog")[0][1] == {"usd": 1.0}
    assert not entries(picture, "budget/decision/dog")
