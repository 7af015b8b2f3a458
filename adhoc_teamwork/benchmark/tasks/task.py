# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What one benchmark task is: house, misplaced objects, team, ad hoc robot (section V-A)."""

from dataclasses import dataclass

from adhoc_teamwork.simulation.lattice.robots import StepBody
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.goal import Furnishing, Goal
from adhoc_teamwork.teamwork.team.task import MisplacedObject

FORMAT_VERSION = 1
HORIZON = 500
"""Steps after which an episode ends (not in the paper; its averages fit 500)."""
HIGHEST = 2.2
"""Height, in metres, up to which an arm reaches of which a task says nothing: about a ceiling's."""


class Difficulty(StrEnum):
    """Name the paper's classes: houses of 1-3, 4-6, and 7-10 rooms."""

    EASY = "easy"
    MEDIUM = "medium"
    DIFFICULT = "difficult"


@dataclass(frozen=True)
class BenchRobot:
    """Describe one robot: the paper's tuple, and where it starts.

    `camera_height` in metres (1.6 or 0.9), `payload` in kilograms, `battery` in steps; `start` in
    `map` with a yaw of a multiple of 90 degrees; `reach_max_height` is the greatest height that its
    arm gets to, metres; `hands`, 1 or 2, is how many things it holds at a time. A `body` is told of
    where it is another than the step world's usual one.
    """

    name: str
    can_manipulate: bool
    camera_height: float
    payload: float
    battery: int
    start: Pose
    reach_max_height: float = HIGHEST
    hands: int = 1
    body: StepBody | None = None

    @property
    def build(self) -> "Build":
        """Return what decides from where it handles things, whatever they weigh."""
        return Build(self.camera_height, self.reach_max_height)


@dataclass(frozen=True)
class Build:
    """Hold how high a robot's camera is, and how high its arm gets, metres."""

    camera_height: float
    reach_max_height: float = HIGHEST


class Deed(StrEnum):
    """Name what one errand of a task for different bodies asks for."""

    GO = "go"
    LOOK = "look"
    BRING = "bring"


@dataclass(frozen=True)
class Errand:
    """Ask for one deed: to go to an object, look at it, or bring it to a receptacle.

    Things are named as in the house file. `robot` is whose body it is for: what proofs go by and no
    robot is told.
    """

    deed: Deed
    object: str
    receptacle: str = ""
    robot: str = ""


@dataclass(frozen=True)
class Assignment:
    """Say what is to be done where that is not tidying up.

    `task` names a folder of config/tasks. `goal` is what has to hold in the end; robots are told
    `text` in its place where there is one. `inside` pairs things with what they are in at the
    start, by names of the house file. `furnishing` stands in the place of the folder's own. Where
    there are `errands`, what has to come to pass is what they ask for, and the goal is empty.
    """

    task: str
    goal: Goal
    inside: tuple[tuple[str, str], ...] = ()
    text: str = ""
    furnishing: Furnishing | None = None
    errands: tuple[Errand, ...] = ()

    @property
    def told(self) -> Goal:
        """Return the goal as robots are told it."""
        return Goal(text=self.text) if self.text else self.goal


@dataclass(frozen=True)
class BenchTask:
    """Hold one task; `house` is a file relative to the task set's folder.

    `infeasible` says why not everything can be tidied by the team plus the ad hoc robot within
    batteries, payloads and horizon; empty where it can. With an `assignment`,
    `misplaced` are things that can fulfil it; none lies elsewhere than the house file says. `suite`
    names the suite whose world, clock and metrics hold (`benchmark.suites`); empty: the house's.
    """

    task_id: str
    house: str
    rooms: int
    difficulty: Difficulty
    scenario: int
    seed: int
    misplaced: tuple[MisplacedObject, ...]
    team: tuple[BenchRobot, ...]
    adhoc: BenchRobot
    infeasible: str = ""
    assignment: Assignment | None = None
    suite: str = ""


@dataclass(frozen=True)
class TaskSet:
    """Hold a whole set; `digest` identifies its contents (hex SHA-256 of tasks and houses)."""

    version: int
    name: str
    seed: int
    tasks: tuple[BenchTask, ...]
    digest: str = ""

    @property
    def suite(self) -> str:
        """Return the name of the suite that its tasks are of; empty for tidying up."""
        return self.tasks[0].suite if self.tasks else ""
