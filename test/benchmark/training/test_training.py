# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Training: demonstrations of the truth, networks that are the same in NumPy, files or none."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.adhoc_planner.policies.learned.learning import (
    DECISION,
    LearningPolicy,
    learning_weights,
)
from adhoc_teamwork.adhoc_planner.policies.learned.placement import DETECTOR, situation_rows
from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import packed, read_weights
from adhoc_teamwork.benchmark.cli import main
from adhoc_teamwork.benchmark.generation.houses import own_houses
from adhoc_teamwork.benchmark.training import command, material
from adhoc_teamwork.benchmark.training.demonstrations import Examples, show_adhoc
from adhoc_teamwork.benchmark.training.fitting import accuracy, chance, fit
from adhoc_teamwork.benchmark.training.houses import draw_training_house, training_request
from adhoc_teamwork.benchmark.training.material import Shown, show_house
from adhoc_teamwork.benchmark.training.teams import GreedyPolicy, known_teams
from adhoc_teamwork.benchmark.training.training import train_learning
from adhoc_teamwork.simulation.houses.placement import placement_table
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind

pytestmark = pytest.mark.slow

SEED = 71


@pytest.fixture(scope="module")
def shown() -> list[Shown]:
    """Return what two small houses show, the second taken for one kept out."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(material, "TO_LOOK_AT", 1)
        one, two = show_house(SEED, 0), show_house(SEED, 1)
    return [one, replace(two, house=replace(two.house, number=4))]


def test_houses_are_none_of_a_task_set() -> None:
    for seed in (0, 1):
        sets = {(r.rooms, r.seed) for r in own_houses(seed, 10)}
        drawn = {
            (r.rooms, r.seed)
            for number in range(60)
            for r in (training_request(seed, number, variant) for variant in range(6))
        }
        assert len(drawn) == 360
        assert not sets & drawn


def test_the_truth_is_what_is_shown(shown: list[Shown]) -> None:
    table = placement_table()
    wrong = [e for house in shown for e in house.placements if e.misplaced]
    right = [e for house in shown for e in house.placements if not e.misplaced]
    assert len(wrong) > 20
    assert len(right) > 20
    assert all(table.unreasonable(*example.situation) for example in wrong)
    assert any(example.situation[1] == FLOOR for example in wrong)
    assert sum(table.unreasonable(*e.situation) for e in right) < 0.1 * len(right)


def test_experts_show_every_type_and_never_what_a_body_cannot(shown: list[Shown]) -> None:
    kinds = {kind for house in shown for kind in house.team.kinds}
    assert {SubSkillKind.EXPLORE.value, SubSkillKind.PICKUP_OBJECT.value} <= kinds
    assert SubSkillKind.PUT_OBJECT.value in kinds
    features = shown[0].team.features()
    arms = features[:, 0]
    picks = np.array([kind == SubSkillKind.PICKUP_OBJECT for kind in shown[0].team.kinds])
    assert arms[picks].all()


@pytest.mark.filterwarnings("ignore:Stochastic Optimizer")
def test_a_tiny_model_is_the_same_in_numpy_twice_and_in_scikit_learn(shown: list[Shown]) -> None:
    pytest.importorskip("sklearn")
    from sklearn.neural_network import MLPClassifier

    lines: list[str] = []
    weights = train_learning(shown, SEED, "adhoc bench train", lines.append)
    again = train_learning(shown, SEED, "adhoc bench train", lines.append)
    assert packed(weights) == packed(again)
    assert len(lines) == 6
    assert weights.provenance.accuracies[DETECTOR] > weights.provenance.chances[DETECTOR]
    LearningPolicy("", weights)
    rng = np.random.default_rng(3)
    for count in (2, 4):
        rows = rng.normal(size=(200, 6)).astype(np.float32)
        kinds = [str(int(row[:2].sum() * 2) % count) for row in rows]
        ours = fit(rows, kinds, (8,), 5, 3)
        model = MLPClassifier((8,), random_state=3, max_iter=5)
        model.fit(rows, kinds)
        model.coefs_ = list(ours.weights)
        model.intercepts_ = list(ours.biases)
        assert np.allclose(ours.probabilities(rows), model.predict_proba(rows), atol=1e-5)


def test_more_rounds_fit_better() -> None:
    pytest.importorskip("sklearn")
    rows = np.random.default_rng(1).normal(size=(300, 4)).astype(np.float32)
    kinds = ["in" if row[0] * row[1] > 0 else "out" for row in rows]
    assert accuracy(fit(rows, kinds, (16,), 60, 0), rows, kinds) > 0.9 > chance(kinds)


def test_shipped_weights_beat_chance_in_new_houses(shown: list[Shown]) -> None:
    weights = learning_weights()
    examples = [example for house in shown for example in house.placements]
    rows = situation_rows([example.situation for example in examples], weights.vocabularies)
    kinds = ["misplaced" if example.misplaced else "tidy" for example in examples]
    assert accuracy(weights.networks[DETECTOR], rows, kinds) > chance(kinds) + 0.2
    choices = Examples()
    for house in shown:
        choices.extend(house.team)
    right = accuracy(weights.networks[DECISION], choices.features(), choices.kinds)
    assert right > chance(choices.kinds) + 0.02


def test_known_teams_are_played_beside(shown: list[Shown]) -> None:
    from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
    from adhoc_teamwork.simulation.lattice.house import StepHouse

    house = shown[0].house
    plan = HousePlan(StepHouse.of(house.house()))
    assert list(known_teams(learning_weights())) == ["heuristic", "greedy", "learning"]
    own, seen = show_adhoc(house.tasks[1], plan, "greedy", GreedyPolicy)
    again = show_adhoc(house.tasks[1], plan, "greedy", GreedyPolicy)
    assert own.kinds
    assert seen.kinds
    assert (own.features() == again[0].features()).all()
    assert (seen.features() == again[1].features()).all()


def test_a_house_is_drawn_the_same_twice(shown: list[Shown]) -> None:
    assert draw_training_house(SEED, 0) == shown[0].house


def test_without_scikit_learn_one_line_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    assert main(["train", "--out", str(tmp_path / "w")]) == 2
    error = capsys.readouterr().err
    assert "pip install scikit-learn" in error
    assert error.count("\n") == 1
    assert not (tmp_path / "w").exists()


def test_an_interruption_leaves_the_old_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sklearn")
    weights = learning_weights()
    command.write_weights(tmp_path, "learning", weights)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("adhoc_teamwork.benchmark.training.training.train_learning", interrupt)
    monkeypatch.setattr("adhoc_teamwork.benchmark.training.material.show_houses", lambda *_: [])
    assert main(["train", "--out", str(tmp_path)]) == 130
    assert sorted(path.name for path in tmp_path.iterdir()) == ["learning.json", "learning.npz"]
    assert read_weights(tmp_path, "learning").provenance == weights.provenance
