# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which events people get to read, and how."""

import io
import sys

import pytest
from bringup_stories import Story

from adhoc_teamwork.bringup.demo_run.link import Order, Report, order_from_json, report_from_json
from adhoc_teamwork.bringup.demo_run.live import make_view
from adhoc_teamwork.bringup.diagnostics import HOLD, DiagnosticChanges
from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.run_record.narrator import CHAT_BURST, Narrator
from adhoc_teamwork.bringup.run_record.team_events import describe_capability
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Misplaced
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, Reflection


def narrator() -> Narrator:
    return Narrator(["quadruped", "cart"])


def test_a_line_has_time_robot_and_text() -> None:
    line = narrator().line(Story().join("cart", 62.4, arm=False))
    assert line == "   62.4 s  cart       joins: cart robot, no arm, camera 1.00 m"


def test_who_has_no_camera_is_said_to_have_none() -> None:
    arm = Capability("arm panda", can_manipulate=True, payload=3.0, camera_range=0.0)
    assert describe_capability(arm).endswith(", lifts 3 kg, no camera")


@pytest.mark.parametrize("watch", [False, True])
def test_hostile_names_and_words_reach_no_terminal(
    watch: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = "dog\x1b]0;pwned\x07\x9b2J\u202e\n    9.9 s  house  all tidied\ud800"
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setattr(shown, "isatty", lambda: True)
    view, story, tell = make_view(watch), Story(), narrator()
    events = (
        story.join(evil, 1.0),
        story.message("cart", 2.0, MessageKind.CHAT, text=evil),
        story.message(evil, 3.0, MessageKind.LEAVE, text=evil),
    )
    robots = {evil: {"joined": True, "subtask": evil, "subskill": evil, "holds": evil}}
    for event in events:
        view.line(tell.line(event) or "", event.time)
        view.status(evil, robots, event.time)
    view.close()
    text = shown.getvalue()
    assert "dog" in text
    assert not set(text) & set("\x07\x9b\u202e\ud800")
    assert "pwned" not in text
    assert not [line for line in text.splitlines() if line.strip().startswith("9.9 s")]


def test_a_second_join_is_a_return() -> None:
    story, tell = Story(), narrator()
    tell.line(story.join("cart", 62.4))
    assert "is back after a restart" in (tell.line(story.join("cart", 80.0, session=2)) or "")


def test_proposals_and_states_are_not_told() -> None:
    story, tell = Story(), narrator()
    assert tell.line(story.state("cart", 1.0)) is None
    assert tell.line(story.intent("cart", 1.0, 1, IntentStatus.PROPOSED)) is None
    assert tell.line(story.intent("cart", 1.0, 1, IntentStatus.ADOPTED)) is not None


def test_an_object_out_of_place_is_told_once() -> None:
    story, tell = Story(), narrator()
    found = Detection("Mug_0", "Mug", Point(1.0, 2.0), room="room_1", receptacle_category="Sofa",
                      misplaced=Misplaced.YES, reason="cups belong in kitchens")  # fmt: skip
    messages = [
        story.message(robot, 5.0, MessageKind.DETECTION, detections=(found,))
        for robot in ("cart", "quadruped")
    ]
    first, second = (tell.line(message) for message in messages)
    assert (first or "").endswith(
        "finds Mug on Sofa in room_1 out of place (cups belong in kitchens)"
    )
    assert second is None


def test_only_objections_are_told() -> None:
    story, tell = Story(), narrator()
    for conflict in (True, False):
        reflection = Reflection("quadruped", 1, conflict, (), "mine")
        message = story.message("cart", 5.0, MessageKind.REFLECTION, reflection=reflection)
        assert bool(tell.line(message)) is conflict


def test_who_never_ends_talking_is_told_in_part_and_again_once_it_is_calm() -> None:
    story, tell = Story(), narrator()
    said = [tell.line(story.message("cart", 5.0, MessageKind.CHAT, text="Hm.")) for _ in range(50)]
    told = [line for line in said if line]
    assert len(told) == CHAT_BURST + 1
    assert told[-1].endswith("says more than is told here")
    later = tell.line(story.message("cart", 60.0, MessageKind.CHAT, text="Well."))
    assert (later or "").endswith("says: Well.")


def test_model_failures_are_told_now_and_then() -> None:
    def failure(time: float) -> Event:
        return Event(time, Source.MODEL, "rank", "cart", "language model failed at rank: x")

    tell = narrator()
    assert [bool(tell.line(failure(t))) for t in (1.0, 2.0, 30.0)] == [True, False, True]


def test_diagnostics_are_told_when_they_last() -> None:
    changes = DiagnosticChanges()

    def told(level: int, now: float) -> str:
        event = changes.update("cart: planner", level, "no model", "cart", now)
        return event.text if event else ""

    assert told(1, 0.0) == ""
    assert told(0, 1.0) == ""
    assert told(1, 2.0) == ""
    assert told(1, 2.0 + HOLD) == "warning: planner: no model"
    assert told(1, 20.0) == ""
    assert told(0, 21.0) == ""
    assert told(0, 21.0 + HOLD) == "ok: planner: no model"


def test_reports_and_orders_survive_their_line() -> None:
    report = Report("hello", 3.5, {"cart": {"holds": ""}})
    assert report_from_json(report.to_json()) == report
    assert report_from_json("[INFO] something else") is None
    assert report_from_json('{"other": 1}') is None
    event = Event(1.0, Source.PROCESS, "restart", "", "x", {"process": "broker"})
    assert order_from_json(Order(event=event).to_json()) == Order(event=event)
    assert order_from_json(Order(end="no world").to_json()) == Order(end="no world")
    assert order_from_json("nonsense") is None


def test_a_leave_without_a_reason_is_told() -> None:
    line = narrator().line(Story().message("cart", 2.0, MessageKind.LEAVE))
    assert (line or "").endswith("leaves: no reason given")
