# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Steps in vain: exploring what eyes as good have explored, and errands with what is in place."""

from dataclasses import replace

import pytest
from bench_episodes import DrawnSet

from adhoc_teamwork.benchmark.agents.lattice_skills.body import capability_of
from adhoc_teamwork.benchmark.episodes.waste import WasteCount
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind

STEP = {"adhoc": Action(ActionKind.ROTATE_LEFT)}


class Course:
    """Two robots in a drawn house; what they do and hold is set by hand."""

    def __init__(self, drawn: DrawnSet, other_height: float = 1.6) -> None:
        task = drawn.task(2, 1)
        self.plan = drawn.plan(task)
        self.world = StepWorld(self.plan.house, task.misplaced)
        self.wanted = task.misplaced[0].object
        self.count = WasteCount(self.world, {self.wanted})
        for robot, height in ((task.adhoc, 1.6), (task.team[0], other_height)):
            body = replace(robot, camera_height=1.6, can_manipulate=True, battery=99)
            self.world.join(body.name, body)
            eyes = replace(capability_of(body, self.plan.house), camera_height=height)
            self.count.joined(body.name, eyes)
        self.other = self.world.robot(task.team[0].name)
        self.own = self.world.robot("adhoc")
        self.room = next(iter(self.own.explored))

    def step(self, call: SubSkill | None, holds: str | None = None) -> None:
        self.count.before(STEP, lambda _: call)
        if holds is not None:
            self.own.held = (self.plan.house.by_name[holds],) if holds else ()
        self.count.after()


@pytest.mark.parametrize(("other_height", "wasted"), [(1.6, 1), (0.3, 0)])
def test_only_eyes_as_good_explore_for_others(
    drawn: DrawnSet, other_height: float, wasted: int
) -> None:
    course = Course(drawn, other_height)
    explore = SubSkill(SubSkillKind.EXPLORE, room_id=course.room)
    course.step(explore)
    assert course.count.of("adhoc").exploring == 0
    course.other.explored = {course.room: 1.0}
    course.step(explore)
    assert course.count.of("adhoc").exploring == wasted


def test_what_it_explored_itself_counts_from_the_next_time_on(drawn: DrawnSet) -> None:
    course = Course(drawn)
    explore = SubSkill(SubSkillKind.EXPLORE, room_id=course.room)
    course.step(explore)
    course.own.explored = {course.room: 1.0}
    course.step(explore)
    assert course.count.of("adhoc").exploring == 0
    course.step(SubSkill(SubSkillKind.EXPLORE, room_id=course.room))
    assert course.count.of("adhoc").exploring == 1


def test_an_errand_with_what_is_in_place_counts_from_its_first_step_on(drawn: DrawnSet) -> None:
    course = Course(drawn)
    things = course.plan.house.house.objects
    fine = next(t.name for t in things if t.pickupable and t.name != course.wanted)
    go, take = (SubSkill(kind, "Thing_0") for kind in
        (SubSkillKind.GO_TO_OBJECT, SubSkillKind.PICKUP_OBJECT))  # fmt: skip
    course.step(None)
    course.step(go)
    course.step(go)
    course.step(take, holds=fine)
    course.step(SubSkill(SubSkillKind.GO_TO_OBJECT, "Table_0"))
    course.step(SubSkill(SubSkillKind.PUT_OBJECT, "Thing_0", "Table_0"), holds="")
    course.step(go)
    waste = course.count.of("adhoc")
    assert (waste.pickups, waste.errands) == (1, 5)


def test_an_errand_with_what_is_out_of_place_is_none(drawn: DrawnSet) -> None:
    course = Course(drawn)
    course.step(SubSkill(SubSkillKind.PICKUP_OBJECT, "Thing_0"), holds=course.wanted)
    course.step(None)
    assert course.count.of("adhoc").pickups == course.count.of("adhoc").errands == 0
