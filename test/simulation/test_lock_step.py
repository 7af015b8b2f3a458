# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""When simulated time stands, for how long, and for whom it does no longer."""

from adhoc_teamwork.simulation.lock_step import AHEAD, PATIENCE, LockStep


class Scene:
    """A lock-step whose wall clock is moved by hand."""

    def __init__(self) -> None:
        self.wall = 100.0
        self.said: list[str] = []
        self.step = LockStep(lambda: self.wall, self.said.append)

    def holds(self, now: float, *names: str) -> bool:
        return self.step.holds(names or ("tall.skills",), now)


def test_time_is_at_most_so_far_ahead_of_the_slowest() -> None:
    scene = Scene()
    scene.step.take("tall.skills", 5.0)
    scene.step.take("tall.planner", 4.9)
    assert not scene.holds(4.9 + AHEAD, "tall.skills", "tall.planner")
    assert scene.holds(4.95 + AHEAD, "tall.skills", "tall.planner")
    assert not scene.holds(4.95 + AHEAD, "tall.skills")
    scene.step.take("tall.planner", 5.0)
    assert not scene.holds(4.95 + AHEAD, "tall.skills", "tall.planner")
    assert not scene.said


def test_who_never_said_anything_is_waited_for_once() -> None:
    scene = Scene()
    assert scene.holds(0.0)
    scene.wall += PATIENCE - 0.1
    assert scene.holds(0.0)
    scene.wall += 0.2
    assert not scene.holds(0.0)
    assert not scene.holds(50.0)
    assert len(scene.said) == 1
    assert scene.step.left_behind == ["tall.skills"]
    assert scene.said[0].startswith("tall.skills has said nothing for 60 s")


def test_who_says_that_it_is_at_work_is_waited_for() -> None:
    scene = Scene()
    for stamp in (1.0, 1.1, 1.1, 1.1):
        scene.step.take("tall.skills", stamp)
        assert scene.holds(2.0)
        scene.wall += PATIENCE - 0.1
        assert scene.holds(2.0)
    scene.wall += 0.2
    assert not scene.holds(2.0)


def test_nobody_is_blamed_for_the_time_in_which_others_held_the_clock() -> None:
    scene = Scene()
    names = ("tall.skills", "tall.planner")
    scene.step.take("tall.skills", 1.0)
    assert scene.holds(1.1, *names)
    scene.wall += PATIENCE + 1.0
    assert not scene.holds(1.1, *names)
    assert scene.holds(1.3, *names), "the skills are late only now"
    assert [line.split(" ")[0] for line in scene.said] == ["tall.planner"]


def test_who_catches_up_is_waited_for_again() -> None:
    scene = Scene()
    assert scene.holds(1.0)
    scene.wall += PATIENCE
    assert not scene.holds(1.0)
    scene.step.take("tall.skills", 0.5)
    assert not scene.holds(1.1), "it is still behind"
    scene.step.take("tall.skills", 1.1)
    assert "keeps up again" in scene.said[-1]
    assert not scene.step.left_behind
    assert scene.holds(1.4)
