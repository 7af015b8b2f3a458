# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a run's events keep of a team message."""

import json

import pytest

from adhoc_teamwork.bringup.run_record.events import event_from_json
from adhoc_teamwork.bringup.run_record.narrator import Narrator
from adhoc_teamwork.bringup.run_record.plan_versions import PlanVersions
from adhoc_teamwork.bringup.run_record.team_events import team_event
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.teamwork.bodies.bands import Band
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind
from adhoc_teamwork.teamwork.team.utterance import Act, Topic, Utterance


@pytest.mark.parametrize("cause", [None, Cause.UNREACHABLE])
def test_why_a_sub_task_ended_is_kept_in_words_and_as_a_cause(cause: Cause | None) -> None:
    explore = SubTask(SubTaskKind.EXPLORE, "room_1")
    failed = Intent(3, IntentStatus.FAILED, explore, reason="No way leads there.", cause=cause)
    event = team_event(TeamMessage("dog", 1, 2, 5.0, MessageKind.INTENT, intent=failed))
    back = event_from_json(event.to_json())
    assert back.text == "failed at Explore <room_1> (No way leads there.)"
    intent = back.data["intent"]
    assert (intent["reason"], intent["cause"]) == ("No way leads there.", cause)


def test_a_body_is_kept_with_how_far_its_arm_gets_at_which_height() -> None:
    body = Capability("arm", can_manipulate=True, reach_bands=(Band(0.5, 0.1, 0.8),))
    event = team_event(TeamMessage("dog", 1, 2, 5.0, MessageKind.CAPABILITY, capability=body))
    kept = event_from_json(event.to_json()).data["capability"]
    assert kept["reach_bands"] == [{"height": 0.5, "nearest": 0.1, "farthest": 0.8}]


def test_events_from_before_intents_had_causes_are_read() -> None:
    line = (
        '{"time": 5.0, "source": "team", "kind": "intent", "robot": "dog", "text": "", "data":'
        ' {"intent": {"id": 3, "status": "failed", "subtask": "Explore <room_1>",'
        ' "subtask_kind": "Explore", "reason": "No way."}}}'
    )
    assert event_from_json(line).data["intent"]["reason"] == "No way."


def test_what_is_said_in_a_conversation_says_in_which_round_and_what_came_of_it() -> None:
    tasks = (("dog", "Explore <room_1>"),)
    topic = Topic(4.0, "dog", 1)
    said = Utterance(Act.CONCLUDE, "rooms", topic, 2, "", tasks, True, ("dog", "tall"))
    event = team_event(
        TeamMessage("dog", 1, 2, 5.0, MessageKind.CONCLUDE, utterance=said, text=str(said))
    )
    back = event_from_json(event.to_json())
    assert back.text == "rooms, round 2: concludes, agreed: dog: Explore <room_1>"
    told = back.data["conversation"]
    assert (told["form"], told["round"], told["agrees"]) == ("rooms", 2, True)
    assert told["topic"] == [4.0, "dog", 1]
    assert told["members"] == ["dog", "tall"]
    assert "rooms, round 2" in (Narrator(["dog"]).line(back) or "")
    picture = Picture()
    picture.take(back)
    shown = [json.loads(line) for line in picture.log.since(-1, 0)[2]]
    assert [value["kind"] for track, _, value in shown if track == "said"] == ["talk"]


def test_plans_for_all_are_numbered_where_they_are_another() -> None:
    versions, picture = PlanVersions(), Picture()
    told = []
    for number, text in enumerate(("1. dog: explore room_1", "1. dog: explore room_1", "Hm.")):
        topic = Topic(4.0 + number, "dog", number)
        said = Utterance(Act.CONCLUDE, "capo", topic, 1, text, (), True, ("dog",))
        message = TeamMessage(
            "dog", 1, 2 + number, 5.0 + number, MessageKind.CONCLUDE, utterance=said, text=str(said)
        )
        told.append(versions.take(team_event(message)))
        picture.take(team_event(message))
    assert told == [1, 1, 0]
    shown = [json.loads(line) for line in picture.log.since(-1, 0)[2]]
    said_lines = [value for track, _, value in shown if track == "said"]
    assert [value.get("version") for value in said_lines] == [1, 1, None]
