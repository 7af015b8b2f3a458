# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Monte-Carlo tree search over sub-goals, each simulation in a world drawn from belief.

The method is the one that CoELA is compared with on C-WAH (section 4.1.1): PUCT over sub-goals, a
bounded rollout, and costs by regression. The tree knows only which sub-goals were chosen, so what
one draw hides where cannot leak into another (a search of a partly observed world by root draws).
"""

import math
import random
from dataclasses import dataclass, field

from adhoc_teamwork.adhoc_planner.policies.planning.errand import Aim, Drawn, Errand, SubGoal

SIMULATIONS = 100
ROLLOUT = 5
"""Sub-goals of a rollout at most; what is left then is estimated."""
_EXPLORATION = 0.1
"""c of PUCT; values are from 0 to 1."""
_DEPTH = 12
_RISK = 1e-6


@dataclass
class _Node:
    visits: int = 0
    total: float = 0.0
    children: dict[SubGoal, "_Node"] = field(default_factory=dict)

    @property
    def value(self) -> float:
        """Return the mean value."""
        return self.total / self.visits if self.visits else 0.0


def best_subgoal(
    errand: Errand, rng: random.Random, simulations: int = SIMULATIONS
) -> SubGoal | None:
    """Return the sub-goal with which all is done soonest, by search; None where there is none.

    Equal errands and generators in the same state give equal sub-goals.
    """
    options = Drawn(errand, {}, _draw_destinations(errand, rng)).options()
    if len(options) <= 1:
        return options[0][0] if options else None
    root = _Node()
    scale = _scale(errand, rng)
    for _ in range(simulations):
        _simulate(root, _draw(errand, rng), scale, rng)
    return max(root.children.items(), key=lambda item: (item[1].visits, item[1].value))[0]


def _draw(errand: Errand, rng: random.Random) -> Drawn:
    """Return a world in which each lost good is somewhere."""
    hidden: dict[int, list[int]] = {}
    weights = [place.weight for place in errand.places]
    whole = sum(weights) + errand.elsewhere
    for destination, count in errand.lost.items():
        for _ in range(count if whole > 0.0 else 0):
            at = rng.random() * whole
            for number, weight in enumerate(weights):
                at -= weight
                if at < 0.0:
                    hidden.setdefault(number, []).append(destination)
                    break
    return Drawn(errand, hidden, _draw_destinations(errand, rng))


def _draw_destinations(errand: Errand, rng: random.Random) -> list[tuple[int, int]]:
    """Return the spot of each destination, and the place to be seen first where it is drawn."""
    found = []
    for spot in errand.destinations:
        if spot is not None or not errand.places:
            found.append((spot or 0, -1))
        else:
            number = rng.randrange(len(errand.places))
            found.append((errand.places[number].spot, number))
    return found


def _scale(errand: Errand, rng: random.Random) -> float:
    """Return seconds by which values are told: those of doing one thing after the other."""
    world = _draw(errand, rng)
    looks = sum(place.seconds for place in errand.places)
    farthest = max((max(row) for row in errand.ways), default=0.0)
    return 1.0 + world.left() + looks + farthest * (1.0 + len(errand.places))


def _simulate(root: _Node, world: Drawn, scale: float, rng: random.Random) -> None:
    node, path = root, [root]
    for _ in range(_DEPTH):
        options = world.options()
        if world.is_done or not options:
            break
        subgoal, seconds = _choose(node, options)
        is_new = subgoal not in node.children
        node = node.children.setdefault(subgoal, _Node())
        path.append(node)
        world.reach(subgoal, seconds)
        if is_new:
            break
    _roll_out(world, rng)
    value = max(0.0, 1.0 - (world.seconds + world.left()) / scale)
    for passed in path:
        passed.visits += 1
        passed.total += value


def _choose(node: _Node, options: list[tuple[SubGoal, float]]) -> tuple[SubGoal, float]:
    """Return the option of the greatest PUCT; what takes less time is the likelier beforehand."""
    priors = [1.0 / (_RISK + 1.0 + seconds) for _, seconds in options]
    whole, root = sum(priors), math.sqrt(node.visits + 1)
    best, chosen = -1.0, options[0]
    for option, prior in zip(options, priors, strict=True):
        child = node.children.get(option[0])
        visits, value = (child.visits, child.value) if child is not None else (0, node.value)
        score = value + _EXPLORATION * len(options) * prior / whole * root / (1 + visits)
        if score > best:
            best, chosen = score, option
    return chosen


def _roll_out(world: Drawn, rng: random.Random) -> None:
    """Go on with cheap sub-goals: one of the two cheapest each time."""
    for _ in range(ROLLOUT):
        options = world.options()
        if world.is_done or not options:
            return
        cheapest = sorted(options, key=lambda option: (option[1], option[0][0] is Aim.LOOK))[:2]
        world.reach(*cheapest[0 if rng.random() < 0.8 else -1])
