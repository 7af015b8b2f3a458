# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bad input is refused or passed over: the belief after it is the belief without it."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from box_rooms import CAPABILITY, RANGE, ROOM, Looker, furniture, small, table_with_mug
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.ndimage import binary_dilation

from adhoc_teamwork.perception.frames.camera import FARTHEST, BadFrameError, Frame, Intrinsics
from adhoc_teamwork.perception.map.grid_map import OCCUPIED, UNKNOWN
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence, Room, SceneGraph
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState

VIEW = Pose(1.0, 2.0, 0.0)
JUNK = st.sampled_from([math.nan, -math.inf, 0.0, -0.0, -3.0, -1e-45, FARTHEST + 1, 65.535, 1e30])
ANY_NUMBER = st.floats(allow_nan=True, allow_infinity=True)
ABSURD = st.sampled_from([math.nan, math.inf, -math.inf, 1e30, -1e30])


def good_frame(stamp: float = 1.0) -> Frame:
    return table_with_mug().frame(VIEW, stamp)


def robot() -> Perception:
    belief = Perception("rover", CAPABILITY)
    belief.set_floor_plan(SceneGraph(rooms=(ROOM,)))
    belief.set_labels(table_with_mug().labels())
    return belief


def believed(belief: Perception, stamp: float = 50.0) -> tuple[Any, ...]:
    assert belief.grid is not None
    return belief.scene_graph(stamp), belief.grid.values().tobytes()


def with_depth(frame: Frame, change: Callable[[np.ndarray], None]) -> Frame:
    depth = frame.depth.copy()
    change(depth)
    return replace(frame, depth=depth)


def test_the_frame_that_the_others_spoil_is_good() -> None:
    belief = robot()
    belief.process(good_frame())
    assert {o.object_id for o in belief.scene_graph(1.0).objects} == {"DiningTable_0", "Mug_0"}


@settings(max_examples=6)
@given(junk=JUNK, before=st.booleans())
def test_pictures_without_any_usable_depth_change_nothing(junk: float, before: bool) -> None:
    clean, spoilt = robot(), robot()
    if before:
        for belief in (clean, spoilt):
            belief.process(good_frame(1.0))
    for stamp in (2.0, 3.0, 4.0, 5.0):
        bad = with_depth(good_frame(stamp), lambda depth: depth.fill(np.float32(junk)))
        assert spoilt.process(bad) == ()
    assert spoilt.counters["empty_depth"] == 4
    assert believed(spoilt) == believed(clean)
    for belief in (clean, spoilt):
        belief.process(good_frame(6.0))
    assert believed(spoilt) == believed(clean)


@settings(max_examples=6)
@given(junk=JUNK, seed=st.integers(0, 2**16), share=st.floats(0.0, 1.0))
def test_spoilt_pixels_show_nothing_that_is_not_there(junk: float, seed: int, share: float) -> None:
    clean, spoilt = robot(), robot()
    for belief in (clean, spoilt):
        belief.process(good_frame(1.0))
    where = np.random.default_rng(seed).random((120, 160)) < share

    def spoil(depth: np.ndarray) -> None:
        depth[where] = junk

    for stamp in (2.0, 3.0, 4.0):
        clean.process(good_frame(stamp))
        spoilt.process(with_depth(good_frame(stamp), spoil))
    ours, theirs = spoilt.scene_graph(4.0), clean.scene_graph(4.0)
    assert {o.object_id for o in ours.objects} == {o.object_id for o in theirs.objects}
    assert all(o.status is Presence.PRESENT for o in ours.objects)
    assert spoilt.grid is not None
    assert clean.grid is not None
    ours_map, theirs_map = spoilt.grid.values(), clean.grid.values()
    assert ((ours_map == OCCUPIED) == (theirs_map == OCCUPIED)).all()
    # Rays are followed in steps: which cells they only graze is a matter of chance.
    beside = binary_dilation(theirs_map != UNKNOWN)
    assert not (ours_map[~beside] != UNKNOWN).any()


@settings(max_examples=25)
@given(data=st.data())
def test_any_picture_leaves_a_finite_belief(data: st.DataObject) -> None:
    belief = robot()
    belief.process(good_frame(1.0))
    number = st.one_of(ANY_NUMBER, st.floats(-10.0, 100.0))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**16)))
    values = np.array(data.draw(st.lists(number, min_size=1, max_size=8)), np.float64)
    ids = data.draw(st.lists(st.integers(0, 65535) | st.integers(0, 3), min_size=1, max_size=8))
    with np.errstate(over="ignore"):
        depth = rng.choice(values, (12, 16)).astype(np.float32)
    instances = rng.choice(np.array(ids, np.uint16), (12, 16))
    focal = st.floats(0.1, 1e4) | ANY_NUMBER
    middle = st.floats(-20.0, 30.0) | ANY_NUMBER
    pose = table_with_mug().camera_pose(VIEW)
    pose[:3, 3] = data.draw(st.tuples(*[st.floats(-20.0, 20.0) | ANY_NUMBER] * 3))
    before = believed(belief)
    try:
        camera = Intrinsics(16, 12, *(data.draw(s) for s in (focal, focal, middle, middle)))
        frame = Frame(2.0, depth, instances, camera, pose, VIEW, RANGE)
    except BadFrameError:
        assert believed(belief) == before
        return
    belief.process(frame)
    for known in belief.scene_graph(2.0).objects:
        numbers = (known.position.x, known.position.y, known.position.z)
        sizes = (known.size.x, known.size.y, known.size.z)
        assert np.isfinite((*numbers, *sizes)).all()


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("size", {"depth": np.zeros((3, 4), np.float32)}),
        ("size", {"instances": np.zeros((120, 161), np.uint16)}),
        ("pose", {"pose": np.full((4, 4), math.nan)}),
        ("pose", {"pose": np.zeros((4, 4))}),
        ("pose", {"pose": np.diag([1.0, 1.0, -1.0, 1.0])}),
        ("pose", {"base": Pose(math.nan, 2.0, 0.0)}),
        ("pose", {"base": Pose(1.0, 2.0, math.inf)}),
        ("pose", {"base": Pose(1e30, 2.0, 0.0)}),
        ("stamp", {"stamp": math.nan}),
    ],
)
def test_frames_that_cannot_be_are_refused_by_kind(kind: str, changes: dict[str, Any]) -> None:
    with pytest.raises(BadFrameError) as error:
        replace(good_frame(), **changes)
    assert error.value.kind == kind
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "numbers",
    [(0.0, 0.0, 8.0, 6.0), (math.nan, 9.0, 8.0, 6.0), (1e-30, 9.0, 8.0, 6.0),
     (9.0, 1e30, 8.0, 6.0), (9.0, 9.0, 1e9, 6.0), (9.0, -9.0, 8.0, 6.0)],
)  # fmt: skip
def test_intrinsics_that_no_camera_has_are_refused(numbers: tuple[float, ...]) -> None:
    with pytest.raises(BadFrameError) as error:
        Intrinsics(16, 12, *numbers)
    assert error.value.kind == "intrinsics"


def test_unknown_mask_ids_make_and_remove_nothing(looker: Looker) -> None:
    looker.look(times=2)
    before = looker.ids()
    looker.belief.process(
        replace(frame := looker.room.frame(VIEW, 5.0), instances=frame.instances + np.uint16(900))
    )
    assert looker.ids() == before
    assert looker.object("Mug_0").status is Presence.PRESENT
    assert looker.belief.counters["unknown_ids"] > 0


def test_id_that_changes_its_class_is_nameless_until_it_settles(looker: Looker) -> None:
    looker.look(times=2)
    wrong = {1: small("Mug"), 2: furniture("DiningTable")}
    right = looker.room.labels()
    belief, time = looker.belief, looker.time
    for turn in range(20):
        time += 0.5
        belief.set_labels(wrong if turn % 2 else right, time - 0.1)
        belief.process(looker.room.frame(VIEW, time))
    assert looker.ids() == ["DiningTable_0", "Mug_0"]
    assert looker.object("Mug_0").position.distance_to(Point(2.8, 2.1, 0.76)) < 0.05
    assert belief.counters["relabelled"] > 0
    belief.set_labels({2: small("Bowl")}, time)
    for _ in range(8):
        time += 0.5
        belief.process(looker.room.frame(VIEW, time))
    assert "Bowl_0" in looker.ids()


def test_labels_with_the_stamp_of_the_picture_are_believed_at_once(looker: Looker) -> None:
    room, belief = looker.room, looker.belief
    for turn in range(6):
        stamp = 1.0 + turn * 0.2
        frame = room.frame(VIEW, stamp)
        swapped = np.where(frame.instances > 0, 3 - frame.instances, 0).astype(np.uint16)
        labels = room.labels()
        if turn % 2:
            labels = {3 - number: label for number, label in labels.items()}
            frame = replace(frame, instances=swapped)
        belief.set_labels(labels, stamp)
        assert {d.object_id for d in belief.process(frame)} == {"DiningTable_0", "Mug_0"}
    assert looker.ids() == ["DiningTable_0", "Mug_0"]


@pytest.mark.parametrize("corner", [(math.nan, 0.0), (math.inf, 0.0), (1e30, 0.0), (900.0, 0.0)])
def test_impossible_floor_plan_changes_nothing(corner: tuple[float, float]) -> None:
    belief = robot()
    belief.process(good_frame())
    before = believed(belief)
    plan = SceneGraph(rooms=(Room("room_0", ((0.0, 0.0), corner, (5.0, 4.0))),))
    with pytest.raises(ValueError, match=r"room"):
        belief.set_floor_plan(plan)
    assert believed(belief) == before


@settings(max_examples=12)
@given(data=st.data())
def test_reports_from_nowhere_change_nothing(data: st.DataObject) -> None:
    belief = robot()
    belief.process(good_frame())
    before = believed(belief)
    report = Detection(
        "Cup_7", "Cup", Point(1.0, 1.0, 0.5), Size(0.1, 0.1, 0.1), pickupable=True, seen=2.0
    )
    absurd = data.draw(ABSURD)
    spoilt = data.draw(
        st.sampled_from(
            [
                replace(report, position=Point(absurd, 1.0, 0.5)),
                replace(report, position=Point(1.0, 1.0, absurd)),
                replace(report, seen=abs(absurd)),
                replace(report, size=Size(1e30, 0.1, 0.1)),
                replace(report, support_height=1e30),
                replace(report, category=""),
            ]
        )
    )
    belief.hear(TeamMessage("tall", 1, 1, 2.0, MessageKind.DETECTION, detections=(spoilt,)))
    state = RobotState(Pose(absurd, 1.0, 0.0), held_object="Mug_0", held_category="Mug")
    belief.hear(TeamMessage("tall", 1, 2, 2.0, MessageKind.STATE, state=state))
    assert believed(belief) == before
    refused, text = belief.refused_reports
    assert refused == 2
    assert "tall" in text
    belief.hear(TeamMessage("tall", 1, 3, 2.0, MessageKind.DETECTION, detections=(report,)))
    assert belief.scene_graph(2.0).object("Cup_7") is not None


@settings(max_examples=12)
@given(data=st.data())
def test_any_report_leaves_a_finite_belief(data: st.DataObject) -> None:
    belief = robot()
    belief.process(good_frame())
    number = st.one_of(st.floats(-5.0, 5.0), ANY_NUMBER)
    for sequence in range(data.draw(st.integers(1, 3))):
        detection = Detection(
            "Mug_1",
            data.draw(st.sampled_from(["Mug", "DiningTable", ""])),
            Point(*data.draw(st.tuples(number, number, number))),
            Size(*data.draw(st.tuples(number, number, number))),
            support_height=data.draw(number),
            pickupable=data.draw(st.booleans()),
            is_receptacle=data.draw(st.booleans()),
            misplaced=data.draw(st.sampled_from(list(Misplaced))),
            confidence=data.draw(number),
            status=data.draw(st.sampled_from(list(Presence))),
            seen=data.draw(number),
        )
        state = RobotState(
            Pose(*data.draw(st.tuples(number, number, number))),
            held_object="Mug_1",
            held_category=data.draw(st.sampled_from(["", "Mug"])),
        )
        kind = data.draw(st.sampled_from([MessageKind.STATE, MessageKind.LEAVE]))
        stamp = data.draw(number)
        belief.hear(
            TeamMessage("tall", 1, sequence, stamp, kind, detections=(detection,), state=state)
        )
        belief.process(good_frame(2.0 + sequence))
    for known in belief.scene_graph(9.0).objects:
        numbers = (known.position.x, known.position.y, known.position.z, known.confidence)
        assert np.isfinite((*numbers, known.size.x, known.size.y, known.size.z)).all()
        assert 0.0 <= known.confidence <= 1.0
