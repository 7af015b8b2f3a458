# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Masks that are wrong or missing for a frame, and pixels that hang between surfaces."""

from dataclasses import replace

import numpy as np
import pytest
from box_rooms import Block, Looker, small

from adhoc_teamwork.perception.frames.camera import Frame
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Presence

WRONG = 77


def look(looker: Looker, becomes: dict[int, int], times: int = 1) -> None:
    """Take in frames in which instances carry another id; 0 is no mask at all."""
    for _ in range(times):
        looker.time += 0.5
        frame = looker.room.frame(Pose(1.0, 2.0, 0.0), looker.time)
        masks = frame.instances.copy()
        for instance, other in becomes.items():
            masks[frame.instances == instance] = other
        looker.belief.set_labels({**looker.room.labels(), WRONG: small("Fork")})
        looker.belief.process(replace(frame, instances=masks))


def present(looker: Looker) -> set[str]:
    """Return the ids of what is believed present."""
    return {o.object_id for o in looker.graph().objects if o.status is Presence.PRESENT}


def test_a_wrong_mask_of_something_known_makes_no_object(looker: Looker) -> None:
    look(looker, {}, times=3)
    before = looker.object("Mug_0").confidence
    look(looker, {2: WRONG})
    assert present(looker) == {"DiningTable_0", "Mug_0"}
    assert looker.object("Mug_0").confidence < before


def test_what_was_first_seen_under_a_wrong_mask_gets_its_right_name(looker: Looker) -> None:
    look(looker, {2: WRONG})
    assert "Fork_0" in present(looker)
    look(looker, {}, times=2)
    assert present(looker) == {"DiningTable_0", "Mug_0"}
    assert looker.object("Mug_0").confidence > 0.5


def test_furniture_under_a_wrong_mask_is_still_the_same(looker: Looker) -> None:
    look(looker, {}, times=3)
    look(looker, {1: WRONG})
    look(looker, {}, times=1)
    assert present(looker) == {"DiningTable_0", "Mug_0"}


def test_a_class_that_most_frames_show_wins(looker: Looker) -> None:
    look(looker, {}, times=2)
    look(looker, {2: WRONG}, times=5)
    assert present(looker) == {"DiningTable_0", "Fork_0"}


def test_a_missing_mask_does_not_take_a_thing_away(looker: Looker) -> None:
    look(looker, {}, times=2)
    look(looker, {1: 0, 2: 0}, times=2)
    assert present(looker) == {"DiningTable_0", "Mug_0"}


def test_confidence_grows_with_each_frame_that_agrees(looker: Looker) -> None:
    levels = []
    for _ in range(4):
        look(looker, {})
        levels.append(looker.object("Mug_0").confidence)
    assert levels == sorted(levels)
    assert levels[0] == pytest.approx(2 / 3)
    assert levels[-1] == pytest.approx(5 / 6)


def test_what_replaces_a_thing_is_new_and_not_its_other_name(looker: Looker) -> None:
    look(looker, {}, times=3)
    looker.room.blocks["mug"] = Block((2.8, 1.7, 0.76), (0.1, 0.1, 0.12), 5, small("Cup"))
    look(looker, {}, times=4)
    assert present(looker) == {"DiningTable_0", "Cup_0"}
    assert looker.object("Mug_0").status is Presence.GONE


def test_pixels_between_two_surfaces_show_none(looker: Looker) -> None:
    frame: Frame = looker.room.frame(Pose(1.0, 2.0, 0.0), 1.0)
    depth = frame.depth.copy()
    mug = frame.instances == 2
    rows, cols = np.nonzero(mug)
    edge = (rows[rows == rows.min()], cols[rows == rows.min()])
    depth[edge] += np.linspace(0.2, 0.9, len(edge[0]), dtype=np.float32)
    flying = replace(frame, depth=depth).distance
    assert not flying[edge].any()
    inner = mug.copy()
    inner[edge] = False
    assert (flying[inner] > 0.0).mean() > 0.95
