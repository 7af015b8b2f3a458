# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Train the networks of the learned policies; the same seed and houses give the same weights."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from adhoc_teamwork.adhoc_planner.policies.learned.learning import DECISION
from adhoc_teamwork.adhoc_planner.policies.learned.network import Floats, Network
from adhoc_teamwork.adhoc_planner.policies.learned.placement import (
    DETECTOR,
    MISPLACED,
    PREDICTOR,
    RECEPTACLES,
    ROOMS,
    THINGS,
    TIDY,
    Situation,
    class_of,
    situation_rows,
    thing_rows,
)
from adhoc_teamwork.adhoc_planner.policies.learned.plastic import TEAMS, policy_of, teammate_of
from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import Provenance, Weights
from adhoc_teamwork.benchmark.generation.chance import generator_for
from adhoc_teamwork.benchmark.training.demonstrations import Examples
from adhoc_teamwork.benchmark.training.fitting import accuracy, chance, fit, library
from adhoc_teamwork.benchmark.training.material import Beside, Shown
from adhoc_teamwork.benchmark.training.placements import PlacementExample
from adhoc_teamwork.teamwork.scene import FLOOR

_PLACEMENT, _DECISION = (32,), (64, 32)
"""Sizes of hidden layers: a single one makes two linear layers."""
_ROUNDS = 40
_BLANKED = 0.1
"""Share of names that are hidden in a second copy, so that unknown names come to mean something."""

Report = Callable[[str], None]
"""Takes a line on what was trained."""


@dataclass
class Trainer:
    """Fit networks one by one, and keep how well they do in houses kept out."""

    seed: int
    report: Report
    networks: dict[str, Network] = field(default_factory=dict)
    examples: dict[str, int] = field(default_factory=dict)
    accuracies: dict[str, float] = field(default_factory=dict)
    chances: dict[str, float] = field(default_factory=dict)

    def train(
        self,
        name: str,
        train: tuple[Floats, Sequence[str]],
        test: tuple[Floats, Sequence[str]],
        hidden: tuple[int, ...],
    ) -> None:
        """Train the network of a name on features and classes, and measure it."""
        network = fit(*train, hidden, _ROUNDS, self.seed)
        self.networks[name] = network
        self.examples[name] = len(train[1])
        self.accuracies[name] = accuracy(network, *test)
        self.chances[name] = chance(test[1])
        self.report(
            f"{name}: {len(train[1])} examples; right in {100 * self.accuracies[name]:.1f} % of "
            f"{len(test[1])} in houses kept out (chance {100 * self.chances[name]:.1f} %)"
        )

    def weights(
        self, command: str, houses: int, vocabularies: dict[str, tuple[str, ...]]
    ) -> Weights:
        """Return what was trained."""
        provenance = Provenance(
            command, self.seed, houses, self.examples, self.accuracies, self.chances, library()
        )
        return Weights(self.networks, vocabularies, provenance)


def train_learning(shown: Sequence[Shown], seed: int, command: str, report: Report) -> Weights:
    """Return the weights of the learning-based team."""
    seen = [example for house in shown if not house.house.is_kept_out
            for example in house.placements]  # fmt: skip
    kept = [example for house in shown if house.house.is_kept_out
            for example in house.placements]  # fmt: skip
    vocabularies = _vocabularies([example.situation for example in seen])
    trainer = Trainer(seed, report)
    trainer.train(
        DETECTOR, _situations(_with_blanks(seen, seed), vocabularies),
        _situations(kept, vocabularies), _PLACEMENT,
    )  # fmt: skip
    trainer.train(PREDICTOR, _homes(seen, vocabularies), _homes(kept, vocabularies), _PLACEMENT)
    train, test = Examples(), Examples()
    for house in shown:
        (test if house.house.is_kept_out else train).extend(house.team)
    trainer.train(DECISION, _choices(train), _choices(test), _DECISION)
    return trainer.weights(command, len(shown), vocabularies)


def train_plastic(beside: Sequence[Beside], seed: int, command: str, report: Report) -> Weights:
    """Return the weights of PLASTIC: for each known team how to act with it, and how it acts."""
    trainer = Trainer(seed, report)
    for team in TEAMS:
        own, seen = (Examples(), Examples()), (Examples(), Examples())
        for house in beside:
            own[house.house.is_kept_out].extend(house.own[team])
            seen[house.house.is_kept_out].extend(house.seen[team])
        trainer.train(policy_of(team), _choices(own[0]), _choices(own[1]), _DECISION)
        trainer.train(teammate_of(team), _choices(seen[0]), _choices(seen[1]), _DECISION)
    return trainer.weights(command, len(beside), {})


def _choices(examples: Examples) -> tuple[Floats, list[str]]:
    return examples.features(), examples.kinds


def _vocabularies(situations: Sequence[Situation]) -> dict[str, tuple[str, ...]]:
    columns = zip(*situations, strict=True)
    return {
        name: tuple(sorted(set(column) - {""}))
        for name, column in zip((THINGS, RECEPTACLES, ROOMS), columns, strict=True)
    }


def _with_blanks(examples: Sequence[PlacementExample], seed: int) -> list[PlacementExample]:
    """Return the examples, each once more with some of its names hidden."""
    rng = generator_for(seed, "blanks")
    hidden = rng.random((len(examples), 3)) < _BLANKED
    copies = []
    for example, blank in zip(examples, hidden.tolist(), strict=True):
        thing, receptacle, room = (
            "" if hide else name for name, hide in zip(example.situation, blank, strict=True)
        )
        copies.append(PlacementExample((thing, receptacle, room), example.misplaced))
    return [*examples, *copies]


def _situations(
    examples: Sequence[PlacementExample], vocabularies: dict[str, tuple[str, ...]]
) -> tuple[Floats, list[str]]:
    rows = situation_rows([example.situation for example in examples], vocabularies)
    return rows, [MISPLACED if example.misplaced else TIDY for example in examples]


def _homes(
    examples: Iterable[PlacementExample], vocabularies: dict[str, tuple[str, ...]]
) -> tuple[Floats, list[str]]:
    """Return the things of tidy houses, and the places on which they lie."""
    tidy = [e.situation for e in examples if not e.misplaced and e.situation[1] != FLOOR]
    rows = thing_rows([thing for thing, _, _ in tidy], vocabularies)
    return rows, [class_of((receptacle, room)) for _, receptacle, room in tidy]
