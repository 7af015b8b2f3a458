# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the stand-in reads of lines on objects, wherever in them what changes stands."""

import pytest

from adhoc_teamwork.offline_model.reading.reader import read_facts
from adhoc_teamwork.offline_model.reading.sections import Prompt, read_prompt

_BEFORE, _BEHIND = "- Mug_0 | Mug | on Shelf_0 (Shelf) | in room_0 (Kitchen)", "at (1, 2)"


@pytest.mark.parametrize(
    "rest",
    [
        f"{_BEHIND} | 3.5 m away | can be picked up at height 0.8 m | seen 7 s ago by beta",
        f"{_BEHIND} | 3.5 m away | seen 9 s ago | can be picked up at height 0.8 m",
        f"seen 7 s ago | {_BEHIND} | 3.5 m away | can be picked up at height 0.8 m",
        f"seen 7 s ago | {_BEHIND} | 3.5 m away | can be picked up at height 0.8 m | seen 8 s ago",
        f"{_BEHIND} | 3.5 m away | 4.5 m away | can be picked up at height 0.8 m",
    ],
)
def test_where_the_changing_fields_stand_makes_no_difference(rest: str) -> None:
    lines = f"\n{_BEFORE} | {rest}\n"
    thing = read_facts(Prompt("subskill", {"Objects detected before": lines})).things[0]
    plain = f"\n{_BEFORE} | {_BEHIND} | can be picked up at height 0.8 m\n"
    still = read_facts(Prompt("subskill", {"Objects detected before": plain})).things[0]
    assert thing == still._replace(distance=3.5)
    assert (thing.x, thing.y, thing.height) == (1.0, 2.0, 0.8)


def test_headings_stand_at_the_start_of_lines_alone() -> None:
    text = "## Rooms\n- a ## b\n ## c\n##d\n##  Goal  \nx\n## Instructions: rank the candidates"
    prompt = read_prompt([{"role": "user", "content": text}])
    assert prompt is not None
    assert prompt.stage == "rank"
    assert list(prompt.sections) == ["Rooms", "Goal", "Instructions: rank the candidates"]
    assert prompt.lines("Rooms") == ("- a ## b", " ## c", "##d")
    assert read_prompt([{"role": "user", "content": "no heading"}]) is None


def test_quoted_words_end_with_their_line() -> None:
    text = "- a says «x | y»\n- b says «open\n\n- c | Do <«fetch it»> «z» \n"
    prompt = Prompt("subskill", {"Communication messages": text})
    assert prompt.lines("Communication messages") == (
        "- a says «»", "- b says «»", "- c | Do <«fetch it»> «»"
    )  # fmt: skip
