# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A team's day in one process: planners, radios and broker, their clocks jumping from step to step.

Robots with the planner's agent act in a house of the step world, a second a step. What they say
goes as bytes through their radios and the broker's relay, memory and log, as on robots. Somebody
who lives there puts a thing on the floor every few minutes and tells the team, so that there is
work all day. No DDS, no perception and no skills of the real robots take part.
"""

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.benchmark.agents.llm_session import LlmSession
from adhoc_teamwork.benchmark.agents.make_controller import make_controller
from adhoc_teamwork.benchmark.agents.planner import PlannerRobot
from adhoc_teamwork.benchmark.speed.resident import resident_bytes
from adhoc_teamwork.benchmark.speed.trial import Trial
from adhoc_teamwork.comm_bridge.broker.log import MessageLog
from adhoc_teamwork.comm_bridge.broker.log_writer import LogWriter
from adhoc_teamwork.comm_bridge.broker.relay import Relay
from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame
from adhoc_teamwork.comm_bridge.radio_link.radio import Channel, Radio
from adhoc_teamwork.comm_bridge.ros.coding import encode, encode_all
from adhoc_teamwork.measuring.broker.findings import Result, at_most, plain
from adhoc_teamwork.measuring.broker.setting import Setting
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_from_bytes
from adhoc_teamwork.teamwork.scene import FLOOR, Misplaced
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

ROBOTS = 3
PERSON = "person"
POLICY = "irot"
MODEL = "offline t0.3 h0.1 s0"
DISTURBED = 180
"""Seconds between two things that are put on the floor."""
SAMPLES = 48
WARM_UP = 0.3
"""Share of the time after which what is kept in a bounded number has filled."""
GROWTH = 10.0
"""MiB of the last quarter above the one before that count as flat."""
IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
_BEATS = 2
"""How often radios and broker have their turn in a second."""
_KEEP = 10
"""Seconds after which the broker's log is compacted."""
_BEGAN = 1000.0
_SEED = 2026


@dataclass(frozen=True)
class Sample:
    """Hold what was there after so many simulated seconds; `memory` of this process in MiB."""

    seconds: int
    memory: float
    log: float
    messages: int
    decisions: int
    tidied: int


class Day:
    """Let a team's time pass.

    Args:
        folder: For the broker's log.
        policy: Of all robots.
    """

    def __init__(self, folder: Path, policy: str = POLICY) -> None:
        trial = Trial.drawn()
        plan = trial.plan()
        task = trial.with_team(plan, ROBOTS)[-1]
        self.now = 0
        self.said = self.tidied = 0
        self._random = random.Random(_SEED)
        self._world = StepWorld(plan.house, task.misplaced, horizon=10**9)
        self._things = [plan.house.by_name[item.object] for item in task.misplaced]
        self._spots = plan.house.lattice.points
        self._minds = LlmSession(MODEL)
        self._log = folder / "broker.sqlite"
        log = MessageLog(self._log, wall=lambda: self._clock)
        logged = log.open()
        self._relay = Relay(self, team_message_from_bytes, session=logged.session)
        self._writer = LogWriter(team_message_from_bytes, self._relay.rules, log)
        self._frames: deque[tuple[str, Frame]] = deque()
        self._radios = {name: Radio(name, 1) for name in (*(r.name for r in task.team), PERSON)}
        self._robots: dict[str, PlannerRobot] = {}
        self._numbers = 0
        for robot in task.team:
            strong = replace(robot, battery=10**9)
            made = make_controller(policy, strong, task, plan, self._say, self._minds)
            assert isinstance(made, PlannerRobot)
            self._world.join(robot.name, strong)
            self._robots[robot.name] = made
        self._tell(MessageKind.JOIN, capability=Capability(PERSON))
        for name, planner in self._robots.items():
            planner.join(self._world.observe(name))
            self._deliver()

    def run(self, seconds: int, every: int) -> Iterator[Sample]:
        """Let so many seconds pass and yield a sample after each `every`."""
        for _ in range(seconds):
            self._step()
            if self.now % every == 0:
                yield self.sample()

    def sample(self) -> Sample:
        """Return how it stands."""
        decisions = sum(robot.decisions for robot in self._robots.values())
        memory, log = resident_bytes() / 2**20, self._log.stat().st_size / 2**20
        return Sample(self.now, memory, log, self.said, decisions, self.tidied)

    def close(self) -> None:
        """End what the agents think."""
        self._minds.close()

    # --- where the relay's frames go ------------------------------------------------------------

    def tell_all(self, frame: Frame) -> None:
        """Send a frame to every robot."""
        self._frames.extend((name, frame) for name in self._radios)

    def tell(self, robot: str, frame: Frame) -> None:
        """Send a frame to one robot."""
        self._frames.append((robot, frame))

    # --- a second -------------------------------------------------------------------------------

    @property
    def _clock(self) -> float:
        return _BEGAN + self.now

    def _step(self) -> None:
        self.now += 1
        if self.now % DISTURBED == 0:
            self._disturb()
        self._work_radios()
        actions = {}
        for name, planner in self._robots.items():
            action = planner.act(self._world.observe(name))
            self._deliver()
            if action is not None:
                actions[name] = action
        tidied = set(self._world.tidied)
        self._world.step(actions)
        self.tidied += len(set(self._world.tidied) - tidied)

    def _disturb(self) -> None:
        """Put a thing that lies somewhere onto the floor elsewhere, and tell the team."""
        scene = self._world.scene
        lying = [number for number in self._things if not self._world.holds(number)]
        if not lying:
            return
        number = self._random.choice(lying)
        x, y = self._spots[self._random.randrange(len(self._spots))]
        scene.take(number)
        scene.put(number, float(x), float(y), 0.0, FLOOR, False)
        seen = replace(scene.detections[number], seen=float(self.now), seen_by=PERSON,
                       misplaced=Misplaced.YES)  # fmt: skip
        self._tell(MessageKind.DETECTION, detections=(seen,))

    def _tell(self, kind: MessageKind, **parts: object) -> None:
        self._numbers += 1
        self._say(TeamMessage(PERSON, 1, self._numbers, float(self.now), kind, **parts))  # type: ignore[arg-type]

    def _say(self, message: TeamMessage) -> None:
        self.said += 1
        frame = encode(message)
        self._radios[message.sender].say(frame, self._clock)
        self._relay.take(message.sender, frame.data, self._clock)

    def _deliver(self) -> None:
        while self._frames:
            name, frame = self._frames.popleft()
            if self._radios[name].hear(frame, self._clock) and name in self._robots:
                self._robots[name].hear(team_message_from_bytes(frame.data))

    def _work_radios(self) -> None:
        for beat in range(_BEATS):
            now = self._clock + beat / _BEATS
            handed = [self._relay.handed.popleft() for _ in range(len(self._relay.handed))]
            outcome = self._writer.process(handed)
            self._relay.commit(outcome.committed, now)
            for robot, told in outcome.told:
                self._relay.tell_later(robot, encode_all(told))
            self._relay.tick(now)
            receipt = self._relay.receipt(now, now)
            for name, radio in self._radios.items():
                if receipt is not None:
                    radio.take_receipt(receipt, now, now)
                for emission in radio.tick(now):
                    passed_on = emission.channel is Channel.PASSED_ON
                    self._relay.take(name, emission.frame.data, now, passed_on)
                own = radio.receipt(now, now)
                if own is not None:
                    self._relay.take_receipt(name, own, now, now)
        if self.now % _KEEP == 0:
            self._relay.keep()
        self._deliver()


def measure_day(setting: Setting) -> Result:
    """Follow the memory of a team and its broker over hours of their own clock."""
    seconds = max(SAMPLES, round(setting.hours * 3600.0))
    # A log that is committed twice a second of a clock that runs that fast only waits for a disk.
    with TemporaryDirectory(prefix="adhoc_day_", dir=IN_MEMORY) as folder:
        day = Day(Path(folder))
        try:
            samples = list(day.run(seconds, seconds // SAMPLES))
        finally:
            day.close()
    times = np.array([sample.seconds for sample in samples], float)
    sizes = np.array([sample.memory for sample in samples])
    later = times >= WARM_UP * times[-1]
    slope = float(np.polyfit(times[later], sizes[later], 1)[0])
    last = samples[-1]
    return Result(
        f"Memory of {ROBOTS} planners and a broker over {times[-1] / 3600.0:g} h of their clock",
        (
            plain("messages said", last.messages),
            plain("decisions", last.decisions),
            plain("things tidied", last.tidied),
            plain("memory after the warm-up", float(sizes[later][0]), "MiB"),
            plain("memory at the end", last.memory, "MiB"),
            at_most("growth in the last quarter of that", _late_growth(sizes), GROWTH, "MiB"),
            plain("growth a day, by a line through all after the warm-up", slope * 86400.0, "MiB"),
            plain("the broker's log", last.log, "MiB"),
        ),
    )


def _late_growth(sizes: NDArray[np.float64]) -> float:
    """Return by how much the last quarter of samples is above the one before, by their medians."""
    quarter = max(1, len(sizes) // 4)
    return float(np.median(sizes[-quarter:]) - np.median(sizes[-2 * quarter : -quarter]))
