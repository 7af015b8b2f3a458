# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""When a run is over, and what is said of it."""

from dataclasses import replace

from bringup_stories import Story, a_task

from adhoc_teamwork.bringup.run_record.ending import IDLE_TIME, LAST_WORDS_TIME, EndRule
from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.run_record.run_statistics import RunStatistics
from adhoc_teamwork.teamwork.team.goal import CountedPredicate
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTaskKind


def test_success_counts_from_the_last_put_and_waits_for_last_words() -> None:
    story, ledger = Story(), RunStatistics(a_task())
    rule = EndRule(ledger)
    ledger.add(story.intent("dog", 30.0, 1, IntentStatus.ADOPTED, SubTaskKind.REPLACE))
    ledger.add(story.world("release", 50.0, thing="Mug|1", tidied=2))
    assert rule.check(51.0) is None
    ledger.add(story.intent("dog", 52.0, 1, IntentStatus.DONE, SubTaskKind.REPLACE))
    ending = rule.check(53.0)
    assert ending is not None
    assert (ending.success, ending.time) == (True, 50.0)


def with_one_of_two_mugs(thing: str) -> tuple[Story, RunStatistics, str]:
    """Return a run with one of two wanted things there, and what its time limit says of it."""
    story = Story()
    task = replace(a_task(), wishes=(CountedPredicate("Mug", "Desk", count=2),))
    ledger = RunStatistics(task)
    ledger.add(story.world("release", 50.0, thing=thing, tidied=1))
    ending = EndRule(ledger).check(task.time_limit)
    assert ending is not None
    return story, ledger, ending.reason


def test_a_goal_is_reached_by_what_it_wants_and_not_by_tidying() -> None:
    story, ledger, reason = with_one_of_two_mugs("Mug|1")
    assert "1 of 2 objects not where they are wanted" in reason
    ledger.add(story.intent("dog", 51.0, 1, IntentStatus.ADOPTED, SubTaskKind.PLACE_ON))
    ledger.add(story.world("release", 60.0, thing="Mug|7", tidied=2))
    rule = EndRule(ledger)
    assert rule.check(61.0) is None, "somebody has not said yet that it is done"
    ledger.add(story.intent("dog", 62.0, 1, IntentStatus.DONE, SubTaskKind.PLACE_ON))
    ending = rule.check(63.0)
    assert ending is not None
    assert ending.reason == "the 2 objects are where the goal wants them"


def test_names_are_left_out_where_some_of_them_came_in_a_container() -> None:
    _, _, reason = with_one_of_two_mugs("Bowl|1")
    assert reason.endswith("1 of 2 objects not where they are wanted")


def test_success_does_not_wait_for_ever() -> None:
    story, ledger = Story(), RunStatistics(a_task())
    ledger.add(story.intent("dog", 30.0, 1, IntentStatus.ADOPTED, SubTaskKind.REPLACE))
    ledger.add(story.world("release", 50.0, thing="Mug|1", tidied=2))
    ending = EndRule(ledger).check(50.0 + LAST_WORDS_TIME)
    assert ending is not None
    assert ending.success


def test_the_time_limit_ends_it() -> None:
    ledger = RunStatistics(a_task(time_limit=100.0))
    rule = EndRule(ledger)
    assert rule.check(99.9) is None
    ending = rule.check(100.0)
    assert ending is not None
    assert not ending.success
    assert "time limit of 100 s" in ending.reason
    assert "2 of 2 objects out of place: Mug: on Sofa; Book: on Floor" in ending.reason


def stopped_team(story: Story, arm: bool = True) -> RunStatistics:
    ledger = RunStatistics(a_task())
    for robot in ("dog", "cart"):
        ledger.add(story.join(robot, 1.0, arm=arm))
        ledger.add(story.state(robot, 2.0, subtask="Stop"))
    return ledger


def test_a_team_that_stopped_is_given_up_after_a_while() -> None:
    story = Story()
    ledger = stopped_team(story)
    rule = EndRule(ledger)
    assert rule.check(10.0) is None
    ledger.add(story.state("dog", 20.0, subtask="Explore <room_1>"))
    assert rule.check(10.0 + IDLE_TIME) is None
    ledger.add(story.state("dog", 40.0, subtask="Stop"))
    assert rule.check(40.0) is None
    ending = rule.check(40.0 + IDLE_TIME)
    assert ending is not None
    assert "every robot has stopped" in ending.reason


def test_nobody_is_given_up_while_somebody_may_come() -> None:
    story, ledger = Story(), RunStatistics(a_task())
    ledger.add(story.join("dog", 1.0))
    ledger.add(story.state("dog", 2.0, subtask="Stop"))
    rule = EndRule(ledger)
    assert rule.check(10.0) is None
    assert rule.check(100.0) is None


def test_a_team_that_stopped_with_something_in_a_hand_is_given_up_later() -> None:
    story = Story()
    held = stopped_team(story)
    held.add(story.state("dog", 3.0, subtask="Stop", held_category="Mug"))
    rule = EndRule(held)
    assert rule.check(10.0) is None
    assert rule.check(100.0) is None
    ending = rule.check(130.0)
    assert ending is not None
    assert "every robot has stopped" in ending.reason


def test_a_robot_that_has_done_its_stop_is_idle() -> None:
    story = Story()
    ledger = stopped_team(story)
    ledger.add(story.intent("dog", 3.0, 1, IntentStatus.ADOPTED, SubTaskKind.STOP))
    ledger.add(story.intent("dog", 3.1, 1, IntentStatus.DONE, SubTaskKind.STOP))
    ledger.add(story.state("dog", 4.0, subtask=""))
    assert ledger.robot("dog").idle
    ledger.add(story.intent("dog", 5.0, 2, IntentStatus.ADOPTED))
    ledger.add(story.intent("dog", 9.0, 2, IntentStatus.DONE))
    assert not ledger.robot("dog").idle


def reason_of(ledger: RunStatistics) -> str:
    rule = EndRule(ledger)
    rule.check(10.0)
    ending = rule.check(10.0 + IDLE_TIME)
    assert ending is not None
    return ending.reason


def test_the_reason_names_a_missing_arm() -> None:
    assert reason_of(stopped_team(Story(), arm=False)).endswith("no robot of the team has an arm")


def refused(time: float, thing: str, text: str) -> Event:
    return Event(time, Source.WORLD, "refused", "dog", text, {"total": 2, "object": thing})


def test_the_reason_names_the_last_refusal_about_what_is_still_out_of_place() -> None:
    ledger = stopped_team(Story())
    ledger.add(refused(5.0, "Book|2", "Book is too wide."))
    ledger.add(refused(6.0, "Mug|1", "Mug is too high."))
    ledger.add(refused(7.0, "Vase|9", "Fridge is in the way."))
    assert reason_of(ledger).endswith("dog was refused: Mug is too high")
    ledger.add(refused(8.0, "Book|2", "Book is held by another."))
    assert reason_of(ledger).endswith("dog was refused: Book is held by another")


def test_the_reason_says_nothing_of_refusals_about_other_things() -> None:
    ledger = stopped_team(Story())
    ledger.add(refused(7.0, "Vase|9", "Fridge is in the way."))
    assert "Fridge" not in reason_of(ledger)


def test_the_reason_names_what_was_lost() -> None:
    ledger = stopped_team(Story())
    data = {"process": "cart.planner"}
    ledger.add(Event(6.0, Source.PROCESS, "lost", "", "killed", data))
    assert reason_of(ledger).endswith("cart lost its planner")
