# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How inputs are drawn: the same by the same seed, the corpus first, made of what is accepted."""

import json
import random
from pathlib import Path

import pytest

from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape, mutated
from adhoc_teamwork.attack.trial.rows import ROWS, Row, counts, targets_of
from adhoc_teamwork.attack.trial.target import Inputs, Target

SEEDS = (b'{"name": "tall", "pose": [1.0, 2.0], "robots": [{"card": "small"}]}',)
each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)


@pytest.mark.parametrize("shape", list(Shape))
def test_the_same_seed_changes_an_input_in_the_same_way(shape: Shape) -> None:
    first, again, other = (
        [mutated(random.Random(f"{seed}/{n}"), SEEDS, shape) for n in range(200)]
        for seed in (1, 1, 2)
    )
    assert first == again != other
    assert len(set(first)) > 150


def test_a_changed_document_is_a_document_most_of_the_time() -> None:
    read = 0
    for n in range(200):
        try:
            json.loads(mutated(random.Random(n), SEEDS, Shape.JSON))
            read += 1
        except ValueError:
            continue
    assert read > 100


def test_what_is_known_to_be_evil_is_never_changed_itself() -> None:
    before = repr(evil.VALUES)
    for n in range(2000):
        mutated(random.Random(n), SEEDS, Shape.JSON)
    assert repr(evil.VALUES) == before


def test_what_was_made_by_hand_comes_first_then_what_is_drawn(tmp_path: Path) -> None:
    corpora = {"a": [b"1", b"2"], "b": [b"3"]}
    targets = [
        Target(name, lambda _: bytes, SEEDS, corpus=lambda _, corpus=corpus: corpus)
        for name, corpus in corpora.items()
    ]
    inputs = Inputs("row", targets, 1, tmp_path)
    drawn = [inputs.draw(number) for number in range(6)]
    assert [target.name for target, _ in drawn] == ["a", "b"] * 3
    assert [data for _, data in drawn[:3]] == [b"1", b"3", b"2"]
    assert drawn[3:] == [Inputs("row", targets, 1, tmp_path).draw(n) for n in (3, 4, 5)]


@each_row
def test_every_target_accepts_what_its_inputs_are_made_of(row: Row, tmp_path: Path) -> None:
    if row.module.startswith("adhoc_teamwork.attack.ros."):
        pytest.importorskip("rclpy", reason="no ROS 2")
    for number, target in enumerate(targets_of(row.module)):
        if target.name in REFUSING:
            continue
        strike = target.prepare(tmp_path / str(number))
        accepted = 0
        for seed in target.seeds:
            try:
                strike(seed)
                accepted += 1
            except target.refusals:
                continue
        assert accepted, f"{target.name}: none of its seeds is sound"


REFUSING = ("metadata.yaml",)
"""Targets whose seeds name a file that is not there: all before that is read."""


def test_the_shares_of_all_rows_are_the_whole() -> None:
    share = counts(200_000)
    assert set(share) == {row.name for row in ROWS}
    assert abs(sum(share.values()) - 200_000) < len(ROWS)
    assert min(counts(1).values()) == 1
