# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a thing is, by votes: a segmenter may call it something else for a frame.

Each frame in which the thing shows is a vote for the class that its mask carries there.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from adhoc_teamwork.perception.frames.views import InstanceView
from adhoc_teamwork.perception.objects.objects import KnownObject
from adhoc_teamwork.perception.objects.presence import Look

CONFIRMED = 2
"""From so many votes on, only a thing that shows in its stead can disprove an object."""
_MOST_VOTES = 30
"""More votes than this are thinned, so that what is seen now outweighs what was seen long ago."""


@dataclass(frozen=True)
class Verdict:
    """Say what a frame means for an object that shows under another class's mask.

    `view` is what shows it, None where that is another object's; `outvoted` says that it was never
    of its class.
    """

    known: KnownObject
    view: InstanceView | None
    outvoted: bool


def vote(known: KnownObject, category: str) -> None:
    """Count one frame that shows an object as a thing of a category; updates its confidence.

    The confidence is Laplace's rule of succession over the votes: the chance that the next frame
    shows the same class.
    """
    known.votes[category] += 1
    if known.votes.total() > _MOST_VOTES:
        for name in known.votes:
            known.votes[name] = (known.votes[name] + 1) // 2
    known.confidence = (known.votes[known.category] + 1) / (known.votes.total() + 2)


def weigh(
    look: Look, left: Mapping[int, InstanceView], shown: Mapping[int, KnownObject]
) -> list[Verdict]:
    """Let a frame vote on the objects that it shows under another class's mask.

    Args:
        look: At all present objects that no view of their own class showed.
        left: Views that fit no object of their class, by mask id.
        shown: Objects that a view showed, by mask id.
    """
    verdicts: list[Verdict] = []
    for known, instance in look.shown_as():
        view, other = left.get(instance), shown.get(instance)
        category = view.label.category if view else other.category if other else ""
        confirmed = known.votes[known.category] >= CONFIRMED
        if category in ("", known.category) or (view is None and confirmed):
            continue
        vote(known, category)
        outvoted = known.votes[category] >= known.votes[known.category]
        if view is not None or outvoted:
            verdicts.append(Verdict(known, view, outvoted))
    return verdicts
