# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Play one task in many settings and print what each took: a script for a process of its own.

Run it by its path with a checkout on PYTHONPATH: it uses nothing but what plays an episode, so the
code of another version can be timed by the same script.
"""

import gc
import hashlib
import json
import resource
import sys
from dataclasses import asdict
from pathlib import Path

from adhoc_teamwork.benchmark.episodes.play import house_plan, play
from adhoc_teamwork.benchmark.store.episode import EpisodeResult
from adhoc_teamwork.benchmark.tasks.taskset import load_taskset

_GARBAGE = 20_000
"""As in the processes of a run (`engines.worker`), which other versions may not have."""


def main(folder: str, task_id: str, settings: str) -> None:
    """Write a JSON list [seconds, digest of the result] a line: first for the house, without one.

    Args:
        folder: The task set's.
        task_id: Of the task.
        settings: A JSON list of [team, ad hoc policy, t0, model, channel].
    """
    gc.set_threshold(_GARBAGE)
    task = next(t for t in load_taskset(Path(folder)).tasks if t.task_id == task_id)
    begun = _user_seconds()
    house = house_plan(Path(folder), task.house).house
    for height in {robot.camera_height for robot in (*task.team, task.adhoc)}:
        house.sights(height)
    _say(_user_seconds() - begun, "")
    played = json.loads(settings)
    # What is loaded when it is first needed counts for none of them.
    play(task, Path(folder), *played[-1])
    for setting in played:
        begun = _user_seconds()
        result = play(task, Path(folder), *setting)
        _say(_user_seconds() - begun, _digest(result))


def _say(seconds: float, digest: str) -> None:
    sys.stdout.write(json.dumps([seconds, digest]) + "\n")


def _user_seconds() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def _digest(result: EpisodeResult) -> str:
    values = {name: value for name, value in asdict(result).items() if name != "time"}
    return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()


if __name__ == "__main__":
    main(*sys.argv[1:])
