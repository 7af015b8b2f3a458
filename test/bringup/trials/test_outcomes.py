# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What became of a misplaced object: exactly one end, always, and the one that the facts say."""

from dataclasses import replace

import pytest
from bringup_stories import Story
from hypothesis import given
from hypothesis import strategies as st
from trial_stories import BOOK, BOOK_AT, MUG, MUG_AT, belief, deed, end, facts, move

from adhoc_teamwork.bringup.run_record.events import Event
from adhoc_teamwork.bringup.trials.facts import RunFacts
from adhoc_teamwork.bringup.trials.outcomes import (
    NOBODY_WENT,
    End,
    ObjectOutcome,
    outcomes_of,
)
from adhoc_teamwork.teamwork.recordings.account import Belief, Deed
from adhoc_teamwork.teamwork.scene import Misplaced

TIMES = st.floats(0.0, 300.0)
PLACES = st.sampled_from([MUG_AT, BOOK_AT, (2.2, 3.1, 0.5), (9.0, 9.0, 1.0)])
CATEGORIES = st.sampled_from(["Mug", "Book", "Vase"])
MOVES = st.builds(
    move,
    st.sampled_from(["grasp", "release", "drop"]),
    TIMES,
    st.sampled_from([MUG, BOOK]),
    st.integers(0, 2),
    PLACES,
    st.sampled_from(["on Sofa in room_1", "on Floor in room_2", ""]),
)
DEEDS = st.builds(
    deed,
    st.sampled_from(["GoToObject", "PickupObject", "PutObject", "TakeFrom", "OpenObject"]),
    TIMES,
    robot=st.sampled_from(["dog", "cart"]),
    category=CATEGORIES,
    place=st.none() | PLACES,
    success=st.sampled_from([True, False, None]),
    cause=st.sampled_from(["", "too_far", "blocked"]),
)
BELIEFS = st.builds(
    belief,
    st.sampled_from(list(Misplaced)),
    TIMES,
    robot=st.sampled_from(["dog", "cart"]),
    category=CATEGORIES,
    place=PLACES,
)
ENDS = st.builds(
    end, TIMES, st.sampled_from(["every robot has stopped", "the time limit of 9 s", "interrupted"])
)
RUNS = st.builds(
    lambda events, deeds, beliefs, infeasible: facts(
        *sorted(events, key=lambda event: event.time),
        deeds=tuple(deeds),
        beliefs=tuple(beliefs),
        infeasible=infeasible,
    ),
    st.lists(MOVES | ENDS, max_size=8),
    st.lists(DEEDS, max_size=6),
    st.lists(BELIEFS, max_size=6),
    st.dictionaries(st.sampled_from([MUG, BOOK]), st.just("nobody lifts it"), max_size=2),
)


def of_mug(run: RunFacts) -> ObjectOutcome:
    """Return what became of the mug."""
    return outcomes_of(run)[0]


@given(RUNS)
def test_every_object_has_exactly_one_end_in_the_tasks_order(run: RunFacts) -> None:
    found = outcomes_of(run)
    assert [item.object for item in found] == [item.object for item in run.task.misplaced]
    assert all(isinstance(item.end, End) for item in found)


@given(RUNS)
def test_tidied_is_what_the_evaluator_counts_and_the_rest_says_why(run: RunFacts) -> None:
    ledger = run.statistics()
    for item in outcomes_of(run):
        counts = ledger.success or ledger.misplaced[item.object].tidied_at is not None
        assert (item.end is End.TIDIED) == counts
        assert counts or (item.cause and item.why) or item.end in (End.DROPPED, End.PUT_ELSEWHERE)


@given(RUNS)
def test_what_no_hand_held_was_neither_dropped_nor_put(run: RunFacts) -> None:
    held = {event.data["object"] for event in run.events if event.kind in ("grasp", "release",
                                                                          "drop")}  # fmt: skip
    for item in outcomes_of(run):
        after_a_hand = item.end in (End.DROPPED, End.PUT_ELSEWHERE, End.NOT_PUT)
        assert not after_a_hand or item.object in held


@given(RUNS, st.randoms(use_true_random=False))
def test_it_does_not_matter_in_which_order_an_account_is_read(
    run: RunFacts, chance: object
) -> None:
    deeds: list[Deed] = list({d.ended: d for d in run.deeds}.values())
    beliefs: list[Belief] = list({b.time: b for b in run.beliefs}.values())
    one = outcomes_of(replace(run, deeds=tuple(deeds), beliefs=tuple(beliefs)))
    chance.shuffle(deeds)  # type: ignore[attr-defined]
    chance.shuffle(beliefs)  # type: ignore[attr-defined]
    ends = [item.end for item in outcomes_of(
        replace(run, deeds=tuple(deeds), beliefs=tuple(beliefs)))]  # fmt: skip
    assert ends == [item.end for item in one]


@given(RUNS)
def test_what_is_known_of_vases_changes_nothing_for_mugs(run: RunFacts) -> None:
    without = replace(
        run,
        deeds=tuple(d for d in run.deeds if d.category != "Vase"),
        beliefs=tuple(b for b in run.beliefs if b.category != "Vase"),
    )
    grasped = any(event.kind == "grasp" for event in run.events)
    # Of a robot with a full hand, whatever fails keeps it from putting that down.
    assert grasped or outcomes_of(run) == outcomes_of(without)


SEEN = (belief(),)


@pytest.mark.parametrize(
    ("run", "expected", "cause"),
    [
        (facts(end(99.0)), End.NOT_SEEN, "not_seen"),
        (facts(end(99.0), infeasible={MUG: "nobody lifts it"}), End.INFEASIBLE, "infeasible"),
        (facts(beliefs=(belief(Misplaced.NO),)), End.JUDGED_IN_PLACE, "judged"),
        (facts(beliefs=(belief(Misplaced.UNKNOWN),)), End.JUDGED_IN_PLACE, "not_judged"),
        (
            facts(end(99.0), beliefs=(belief(), belief(Misplaced.NO, 30.0))),
            End.JUDGED_IN_PLACE,
            "judged_anew",
        ),
        (facts(end(99.0), beliefs=SEEN), End.NOT_REACHED, NOBODY_WENT),
        (facts(end(99.0, "the time limit of 99 s"), beliefs=SEEN), End.OUT_OF_TIME, "time"),
        (facts(end(99.0), beliefs=SEEN, deeds=(deed(),)), End.NOT_GRASPED, "grasp_failed"),
        (
            facts(beliefs=SEEN, deeds=(deed(), deed("GoToObject", 40.0, cause="unreachable"))),
            End.NOT_REACHED,
            "unreachable",
        ),
        (
            facts(move("grasp", 30.0), deeds=(deed("PutObject", 50.0, cause="too_far"),)),
            End.NOT_PUT,
            "too_far",
        ),
        (facts(move("grasp", 30.0), end(99.0, "the time limit of 99 s")), End.OUT_OF_TIME, "time"),
        (
            facts(move("grasp", 30.0), move("release", 60.0, where="on Sofa in room_1")),
            End.PUT_ELSEWHERE,
            "sofa",
        ),
        (
            facts(move("grasp", 30.0), move("drop", 60.0, where="on Floor in room_1")),
            End.DROPPED,
            "floor",
        ),
        (facts(move("grasp", 30.0), move("release", 60.0, tidied=1)), End.TIDIED, ""),
    ],
)
def test_ends_and_causes(run: RunFacts, expected: End, cause: str) -> None:
    item = of_mug(run)
    assert (item.end, item.cause) == (expected, cause)


def test_what_was_judged_in_place_lay_on_what_anybody_knew_last() -> None:
    told = (belief(Misplaced.NO), belief(Misplaced.NO, 20.0, robot="cat", on=""))
    assert of_mug(facts(beliefs=told)).why == "seen by cat, dog, judged in place on Sofa"
    nobody = replace(told[0], on="")
    assert of_mug(facts(beliefs=(nobody,))).why.endswith("judged in place on something unknown")


def test_a_namesake_elsewhere_is_another_thing() -> None:
    far = belief(place=(9.0, 9.0, 0.5))
    assert of_mug(facts(end(99.0), beliefs=(far,))).end is End.NOT_SEEN


def test_a_robots_word_counts_as_a_judgement_where_no_model_was_asked() -> None:
    told = Event(
        12.0, Story().join("dog", 1.0).source, "detection", "dog", "",
        {"detections": [{"category": "Mug", "position": list(MUG_AT), "misplaced": True}]},
    )  # fmt: skip
    run = facts(told, end(99.0), beliefs=(belief(Misplaced.UNKNOWN),))
    assert of_mug(run).end is End.NOT_REACHED


def test_an_empty_battery_is_no_idleness() -> None:
    empty = Story().state("dog", 50.0)
    empty.data["state"]["battery"] = 0.0
    assert of_mug(facts(empty, end(99.0), beliefs=SEEN)).end is End.OUT_OF_TIME
