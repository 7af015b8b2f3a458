# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Teammates' reports, merged without counting twice."""

import math
from dataclasses import replace

import pytest
from box_rooms import Block, Looker, small

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.objects.objects import ObjectStore
from adhoc_teamwork.perception.objects.teammates import TeammateReports
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState

MUG = Detection(
    "Mug_4", "Mug", Point(2.8, 2.1, 0.76), Size(0.1, 0.1, 0.12), pickupable=True, seen=5.0,
    seen_by="tall",
)  # fmt: skip


class Mate:
    """Say things as the teammate `tall`."""

    def __init__(self, looker: Looker) -> None:
        self._looker = looker
        self._sequence = 0

    def say(self, *detections: Detection, session: int = 1, sender: str = "tall") -> bool:
        self._sequence += 1
        stamp = max(5.0, *(d.seen for d in detections), 5.0)
        return self._looker.belief.hear(
            TeamMessage(
                sender, session, self._sequence, stamp, MessageKind.DETECTION, detections=detections
            )
        )

    def state(self, pose: Pose, held: str = "", category: str = "", stamp: float = 6.0) -> None:
        self._sequence += 1
        state = RobotState(pose, held_object=held, held_category=category)
        self._looker.belief.hear(
            TeamMessage("tall", 1, self._sequence, stamp, MessageKind.STATE, state=state)
        )

    def leave(self) -> None:
        self._looker.belief.hear(TeamMessage("tall", 1, 999, 9.0, MessageKind.LEAVE))


@pytest.fixture
def mate(looker: Looker) -> Mate:
    return Mate(looker)


def test_unknown_object_is_adopted_under_its_name(looker: Looker, mate: Mate) -> None:
    mate.say(MUG)
    mug = looker.object("Mug_4")
    assert mug.status is Presence.PRESENT
    assert mug.seen_by == "tall"
    assert mug.confidence < 1.0


def test_name_in_use_for_another_object_is_not_taken(looker: Looker, mate: Mate) -> None:
    looker.look(times=2)
    mate.say(replace(MUG, object_id="Mug_0", position=Point(0.5, 0.5, 0.06)))
    assert looker.ids() == ["DiningTable_0", "Mug_0", "Mug_1"]


def test_same_object_is_not_counted_twice(looker: Looker, mate: Mate) -> None:
    looker.look(times=2)
    mate.say(replace(MUG, position=Point(2.6, 2.3, 0.8)))
    assert looker.ids() == ["DiningTable_0", "Mug_0"]
    assert looker.object("Mug_0").position.y == pytest.approx(2.1, abs=0.05)


def test_hearsay_is_replaced_by_own_sight(looker: Looker, mate: Mate) -> None:
    mate.say(replace(MUG, position=Point(2.6, 2.3, 0.8), seen=0.1))
    looker.look(times=2)
    assert looker.ids() == ["DiningTable_0", "Mug_4"]
    mug = looker.object("Mug_4")
    assert mug.position.y == pytest.approx(2.1, abs=0.05)
    assert mug.seen_by == "rover"


def test_own_fresh_sight_beats_stale_hearsay(looker: Looker, mate: Mate) -> None:
    looker.look(times=4)
    mate.say(replace(MUG, status=Presence.GONE, seen=0.5))
    assert looker.object("Mug_0").status is Presence.PRESENT


def test_states_are_as_somebody_last_saw_them(looker: Looker, mate: Mate) -> None:
    on, off = (State("power", value) for value in ("on", "off"))
    mug = looker.room.blocks["mug"]
    label = replace(mug.label, states=(off,))
    looker.room.blocks["mug"] = replace(mug, label=label)
    looker.look(times=2)
    seen = looker.object("Mug_0")
    assert seen.states == (off,)
    mate.say(replace(seen, states=(on,), seen=seen.seen + 5.0, seen_by="tall"))
    assert looker.object("Mug_0").states == (on,)
    mate.say(replace(seen, states=(), seen=seen.seen + 6.0, seen_by="tall"))
    assert looker.object("Mug_0").states == (on,), "one that does not tell of states"


def test_fresher_reports_of_gone_and_held_are_believed(looker: Looker, mate: Mate) -> None:
    looker.look(times=2)
    mate.say(replace(MUG, status=Presence.GONE, seen=3.0))
    assert looker.object("Mug_0").status is Presence.GONE
    mate.say(replace(MUG, status=Presence.HELD, seen=4.0))
    assert looker.object("Mug_0").status is Presence.HELD


def test_object_moved_by_a_teammate_keeps_its_own_name(looker: Looker, mate: Mate) -> None:
    looker.look(times=2)
    mate.say(replace(MUG, seen=2.0))
    mate.say(replace(MUG, position=Point(0.5, 3.5, 0.06), seen=4.0))
    assert looker.ids() == ["DiningTable_0", "Mug_0"]
    assert looker.object("Mug_0").position.x == pytest.approx(0.5)


def test_judgement_is_carried_along_with_its_reason(looker: Looker, mate: Mate) -> None:
    looker.look(times=2)
    mate.say(replace(MUG, misplaced=Misplaced.YES, reason="mugs belong in the kitchen", seen=0.2))
    mug = looker.object("Mug_0")
    assert mug.misplaced is Misplaced.YES
    assert mug.reason == "mugs belong in the kitchen"


def test_judgement_ends_when_the_object_is_elsewhere(looker: Looker, mate: Mate) -> None:
    looker.look(times=2)
    mate.say(replace(MUG, misplaced=Misplaced.YES, seen=2.0))
    looker.room.blocks["mug"] = looker.room.blocks["mug"].at(2.7, 3.0, 0.06)
    looker.time = 5.0
    looker.look(times=3)
    assert looker.object("Mug_0").misplaced is Misplaced.UNKNOWN


def test_a_late_judgement_about_another_place_is_not_taken_over(looker: Looker, mate: Mate) -> None:
    looker.look(times=2)
    elsewhere = replace(
        MUG, position=Point(0.5, 0.5, 0.06), misplaced=Misplaced.YES, reason="floor"
    )
    mate.say(replace(MUG, object_id="Mug_9"))
    mate.say(replace(elsewhere, object_id="Mug_9", seen=-1.0))
    assert looker.object("Mug_0").misplaced is Misplaced.UNKNOWN
    mate.say(replace(MUG, object_id="Mug_9", misplaced=Misplaced.YES, reason="table", seen=-1.0))
    assert looker.object("Mug_0").reason == "table"


def test_an_echo_of_what_was_seen_before_it_moved_makes_no_second_one(
    looker: Looker, mate: Mate
) -> None:
    looker.look(times=2)
    looker.room.blocks["mug"] = looker.room.blocks["mug"].at(2.8, 1.5, 0.76)
    looker.look(times=4)
    known = looker.ids()
    old = replace(MUG, position=Point(0.5, 0.5, 0.06), seen=0.5)
    mate.say(replace(old, seen_by="rover"))
    mate.say(old, sender="small")
    assert looker.ids() == known
    mate.say(replace(old, object_id="Mug_8", seen_by="unheard"))
    assert looker.ids() == [*known, "Mug_8"]


def test_gone_object_nobody_knows_is_ignored(looker: Looker, mate: Mate) -> None:
    assert not mate.say(replace(MUG, status=Presence.GONE))
    assert looker.ids() == []


def test_what_is_seen_in_a_hand_that_nobody_says_to_have_full_is_no_new_thing(
    looker: Looker, mate: Mate
) -> None:
    at = Point(0.5, 0.5, 1.0)
    held = replace(MUG, object_id="Mug_7", position=at, status=Presence.HELD, seen_by="small")
    # It may be in the hand of who hears this, and nobody would ever let go of it.
    assert not mate.say(held, sender="small")
    assert looker.ids() == []
    mate.state(Pose(0.5, 0.5), "Mug_2", "Mug", stamp=2.0)
    mate.say(replace(held, seen=3.0), sender="small")
    assert looker.object("Mug_7").status is Presence.HELD
    # Who holds it is who says so, not who has seen it.
    mate.state(Pose(0.5, 0.5), stamp=4.0)
    assert looker.object("Mug_7").status is Presence.PRESENT


def test_held_by_state_then_put_down(looker: Looker, mate: Mate) -> None:
    looker.look(times=2)
    mate.state(Pose(2.2, 2.0), "Mug_9", "Mug", stamp=2.0)
    assert looker.object("Mug_0").status is Presence.HELD
    mate.state(Pose(4.0, 3.5), "Mug_9", "Mug", stamp=4.0)
    assert looker.object("Mug_0").position.x == pytest.approx(4.0, abs=0.1)
    mate.state(Pose(4.0, 3.5), stamp=5.0)
    assert looker.object("Mug_0").status is Presence.PRESENT
    assert looker.object("Mug_0").confidence < 0.5


def test_what_was_seen_in_the_air_apart_from_the_hand_that_has_it_is_not_a_second_one(
    looker: Looker, mate: Mate
) -> None:
    """A teammate drives on before it tells so: what it carries seems to hang where nobody is."""
    mate.say(MUG)
    mate.state(Pose(3.6, 3.4), "Mug_4", "Mug")
    looker.room.blocks["mug"] = looker.room.blocks["mug"].at(2.3, 3.2, 0.8)
    looker.look(yaw=0.6, times=2)
    assert looker.ids() == ["DiningTable_0", "Mug_0", "Mug_4"]
    looker.room.blocks["mug"] = looker.room.blocks["mug"].at(2.2, 2.7, 0.8)
    mate.state(Pose(2.2, 3.0), "Mug_4", "Mug", stamp=8.0)
    looker.look(yaw=0.6, times=2)
    assert looker.ids() == ["DiningTable_0", "Mug_4"]
    assert looker.object("Mug_4").status is Presence.HELD
    assert looker.object("Mug_4").position.y == pytest.approx(2.7, abs=0.1)


def test_what_a_leaving_teammate_held_is_not_lost(looker: Looker, mate: Mate) -> None:
    looker.look(times=2)
    mate.state(Pose(2.2, 2.0), "Mug_9", "Mug", stamp=2.0)
    mate.leave()
    assert looker.object("Mug_0").status is Presence.PRESENT


def test_own_echo_changes_nothing_known(looker: Looker, mate: Mate) -> None:
    looker.look(times=2)
    mate.say(replace(MUG, seen_by="rover", seen=99.0, position=Point(2.6, 2.3, 0.8)))
    assert looker.object("Mug_0").position.y == pytest.approx(2.1, abs=0.05)
    assert not mate.say(MUG, sender="rover")


def test_unfinite_positions_are_ignored(looker: Looker, mate: Mate) -> None:
    assert not mate.say(replace(MUG, position=Point(float("nan"), 0.0, 0.0)))
    assert looker.ids() == []


def test_hearsay_that_is_seen_to_be_wrong_is_given_up(looker: Looker, mate: Mate) -> None:
    mate.say(replace(MUG, category="Cup", object_id="Cup_0", position=Point(3.0, 1.7, 0.78)))
    assert "Cup_0" in looker.ids()
    looker.time = 6.0
    looker.look(times=8)
    assert looker.object("Cup_0").status is Presence.GONE


def test_two_reported_at_once_are_two(looker: Looker, mate: Mate) -> None:
    looker.room.blocks["mug"] = Block((2.8, 2.1, 0.76), (0.1, 0.1, 0.12), 2, small("Mug"))
    mate.say(MUG, replace(MUG, object_id="Mug_5", position=Point(2.8, 1.8, 0.76)))
    assert looker.ids() == ["Mug_4", "Mug_5"]


def test_one_large_thing_under_two_names_stays_one(looker: Looker, mate: Mate) -> None:
    looker.look(times=2)
    table = looker.object("DiningTable_0")
    told = Detection(
        "DiningTable_3", "DiningTable", table.position, table.size, is_receptacle=True, seen=5.0,
        seen_by="tall",
    )  # fmt: skip
    part = replace(told, object_id="DiningTable_4", size=replace(told.size, z=0.1), seen=5.1)
    mate.say(told)
    mate.say(part)
    assert looker.ids() == ["DiningTable_0", "Mug_0"]
    elsewhere = replace(part, object_id="DiningTable_5", position=Point(8.0, 2.0, 0.4))
    mate.say(elsewhere)
    assert looker.ids() == ["DiningTable_0", "DiningTable_5", "Mug_0"]


def test_a_part_of_furniture_that_a_teammate_saw_has_not_moved(looker: Looker, mate: Mate) -> None:
    table = looker.room.blocks["table"]
    looker.room.blocks["table"] = replace(table, size=(0.8, 3.6, 0.7))
    for y in (1.0, 2.0, 3.0):
        looker.look(y=y)
    seen = looker.object("DiningTable_0")
    part = replace(
        seen,
        position=Point(seen.position.x, 0.6, seen.position.z),
        size=replace(seen.size, y=0.3),
        support_height=0.5,
        support_seen=True,
        seen=9.0,
        seen_by="tall",
    )
    mate.say(part)
    told = looker.object("DiningTable_0")
    assert (told.position, told.size) == (seen.position, seen.size)
    assert told.support_height == seen.support_height, "its own camera is above the top"


@pytest.mark.parametrize("told_before", [True, False])
def test_a_surface_above_the_own_camera_is_where_those_say_who_look_down_on_it(
    looker: Looker, mate: Mate, told_before: bool
) -> None:
    looker.room.camera_height = 0.3
    report = Detection(
        "DiningTable_0", "DiningTable", Point(3.0, 2.0, 0.35), Size(0.8, 1.2, 0.7),
        is_receptacle=True, support_height=0.69, support_seen=True,
    )  # fmt: skip
    if told_before:
        mate.say(report)
    looker.look(times=2)
    mate.say(replace(report, seen=2.0))
    mate.say(replace(report, seen=2.0, support_height=0.4), sender="small")
    looker.look(y=1.5)
    assert looker.object("DiningTable_0").support_height == pytest.approx(0.69)
    mate.say(replace(report, seen=3.0, support_height=0.6))
    looker.look(y=1.2)
    assert looker.object("DiningTable_0").support_height < 0.69


def test_who_sees_furniture_from_below_all_the_time_is_told_its_shape_too(
    looker: Looker, mate: Mate
) -> None:
    looker.room.camera_height = 0.3
    for y in (1.5, 2.0):
        looker.look(y=y)
    seen = looker.object("DiningTable_0")
    told = replace(
        seen, support_height=0.69, support_seen=True, seen=seen.seen - 0.1, seen_by="tall",
        size=replace(seen.size, x=2.0), position=replace(seen.position, x=seen.position.x + 0.5),
    )  # fmt: skip
    assert mate.say(told)
    believed = looker.object("DiningTable_0")
    assert believed.support_height == pytest.approx(0.69)
    assert believed.size.x == pytest.approx(2.0, abs=0.2)
    assert believed.seen == seen.seen
    assert not mate.say(told), "it is known by now"


def test_a_name_of_what_was_forgotten_does_not_pass_on_to_another_thing() -> None:
    store = ObjectStore(PerceptionConfig())
    teammates = TeammateReports("alpha", store)

    def hear(sender: str, sequence: int, x: float) -> None:
        told = replace(MUG, position=Point(x, 2.0, 0.8), seen=float(sequence), seen_by=sender)
        teammates.hear(
            TeamMessage(
                sender, 1, sequence, float(sequence), MessageKind.DETECTION, detections=(told,)
            )
        )

    hear("tall", 5, 2.0)
    store.remove(list(store))
    hear("small", 6, 7.0)
    hear("tall", 7, 2.0)
    assert sorted(float(known.position.x) for known in store) == pytest.approx([2.0, 7.0])


def test_what_the_own_hand_feels_is_nowhere_else_whatever_others_say(
    looker: Looker, mate: Mate
) -> None:
    looker.look(x=2.0, times=2)
    looker.belief.feel(True, Pose(2.0, 2.0))
    looker.belief.hear_own_planner("Mug_0")
    del looker.room.blocks["mug"]
    looker.look(x=2.0, times=2)
    assert looker.object("Mug_0").status is Presence.HELD
    mate.say(replace(MUG, seen=looker.time + 0.2))
    mate.state(Pose(2.8, 2.5), "Mug_4", "Mug", stamp=looker.time + 0.3)
    mate.state(Pose(2.8, 2.5), stamp=looker.time + 0.4)
    assert looker.object("Mug_0").status is Presence.HELD
    looker.belief.feel(False, Pose(1.0, 2.0))
    looker.look(x=1.0, yaw=math.pi, times=2)
    left = looker.object("Mug_0")
    assert left.status is Presence.PRESENT
    assert left.position.x < 2.0


def test_a_state_that_comes_late_takes_nothing_from_where_it_was_seen_since(
    looker: Looker, mate: Mate
) -> None:
    looker.time = 100.0
    looker.look(times=3)
    mate.state(Pose(3.4, 2.1), "Mug_4", "Mug", stamp=50.0)
    assert looker.object("Mug_0").status is Presence.PRESENT
    mate.state(Pose(3.4, 2.1), "Mug_4", "Mug", stamp=looker.time)
    assert looker.object("Mug_0").status is Presence.HELD


def test_what_cannot_have_been_seen_yet_is_refused_whenever_it_is_said(looker: Looker) -> None:
    looker.look(times=2)
    gone = replace(MUG, status=Presence.GONE, seen=2.0e9)
    for number, stamp in enumerate((0.0, 5.0), 1):
        told = TeamMessage("tall", 1, number, stamp, MessageKind.DETECTION, detections=(gone,))
        looker.belief.hear(told)
    assert looker.object("Mug_0").status is Presence.PRESENT
    del looker.room.blocks["mug"]
    looker.look(times=40)
    assert looker.object("Mug_0").status is Presence.GONE


def test_who_tells_of_more_than_a_house_holds_is_not_heard_about_the_rest() -> None:
    reports = TeammateReports("rover", ObjectStore(PerceptionConfig()))
    for number in range(5):
        told = tuple(
            replace(MUG, object_id=f"{number}_{n}", position=Point(3.0 * n, 3.0 * number, 0.5))
            for n in range(250)
        )
        message = TeamMessage("tall", 1, number + 1, 5.0, MessageKind.DETECTION, detections=told)
        changed = len(reports.hear(message))
        assert changed == (250 if number < 4 else 0)
    assert reports.refused == 250
    assert reports.last_refused == "tall tells of more than 1000 things"
    other = replace(MUG, position=Point(-5.0, 0.0, 0.5), seen_by="small")
    message = TeamMessage("small", 1, 1, 5.0, MessageKind.DETECTION, detections=(other,))
    assert len(reports.hear(message)) == 1
