# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A film of an episode, and a picture of it: the end of each round, with what was planned.

What a cell does is noted while it is played, and drawn when it is over; nothing else changes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from adhoc_teamwork.cells.dialog import Past, Planners, Round, Talk, planned_actions
from adhoc_teamwork.cells.drawing import COLOURS, HEIGHT, WIDTH, Painter, painter_of
from adhoc_teamwork.cells.task_file import CellTask
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.teamwork.text.quoting import clean_words

BETWEEN, SHOWN = 0.3, 75
"""Seconds of the cell between two pictures, and milliseconds for which each is shown."""
_LINE, _MARGIN = 18, 8
_LONGEST, _RESULT = 78, 2
"""Characters of a line, and lines for what came of a round."""
_COLUMNS = 3
_INK, _PAPER = (40, 40, 40), (255, 255, 255)


@dataclass(frozen=True, eq=False)
class _Frame:
    """Hold a state of all joints of the physics, (nq,), when it was, seconds, in which round."""

    time: float
    positions: Floats
    number: int


class Film:
    """Note what happens in a cell.

    Args:
        task: Of which it is.
        world: The cell, at the beginning of an episode.
        title: What is said of all of it.
    """

    def __init__(self, task: CellTask, world: CellWorld, title: str) -> None:
        self._task, self._world, self._title = task, world, title
        self._frames: list[_Frame] = []
        self._number = 0
        self._next = 0.0
        world.watch = self._look
        self._look()

    def begin_round(self, number: int) -> None:
        """Take note that a round begins."""
        if number != self._number:
            self._note()
            self._number = number

    def write(self, path: Path, rounds: Sequence[Past]) -> None:
        """Draw what was noted, with what was planned in each round and what came of it.

        Args:
            path: Without an ending: the film has `.webp`, the picture `.png`.
            rounds: Of the whole episode.

        Raises:
            OSError: It cannot be written.
        """
        self._note()
        self._world.watch = None
        told = {past.number: past for past in rounds}
        named = dict.fromkeys(name for names in self._task.names.values() for name in names)
        places = [name for name in named if name in self._task.cell.places]
        path.parent.mkdir(parents=True, exist_ok=True)
        with painter_of(self._world.model, places) as painter:
            last = {one.number: one for one in self._frames}
            ends = [self._drawn(painter, one, told, is_end=True) for one in last.values()]
            _tiled(ends).save(path.with_suffix(".png"))
            pictures = self._pictures(painter, told)
            next(pictures).save(
                path.with_suffix(".webp"),
                save_all=True,
                append_images=pictures,
                duration=SHOWN,
                quality=70,
            )

    def _look(self) -> None:
        if self._world.time >= self._next:
            self._note()

    def _note(self) -> None:
        time = self._world.time
        self._frames.append(_Frame(time, self._world.positions(), self._number))
        self._next = time + BETWEEN

    def _pictures(self, painter: Painter, told: dict[int, Past]) -> Iterator[Image.Image]:
        for one, following in zip(self._frames, [*self._frames[1:], None], strict=True):
            is_end = following is None or following.number != one.number
            yield self._drawn(painter, one, told, is_end)

    def _drawn(
        self, painter: Painter, frame: _Frame, told: dict[int, Past], is_end: bool
    ) -> Image.Image:
        """Return a picture of a frame with words below it."""
        robots = list(self._task.cell.robots)
        lines = 1 + len(robots) + _RESULT
        made = Image.new("RGB", (WIDTH, HEIGHT + lines * _LINE + 2 * _MARGIN), _PAPER)
        made.paste(Image.fromarray(np.ascontiguousarray(painter.draw(frame.positions))))
        past = told.get(frame.number)
        actions = dict(planned_actions(past.plan)) if past is not None else {}
        words = [(f"{self._title}: round {frame.number + 1}, {frame.time:.0f} s", _INK)]
        for number, robot in enumerate(robots):
            red, green, blue = (int(200 * one) for one in COLOURS[number % len(COLOURS)])
            action = clean_words(actions.get(robot, "-"), _LONGEST)
            words.append((f"{robot}: {action}", (red, green, blue)))
        result = past.result if past is not None and is_end else ""
        wrapped = wrap(clean_words(result, _RESULT * _LONGEST), _LONGEST)
        words.extend((line, _INK) for line in wrapped[:_RESULT])
        pen, font = ImageDraw.Draw(made), ImageFont.load_default(14)
        for number, (text, ink) in enumerate(words):
            place = (_MARGIN, HEIGHT + _MARGIN + number * _LINE)
            pen.text(place, text, ink, font)
        return made


class Filmed:
    """Have a team plan, and a film told when a round begins."""

    def __init__(self, planners: Planners, film: Film) -> None:
        self._planners, self._film = planners, film

    async def talk(self, now: Round) -> Talk:
        """Return what was said and planned; see `Planners`."""
        self._film.begin_round(now.number)
        return await self._planners.talk(now)


def _tiled(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return pictures of one size side by side, line by line."""
    width, height = pictures[0].size
    columns = min(_COLUMNS, len(pictures))
    rows = -(-len(pictures) // columns)
    made = Image.new("RGB", (columns * width, rows * height), _PAPER)
    for number, picture in enumerate(pictures):
        made.paste(picture, (number % columns * width, number // columns * height))
    return made
