# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The command with which `ros2 bag` records what our recorder would."""

from collections.abc import Sequence
from pathlib import Path

from adhoc_teamwork.teamwork.recordings.bag_reading import BAG
from adhoc_teamwork.teamwork.recordings.bag_topics import Weight, recorded_topics


def bag_command(run: Path, robots: Sequence[str], images: bool, sim_time: bool) -> tuple[str, ...]:
    """Return the words of the command; the bag goes to `bag` in the folder `run`.

    Args:
        run: The run folder, which exists.
        robots: Whose topics are recorded beside the team's.
        images: Record heavy topics as well.
        sim_time: Take times from `/clock`.
    """
    known = recorded_topics(tuple(robots))
    topics = [name for name, entry in known.items() if images or entry.weight is Weight.LIGHT]
    words = ["ros2", "bag", "record", "--storage", "mcap", "--storage-preset-profile", "zstd_fast"]
    words += ["--output", str(run / BAG), "--include-hidden-topics"]
    words += ["--use-sim-time"] if sim_time else []
    return (*words, "--topics", *topics)
