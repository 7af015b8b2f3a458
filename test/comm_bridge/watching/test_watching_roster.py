# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The team as it is shown: from messages and diagnostics."""

import io
import json

import pytest
from rich.console import Console

from adhoc_teamwork.comm_bridge.broker.links import SEQUENCES, WINDOW, LinkMeter
from adhoc_teamwork.comm_bridge.watching.roster import Link, Presence, Roster
from adhoc_teamwork.comm_bridge.watching.table import draw
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

STATE = RobotState(
    Pose(1.234, 2.0), "room_1", "Mug_0", "Mug", 60.0, "Explore <room_1>", "GoToRoom <room_1>"
)


@pytest.fixture
def roster() -> Roster:
    roster = Roster()
    roster.hear(TeamMessage("tall", 1, 1, 10.0, MessageKind.JOIN, capability=Capability("tall")))
    roster.hear(TeamMessage("tall", 1, 2, 11.0, MessageKind.STATE, state=STATE))
    return roster


def test_who_where_and_doing_what(roster: Roster) -> None:
    (row,) = roster.rows(12.5)
    assert (row.name, row.kind, row.presence) == ("tall", "tall, no arm", Presence.HERE)
    assert (row.room, row.position) == ("room_1", (1.23, 2.0))
    assert (row.doing, row.skill, row.holds) == ("Explore <room_1>", "GoToRoom <room_1>", "Mug")
    assert row.heard == 1.5
    intent = Intent(3, IntentStatus.ADOPTED, SubTask(SubTaskKind.EXPLORE, room_id="room_2"))
    roster.hear(TeamMessage("tall", 1, 3, 12.0, MessageKind.INTENT, intent=intent))
    assert roster.rows(12.5)[0].doing == "Explore <room_2>"


def test_who_is_not_there(roster: Roster) -> None:
    assert roster.rows(100.0)[0].presence is Presence.SILENT
    roster.note("broker", 1, "", {"gone": "tall small"})
    assert roster.rows(12.0)[0].presence is Presence.GONE
    roster.hear(TeamMessage("tall", 1, 4, 13.0, MessageKind.LEAVE, text="bye"))
    assert roster.rows(13.0)[0].presence is Presence.LEFT


def test_links_and_what_is_wrong_are_shown(roster: Roster) -> None:
    meter = LinkMeter()
    meter.heard("tall", 1, 1, 0.02, 1.0)
    roster.note("broker: link tall", 0, "", meter.report("tall", 1.0, queue=3).values())
    roster.note("tall: planner", 1, "no usable answer", {})
    roster.note("tall: stranger", 0, "", {"not_understood": "2", "last_not_understood": "x / y"})
    (row,) = roster.rows(12.0)
    assert row.link == Link(0.1, 0.0, 0.02, 0.0, 3)
    assert row.note == "planner: no usable answer; 2 not understood, the last: x"
    roster.note("tall: planner", 0, "fine", {})
    assert roster.rows(12.0)[0].note.startswith("2 not understood")


def test_the_table_and_the_json_hold_hostile_words(roster: Roster) -> None:
    said = RobotState(Pose(0.0, 0.0), subtask="[bold]\x1b[2J\nExplore", subskill="[/red]")
    roster.hear(TeamMessage("tall", 1, 5, 12.0, MessageKind.STATE, state=said))
    roster.note("broker", 0, "", {"relayed": "[/nothing] 3"})
    console = Console(file=io.StringIO(), width=200)
    console.print(draw(roster, 13.0, 7))
    shown = console.file.getvalue()
    assert "\x1b[2J" not in shown
    assert "[bold]" in shown
    assert "domain 7" in shown
    data = json.loads(json.dumps(roster.as_json(13.0)))
    assert data["robots"][0]["presence"] == "here"


def test_rates_are_of_the_last_seconds() -> None:
    meter = LinkMeter()
    for number in range(20):
        meter.heard("tall", 1, number + 1, 0.01 * number, now=float(number))
    meter.told("tall", 5, 19.0)
    report = meter.report("tall", 19.0)
    assert report.rate_in == pytest.approx(11 / WINDOW)
    assert report.rate_out == 0.5
    assert report.latency == pytest.approx(0.14)
    assert meter.report("tall", 100.0).rate_in == 0.0
    assert meter.report("nobody", 0.0).latency is None


def test_gaps_are_losses_until_they_are_filled() -> None:
    meter = LinkMeter()
    for number in (1, 2, 4, 5):
        meter.heard("tall", 1, number, 0.0, 0.0)
    assert meter.report("tall", 0.0).loss == pytest.approx(0.2)
    meter.heard("tall", 1, 3, 0.0, 0.0)
    assert meter.report("tall", 0.0).loss == 0.0
    for number in range(100, 100 + 5 * SEQUENCES, 2):
        meter.heard("tall", 1, number, 0.0, 0.0)
    assert meter.report("tall", 0.0).loss == pytest.approx(0.5, abs=0.01)
    meter.heard("tall", 2, 77, 0.0, 0.0)
    assert meter.report("tall", 0.0).loss == 0.0


def test_clocks_apart_are_no_latency() -> None:
    meter = LinkMeter()
    meter.heard("tall", 1, 1, -4.9, 0.0)
    meter.told_all(0.0)
    report = meter.report("tall", 0.0, clock_ahead=5.0)
    assert report.latency == pytest.approx(0.1)
    assert report.rate_out == 0.1


def test_what_is_no_message_of_the_robot_says_nothing_of_its_link() -> None:
    meter = LinkMeter()
    meter.hear("tall", (b"", b"noise", bytes(64)), 1.0, 1.0)
    assert meter.report("tall", 1.0).rate_in == 0.0
