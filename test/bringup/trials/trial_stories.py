# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Facts of small runs, for tests of trials."""

from dataclasses import replace
from typing import Any

from bringup_stories import Story, a_task

from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.trials.facts import RunFacts
from adhoc_teamwork.teamwork.recordings.account import Belief, Deed, Place
from adhoc_teamwork.teamwork.scene import Misplaced

MUG, BOOK = "Mug|1", "Book|2"
MUG_AT: Place = (2.0, 3.0, 0.5)
BOOK_AT: Place = (6.0, 1.0, 0.0)


def facts(*events: Event, **parts: Any) -> RunFacts:
    """Return the facts of a run in which a mug and a book are out of place."""
    task = a_task()
    mug, book = task.misplaced
    known = (replace(mug, position=MUG_AT), replace(book, position=BOOK_AT))
    return RunFacts(replace(task, misplaced=known), events, **parts)


def deed(kind: str = "PickupObject", ended: float = 20.0, **fields: Any) -> Deed:
    """Return a sub-skill about the mug that failed."""
    values: dict[str, Any] = {
        "robot": "dog", "began": ended - 5.0, "kind": kind, "subskill": f"{kind} <Mug_0>",
        "object_id": "Mug_0", "category": "Mug", "place": MUG_AT, "ended": ended,
        "success": False, "cause": "grasp_failed", "message": "The hand holds nothing.",
    }  # fmt: skip
    return Deed(**{**values, **fields})


def belief(misplaced: Misplaced = Misplaced.YES, time: float = 10.0, **fields: Any) -> Belief:
    """Return what the dog held of the mug."""
    values: dict[str, Any] = {
        "robot": "dog", "object_id": "Mug_0", "category": "Mug", "place": MUG_AT, "on": "Sofa",
    }  # fmt: skip
    return Belief(**{**values, "time": time, "misplaced": misplaced, **fields})


def move(
    kind: str, time: float, thing: str = MUG, tidied: int = 0, at: Place = MUG_AT, where: str = ""
) -> Event:
    """Return a grasp, release or drop by the dog."""
    event = Story.world(kind, time, thing=thing, tidied=tidied)
    return replace(event, data={**event.data, "position": list(at), "where": where})


def end(time: float, reason: str = "every robot has stopped with 1 of 2 objects") -> Event:
    """Return the end of a run."""
    return Event(time, Source.RUN, "end", "", reason, {"ok": False})
