# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The table of an exported world's classes: what perception makes of a segmentation there."""

from pathlib import Path

import pytest

from adhoc_teamwork.perception.masks.vocabulary import Vocabulary, load_class_table
from adhoc_teamwork.simulation.exports.exported_bodies import bodies
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.isaac.usd_world import prim_name
from adhoc_teamwork.simulation.world_command import main

HOUSES = Path(__file__).parents[3] / "config" / "houses"


@pytest.mark.parametrize("path", sorted(HOUSES.glob("*.json")), ids=lambda path: path.stem)
def test_perception_knows_every_body_and_category(tmp_path: Path, path: Path) -> None:
    file = tmp_path / "classes.yaml"
    assert main([str(path), "--classes", str(file)]) == 0
    vocabulary = Vocabulary(load_class_table(file))
    for body in bodies(load_house(path)):
        label = vocabulary.label(prim_name(body.name).lower())
        if body.thing is None:
            assert label is None
            continue
        assert label is not None
        assert (label.category, label.pickupable) == (body.category, body.thing.pickupable)
        assert label.is_receptacle is (bool(body.thing.surfaces) and not body.thing.pickupable)
        by_category = vocabulary.label(body.category.lower())
        assert by_category is not None
        assert by_category.category == body.category
    robot = vocabulary.label("robot")
    assert robot is not None
    assert robot.category == "Robot"
