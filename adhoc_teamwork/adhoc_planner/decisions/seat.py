# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a person sits in for a robot's model: what may be chosen, and what was chosen."""

from collections.abc import Sequence


class Seat:
    """Hold what a decision offers, until the person has chosen from it; used from one loop only."""

    def __init__(self) -> None:
        self.plans: tuple[str, ...] = ()
        """What can be chosen now, in words; empty where nothing is to be decided."""
        self.situation = ""
        """What a model would be told before it chooses."""
        self.number = 0
        """How often something was chosen."""
        self._chosen = ""

    def offer(self, plans: Sequence[str], situation: str) -> None:
        """Offer plans, described in a situation."""
        self.plans, self.situation = tuple(plans), situation

    def close(self) -> None:
        """Offer nothing: a decision was made, or is not wanted any more."""
        self.plans = ()

    def choose(self, plan: str) -> None:
        """Note what the person chose; it counts for the next decision where none is open."""
        self._chosen = plan

    def take_choice(self) -> int | None:
        """Return the index of the plan that was chosen; None where none is, or not of these."""
        chosen, self._chosen = self._chosen, ""
        if chosen not in self.plans:
            return None
        self.number += 1
        return self.plans.index(chosen)
