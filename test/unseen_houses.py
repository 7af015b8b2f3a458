# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Houses that nobody drew by hand: our generator's, and those of others where there are any.

Those of others lie in no repository of ours. They are looked for in `../shared/data` beside the
checkout, or in the folder that ADHOC_TEST_DATA names; every run of the tests says what was found.
"""

import json
import os
from pathlib import Path

import pytest

from adhoc_teamwork.simulation.generation.house_generator import generate_house

VARIABLE = "ADHOC_TEST_DATA"
BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"
DATA = Path(os.environ.get(VARIABLE) or BESIDE)
DRAWN = {f"drawn_{rooms}_rooms": (rooms, seed) for rooms, seed in ((1, 3), (4, 1), (7, 2))}
"""Numbers of rooms and seeds of houses of our own, by name."""
OTHERS = sorted((DATA / "houses").glob("*.json"))
WHY = f"no houses of others in {DATA}: {VARIABLE} may name a folder with houses/*.json"
with_others = pytest.mark.skipif(not OTHERS, reason=WHY)
"""Marks what only houses of others can show."""


def of_others(paths: list[Path]) -> list[object]:
    """Return pytest's parameters for files of others; where there are none, one that is skipped."""
    return [pytest.param(path, id=path.stem) for path in paths] or [
        pytest.param(DATA, id="of others", marks=pytest.mark.skip(reason=WHY))
    ]


def draw(name: str, folder: Path) -> Path:
    """Write one of `DRAWN` into a folder; return its file."""
    path = folder / f"{name}.json"
    path.write_text(json.dumps(generate_house(*DRAWN[name]).to_json()))
    return path


def report() -> str:
    """Return the line that says what is read from outside the repository."""
    return f"{len(OTHERS)} houses of others are read from {DATA}" if OTHERS else WHY
