# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a demo's events.jsonl says."""

import json
from typing import Any


def spawned_at(run: Any, robot: str) -> float:
    """Return when a robot was there, in simulated seconds.

    It joins once its processes have started, which takes as long as the machine takes.
    """
    lines = (run.folder / "events.jsonl").read_text().splitlines()
    spawned = [
        e["time"] for e in map(json.loads, lines) if (e["kind"], e["robot"]) == ("spawn", robot)
    ]
    assert len(spawned) == 1
    return float(spawned[0])
