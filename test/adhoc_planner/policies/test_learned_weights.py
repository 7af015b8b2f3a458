# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Networks in NumPy and their files."""

import hashlib
import io
import json
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from learned_pieces import always, learning_weights

from adhoc_teamwork.adhoc_planner.policies.learned.features import INPUTS
from adhoc_teamwork.adhoc_planner.policies.learned.learning import LearningPolicy
from adhoc_teamwork.adhoc_planner.policies.learned.network import Network, one_hot
from adhoc_teamwork.adhoc_planner.policies.learned.plastic import PlasticPolicy
from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import (
    FOLDER_VARIABLE,
    SHIPPED,
    Weights,
    packed,
    read_weights,
)
from adhoc_teamwork.adhoc_planner.policies.registry import load_policy
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind


def a_network() -> Network:
    rng = np.random.default_rng(0)
    shapes = ((3, 5), (5, 4))
    weights = tuple(rng.normal(size=shape).astype(np.float32) for shape in shapes)
    return Network(("a", "b", "c", "d"), weights, (np.zeros(5, np.float32), np.ones(4, np.float32)))


def save(folder: Path, weights: Weights, name: str = "learning") -> Path:
    folder.mkdir(exist_ok=True)
    arrays, text = packed(weights)
    (folder / f"{name}.npz").write_bytes(arrays)
    (folder / f"{name}.json").write_bytes(text)
    return folder


def test_probabilities_are_those_of_the_layers() -> None:
    network, row = a_network(), np.array([1.0, -2.0, 0.5], np.float32)
    hidden = np.maximum(row @ network.weights[0], 0.0)
    raised = np.exp(hidden @ network.weights[1] + 1.0)
    expected = raised / raised.sum()
    assert np.allclose(list(network.distribution(row).values()), expected, atol=1e-6)


def test_two_classes_share_one_output() -> None:
    layer = (np.array([[1.0]], np.float32),), (np.zeros(1, np.float32),)
    network = Network(("no", "yes"), *layer)
    shares = network.distribution(np.array([2.0], np.float32))
    assert shares["yes"] == pytest.approx(1.0 / (1.0 + np.exp(-2.0)))
    assert sum(shares.values()) == pytest.approx(1.0)


def test_one_class_is_certain() -> None:
    assert Network(("only",)).distribution(np.zeros(4, np.float32)) == {"only": 1.0}


def test_large_values_stay_probabilities() -> None:
    network = Network(("no", "yes"), (np.array([[1e9]], np.float32),), (np.zeros(1, np.float32),))
    assert network.distribution(np.ones(1, np.float32))["yes"] == pytest.approx(1.0)


def test_unknown_names_have_a_place_of_their_own() -> None:
    assert one_hot(["Mug", "Gadget"], ("Bowl", "Mug")).tolist() == [[0, 0, 1], [1, 0, 0]]


def test_layers_that_do_not_fit_are_noticed() -> None:
    network = a_network()
    assert network.fits(3)
    assert not network.fits(4)
    assert not Network(("a", "b", "c"), network.weights, network.biases).fits(3)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    weights = learning_weights(always((SubSkillKind.STOP, 1.0)))
    read = read_weights(save(tmp_path, weights), "learning")
    assert read.vocabularies == weights.vocabularies
    assert read.provenance == weights.provenance
    for name, network in weights.networks.items():
        rows = np.ones((2, network.inputs), np.float32)
        assert (read.networks[name].probabilities(rows) == network.probabilities(rows)).all()
    assert packed(read) == packed(weights)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda folder: (folder / "learning.npz").unlink(), "learning.npz: No such file"),
        (lambda folder: (folder / "learning.json").unlink(), "learning.json"),
        (lambda folder: (folder / "learning.npz").write_bytes(b"PK"), "not the arrays that"),
        (lambda folder: (folder / "learning.json").write_text("{}"), "learning.json"),
        (lambda folder: (folder / "learning.json").write_text("{"), "learning.json"),
    ],
)
def test_broken_files_are_one_line_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil, message: str
) -> None:
    folder = save(tmp_path / "weights", learning_weights(always((SubSkillKind.STOP, 1.0))))
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    spoil(folder)
    with pytest.raises(ConfigError) as caught:
        load_policy("learning")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_weights_for_other_features_are_refused() -> None:
    other = Network(("a", "b"), (np.zeros((INPUTS + 1, 1), np.float32),), (np.zeros(1),))
    with pytest.raises(ConfigError, match=f"decision: expected a network of {INPUTS} inputs"):
        LearningPolicy("", learning_weights(other))


def test_shipped_weights_load_and_say_where_they_come_from() -> None:
    LearningPolicy.prepare()
    PlasticPolicy.prepare()
    for name in ("learning", "plastic"):
        provenance = read_weights(SHIPPED, name).provenance
        assert provenance.command.startswith("adhoc bench train")
        assert provenance.houses > 0
        assert set(provenance.accuracies) == set(provenance.chances) == set(provenance.examples)


@pytest.mark.parametrize("member", [b"no array", np.zeros(3, "<f4,<f4"), np.array(["a"])])
def test_members_that_are_no_arrays_of_numbers_are_refused(tmp_path: Path, member: object) -> None:
    folder = save(tmp_path / "w", read_weights(SHIPPED, "learning"))
    with ZipFile(folder / "learning.npz") as archive:
        names = archive.namelist()
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name in names:
            held = io.BytesIO()
            if isinstance(member, np.ndarray):
                np.save(held, member)
            else:
                held.write(b"no array")
            archive.writestr(name, held.getvalue())
    (folder / "learning.npz").write_bytes(buffer.getvalue())
    contents = json.loads((folder / "learning.json").read_text())
    contents["digest"] = hashlib.sha256(buffer.getvalue()).hexdigest()
    (folder / "learning.json").write_text(json.dumps(contents))
    with pytest.raises(ConfigError, match="no array of numbers"):
        read_weights(folder, "learning")
