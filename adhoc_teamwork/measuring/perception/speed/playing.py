# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Let perception take in a recorded tour round and round, and measure time and memory."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.perception.recordings.frames_folder import FramesFolder, read_folder
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.settings.config import ConfigError

EVERY = 0.2
"""Seconds between two frames' stamps: the node takes in five frames a second at most."""
MEMORY_EVERY = 100
ON_DEMAND_EVERY = 20
GRAPH, VALUES = "graph", "map values"


@dataclass(frozen=True)
class PlayRequest:
    """Hold what is played, and how many frames of it in all."""

    folder: Path
    frames: int
    floor_plan: bool


@dataclass
class Played:
    """Hold what was measured; lists have one entry a frame.

    Attributes:
        round_length: Frames of the tour.
        cpu: Processor time in seconds from frame to updated map and graph.
        wall: The same by the clock.
        steps: Processor time by step.
        on_demand: Processor time of object-room map and cloud together, of some frames.
        known: Objects known after each frame.
        memory: Frames taken in, and megabytes that the process held then.
        peak: Most megabytes that it ever held.
        before: Megabytes before the first frame.
    """

    round_length: int
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    steps: dict[str, list[float]] = field(default_factory=dict)
    on_demand: list[float] = field(default_factory=list)
    known: list[int] = field(default_factory=list)
    memory: list[tuple[int, float]] = field(default_factory=list)
    peak: float = 0.0
    before: float = 0.0


def play(request: PlayRequest, told: Callable[[int, int], None]) -> Played:
    """Play a tour round and round until so many frames are taken in.

    Raises:
        ConfigError: The folder holds no frames that can be used.
        BadFrameError: A picture of it is broken.
    """
    folder = read_folder(request.folder)
    if not folder.lines:
        raise ConfigError(f"{request.folder}: holds no frames")
    belief = _belief(folder, request.floor_plan)
    played = Played(round_length=len(folder.lines), before=megabytes("VmRSS"))
    for number in range(request.frames):
        line = folder.lines[number % len(folder.lines)]
        frame = folder.frame(replace(line, stamp=1.0 + number * EVERY))
        wall, cpu = time.perf_counter(), time.process_time()
        belief.process(frame)
        steps = dict(belief.laps.spent)
        belief.laps.begin()
        belief.scene_graph(frame.stamp)
        belief.laps.end(GRAPH)
        belief.grid.values()
        belief.laps.end(VALUES)
        played.cpu.append(time.process_time() - cpu)
        played.wall.append(time.perf_counter() - wall)
        for step, seconds in {**steps, **belief.laps.spent}.items():
            played.steps.setdefault(step, []).append(seconds)
        played.known.append(belief.count_objects())
        if number % ON_DEMAND_EVERY == 0:
            cpu = time.process_time()
            belief.object_room_map(frame.stamp)
            belief.semantic_cloud()
            played.on_demand.append(time.process_time() - cpu)
        if number % MEMORY_EVERY == MEMORY_EVERY - 1:
            played.memory.append((number + 1, megabytes("VmRSS")))
        told(number + 1, request.frames)
    played.peak = megabytes("VmHWM")
    return played


def _belief(folder: FramesFolder, floor_plan: bool) -> Perception:
    wait = PerceptionConfig().plan_wait if floor_plan else 0.0
    belief = Perception("explorer", Capability("quadruped"), PerceptionConfig(plan_wait=wait))
    belief.set_labels(folder.labels)
    if floor_plan and folder.floor_plan is not None:
        belief.set_floor_plan(folder.floor_plan)
    return belief


def megabytes(which: str) -> float:
    """Return what Linux counts for this process: VmRSS (now) or VmHWM (the most), megabytes."""
    # Not getrusage: its peak counts the parent's memory before this program was begun, too.
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(f"{which}:"):
            return float(line.split()[1]) / 1024.0
    raise RuntimeError(f"/proc/self/status: no {which}")
