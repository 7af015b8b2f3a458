# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tests for copies of records with other values."""

from dataclasses import FrozenInstanceError, dataclass, field, replace
from functools import cached_property

import pytest

from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.scene import Detection, Misplaced
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind


@dataclass(frozen=True)
class _Listed:
    names: list[str] = field(default_factory=list)
    count: int = 0

    @cached_property
    def longest(self) -> str:
        return max(self.names, key=len)


def test_a_copy_is_what_replace_makes() -> None:
    mug = Detection("Mug_0", "Mug", Point(1.0, 2.0, 0.8), pickupable=True, seen=4.0)
    one = changed(mug, seen=5.0, misplaced=Misplaced.YES)
    assert one == replace(mug, seen=5.0, misplaced=Misplaced.YES)
    assert hash(one) == hash(replace(mug, seen=5.0, misplaced=Misplaced.YES))
    assert mug.seen == 4.0
    assert one.position is mug.position


def test_a_copy_stays_frozen() -> None:
    one = changed(Point(1.0, 2.0), x=3.0)
    with pytest.raises(FrozenInstanceError):
        one.x = 4.0  # type: ignore[misc]


def test_what_was_worked_out_of_the_old_values_is_not_copied() -> None:
    first = _Listed(["a", "bcd"])
    assert first.longest == "bcd"
    second = changed(first, names=["efghi"])
    assert second.longest == "efghi"
    state = RobotState(Pose(0.0, 0.0), held_object="Mug_0")
    assert state.all_held == ("Mug_0",)
    assert changed(state, held_object="").all_held == ()


def test_there_is_no_such_field() -> None:
    with pytest.raises(TypeError, match=r"Point: no fields \['w'\]"):
        changed(Point(1.0, 2.0), w=1.0)  # type: ignore[call-arg]


def test_what_checks_itself_is_refused() -> None:
    with pytest.raises(TypeError, match="SubTask: expected no __post_init__"):
        changed(SubTask(SubTaskKind.EXPLORE, room_id="room_0"), room_id="room_1")
