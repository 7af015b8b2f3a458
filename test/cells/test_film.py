# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A film shows all of an episode, and the episode is the same without it."""

from pathlib import Path

import pytest
from physical import CELLS
from PIL import Image

from adhoc_teamwork.cells.compiling import compile_cell, load_kinds
from adhoc_teamwork.cells.dialog import Past
from adhoc_teamwork.cells.film import BETWEEN, Film
from adhoc_teamwork.cells.task_file import load_task
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld

SECONDS = 3.0


def test_a_film_has_a_picture_for_each_while_and_changes_nothing(tmp_path: Path) -> None:
    task = load_task(CELLS / "move_rope.yaml")
    world = CellWorld(compile_cell(task.cell, load_kinds(task.cell, CELLS)))
    ends = []
    for is_filmed in (True, False):
        begin(task, world, 1)
        film = Film(task, world, "a rope") if is_filmed else None
        for number in range(2):
            if film is not None:
                film.begin_round(number)
            world.close("Bob")
            world.step(SECONDS)
        if film is not None:
            film.write(tmp_path / "new" / "film", [Past(0, (), result="all waited"), Past(1, ())])
        ends.append(world.digest())
    assert ends[0] == ends[1]
    with Image.open(tmp_path / "new" / "film.webp") as moving:
        count = getattr(moving, "n_frames", 1)
        width, height = moving.size
    # Pictures that do not differ are one in the file.
    assert 1 < count <= 2 * SECONDS / BETWEEN + 4
    with Image.open(tmp_path / "new" / "film.png") as picture:
        assert picture.size == (2 * width, height)


def test_a_folder_that_cannot_be_made_is_an_error_of_the_disk(tmp_path: Path) -> None:
    task = load_task(CELLS / "move_rope.yaml")
    world = CellWorld(compile_cell(task.cell, load_kinds(task.cell, CELLS)))
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        Film(task, world, "a rope").write(tmp_path / "file" / "film", [])
