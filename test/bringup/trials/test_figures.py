# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Figures of a run: what it took to move, to act on a report, and what was in vain."""

import math
from dataclasses import replace

import pytest
from bringup_stories import Story
from hypothesis import given
from hypothesis import strategies as st
from trial_stories import MUG_AT, deed, end, facts

from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.trials.figures import figures_of
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTaskKind


def reported(robot: str, time: float) -> Event:
    """Return a robot's word of a mug out of place."""
    told = {"category": "Mug", "position": list(MUG_AT), "misplaced": True}
    return Event(time, Source.TEAM, "detection", robot, "", {"detections": [told]})


def taken_up(story: Story, robot: str, time: float, number: int = 1) -> Event:
    """Return that a robot takes up to put the mug elsewhere."""
    event = story.intent(robot, time, number, IntentStatus.ADOPTED, SubTaskKind.REPLACE)
    event.data["intent"]["category"] = "Mug"
    return event


def test_the_first_motion_is_the_first_robots_that_has_left_its_place() -> None:
    ways = {"dog": ((1.0, 0.0, 0.0), (7.0, 0.01, 0.0), (9.0, 1.0, 0.0)),
            "cart": ((60.0, 5.0, 5.0), (61.0, 6.0, 5.0))}  # fmt: skip
    figures = figures_of(facts(end(99.0), ways=ways))
    assert figures.first_motion == 9.0
    assert figures.wall_to_motion is None
    assert figures.driven == pytest.approx(2.0, abs=0.02)


def test_wall_time_counts_from_the_command_by_the_clock_that_was_recorded() -> None:
    marks = [Event(t, Source.RUN, "clock", data={"wall": w}) for t, w in ((0.2, 1010.0),
                                                                       (10.2, 1015.0))]  # fmt: skip
    command = Event(0.0, Source.RUN, "command", data={"started": 1000.0})
    marks.insert(1, Event(1.0, Source.RUN, "clock"))  # somebody else's, that does not say it
    ways = {"dog": ((0.5, 0.0, 0.0), (5.2, 1.0, 0.0))}
    assert figures_of(facts(command, *marks, ways=ways)).wall_to_motion == pytest.approx(12.5)


def test_a_report_waits_for_anothers_errand_not_for_ones_own() -> None:
    story = Story()
    others = facts(reported("cart", 63.0), taken_up(story, "dog", 69.0))
    assert figures_of(others).report_to_errand == (6.0,)
    own = facts(reported("dog", 63.0), taken_up(story, "dog", 69.0))
    assert figures_of(own).report_to_errand == ()


def test_a_report_waits_for_nobody_who_has_an_errand_still() -> None:
    story = Story()
    begun = story.intent("dog", 20.0, 1, IntentStatus.ADOPTED, SubTaskKind.REPLACE)
    ended = story.intent("dog", 80.0, 1, IntentStatus.DONE, SubTaskKind.REPLACE)
    figures = figures_of(
        facts(begun, reported("cart", 63.0), ended, taken_up(story, "dog", 83.0, 2))
    )
    assert (figures.report_to_errand, figures.ready_to_errand) == ((20.0,), (3.0,))
    explored = story.intent("dog", 80.0, 1, IntentStatus.DONE)
    begun = story.intent("dog", 20.0, 1, IntentStatus.ADOPTED)
    exploring = facts(begun, reported("cart", 63.0), explored, taken_up(story, "dog", 83.0, 2))
    assert figures_of(exploring).ready_to_errand == (20.0,)


def test_errands_in_vain_cost_time_and_explorations_do_not_count() -> None:
    story = Story()
    failed = story.intent("dog", 50.0, 1, IntentStatus.FAILED, SubTaskKind.REPLACE)
    course = ((60.0, IntentStatus.ADOPTED), (80.0, IntentStatus.ABANDONED))
    explored = [story.intent("dog", time, 2, status) for time, status in course]
    figures = figures_of(facts(taken_up(story, "dog", 20.0), failed, *explored, end(99.0)))
    assert (figures.in_vain, figures.vain_time) == (1, 30.0)


@given(st.lists(st.sampled_from(["too_far", "blocked"]), max_size=8))
def test_repeats_are_failures_beyond_the_first_of_each_cause(causes: list[str]) -> None:
    deeds = tuple(deed(ended=10.0 * n, cause=cause) for n, cause in enumerate(causes, 1))
    figures = figures_of(facts(deeds=(*deeds, replace(deed(), success=True))))
    assert figures.repeats == len(causes) - len(set(causes))
    assert math.isfinite(figures.driven)
