# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Opinions on what is out of place, chosen apart from the policy (paper section IV-C)."""

from collections.abc import Sequence
from typing import Protocol

from adhoc_teamwork.adhoc_planner.belief.judge import Opinion
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.judgement import Judgement
from adhoc_teamwork.adhoc_planner.notation.answers import Placement
from adhoc_teamwork.adhoc_planner.policies.common_sense import CommonSense, usual_places
from adhoc_teamwork.adhoc_planner.policies.learned.learning import learning_weights
from adhoc_teamwork.adhoc_planner.policies.learned.placement import LearnedPlacement
from adhoc_teamwork.adhoc_planner.policies.opinion import ModelOpinion
from adhoc_teamwork.adhoc_planner.policies.policy import PolicyKit
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Misplaced

_UNCLEAR = "too little is known of where it is to call it out of place"


class Prior(Protocol):
    """Know without asking where things belong."""

    def judge(self, thing: Detection) -> Detection:
        """Return `thing` with the judgement on it."""

    def home(self, category: str) -> tuple[str, str] | None:
        """Return the types of receptacle and room where things belong, or None if not known."""

    def reason(self, judged: Detection) -> str:
        """Return in a few words why it is judged so."""


class CommonSensePrior:
    """Go by the table of what kinds of things are kept where."""

    def __init__(self) -> None:
        self._sense = CommonSense()

    def judge(self, thing: Detection) -> Detection:
        """Return `thing` with the judgement on it; see `Prior`."""
        return self._sense.judge(thing)

    def home(self, category: str) -> tuple[str, str] | None:
        """Return the first of the usual places; see `Prior`."""
        return next(iter(usual_places(category)), None)

    def reason(self, judged: Detection) -> str:
        """Return what the table says; see `Prior`."""
        usual = self.home(judged.category)
        if judged.misplaced is Misplaced.YES and usual is not None:
            return f"such things are kept on or in a {usual[0]} in a {usual[1]}"
        if usual is None:
            return "no rule says where such things are kept"
        return f"such things may be {_where(judged)}"


class LearnedPrior:
    """Go by the detector and the predictor that were trained on tidy houses."""

    def __init__(self) -> None:
        """Read the weights in use.

        Raises:
            ConfigError: They are missing or broken.
        """
        self._placement = LearnedPlacement(learning_weights())

    def judge(self, thing: Detection) -> Detection:
        """Return `thing` with the detector's judgement on it; see `Prior`."""
        return self._placement.judge(thing)

    def home(self, category: str) -> tuple[str, str] | None:
        """Return the predictor's likeliest place; see `Prior`."""
        return next(iter(self._placement.places(category)), None)

    def reason(self, judged: Detection) -> str:
        """Return how sure the detector is; see `Prior`."""
        doubt = self._placement.doubt(judged)
        often = "seldom" if judged.misplaced is Misplaced.YES else "often"
        sure = max(doubt, 1.0 - doubt)
        return f"tidy houses {often} have such things {_where(judged)} ({sure:.0%} sure)"


class PriorOpinion:
    """Answer at once from a prior; what it cannot tell stays where it is."""

    def __init__(self, prior: Prior) -> None:
        self._prior = prior

    async def judge(self, view: PlannerView, items: Sequence[Detection]) -> Sequence[Placement]:
        """Return a judgement of every one of `items`."""
        del view
        return [self._placement(self._prior.judge(item)) for item in items]

    def _placement(self, item: Detection) -> Placement:
        if item.misplaced is Misplaced.UNKNOWN:
            return Placement(item.object_id, False, "", "", _UNCLEAR)
        reason = self._prior.reason(item)
        if item.misplaced is Misplaced.NO:
            return Placement(item.object_id, False, "", "", reason)
        receptacle, room = self._prior.home(item.category) or ("", "")
        return Placement(item.object_id, True, receptacle, room, reason)


def opinion_of(judgement: Judgement, kit: PolicyKit, own: Opinion) -> Opinion:
    """Return who judges.

    Args:
        judgement: What was chosen.
        kit: What opinions may be made of.
        own: The policy's.

    Raises:
        ConfigError: The weights of the learned detector are missing or broken.
    """
    if judgement is Judgement.MODEL:
        return ModelOpinion(kit.asker, kit.prompts)
    if judgement is Judgement.LEARNED:
        return PriorOpinion(LearnedPrior())
    return PriorOpinion(CommonSensePrior()) if judgement is Judgement.RULE else own


def _where(thing: Detection) -> str:
    """Return in words where a thing is."""
    if thing.receptacle == FLOOR:
        place = "on the floor"
    else:
        relation = thing.relation.value.lower() if thing.relation else "on"
        place = f"{relation} a {thing.receptacle_category}"
    return f"{place} in a {thing.room_type}" if thing.room_type else place
