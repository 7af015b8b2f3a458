# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What tables need to know about a task set: kept with the results, which so stand alone."""

from dataclasses import asdict, dataclass
from pathlib import Path

from adhoc_teamwork.benchmark.code_version import code_version
from adhoc_teamwork.benchmark.store.files import write_json
from adhoc_teamwork.benchmark.suites.registry import find_suite
from adhoc_teamwork.benchmark.tasks.task import BenchTask, Difficulty, TaskSet
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config

RUN_FILE = "run.json"
FORMAT_VERSION = 1


@dataclass(frozen=True)
class TaskFacts:
    """Hold what results are split by; `feasible` is whether everything can be tidied at all."""

    task_id: str
    house: str
    rooms: int
    difficulty: Difficulty
    k: int
    team_size: int
    adhoc_manipulates: bool
    feasible: bool


@dataclass(frozen=True)
class RunFacts:
    """Hold the contents of run.json: which task set the episodes are of.

    `versions` are those of the code that has played some of them (`code_version`). `suite` names
    the suite of all its tasks; empty for tidying up.
    """

    format: int
    task_set: str
    digest: str
    horizon: int
    tasks: tuple[TaskFacts, ...]
    versions: tuple[str, ...] = ()
    suite: str = ""

    def by_id(self) -> dict[str, TaskFacts]:
        """Return the tasks by their ids."""
        return {task.task_id: task for task in self.tasks}


def facts_of(task_set: TaskSet) -> RunFacts:
    """Return what a results folder keeps of a task set."""
    tasks = tuple(_task_facts(task) for task in task_set.tasks)
    suite = find_suite(task_set.suite)
    return RunFacts(
        FORMAT_VERSION,
        task_set.name,
        task_set.digest,
        suite.horizon,
        tasks,
        (code_version(),),
        suite.name,
    )


def read_facts(folder: Path) -> RunFacts:
    """Return the facts of a results folder.

    Raises:
        ConfigError: The folder is not one, or its run.json is broken or of another version.
    """
    path = folder / RUN_FILE
    try:
        is_there = path.is_file()
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}; expected a results folder") from None
    if not is_there:
        raise ConfigError(f"{path}: not there; expected a results folder of adhoc bench run")
    facts = load_config(path, RunFacts)
    if facts.format != FORMAT_VERSION:
        raise ConfigError(f"{path}: format: {facts.format}; expected {FORMAT_VERSION}")
    return facts


def write_facts(folder: Path, facts: RunFacts) -> None:
    """Write run.json; see `files.write_whole` for errors."""
    values = asdict(facts)
    if not facts.suite:
        del values["suite"]
    write_json(folder / RUN_FILE, values)


def _task_facts(task: BenchTask) -> TaskFacts:
    return TaskFacts(
        task_id=task.task_id,
        house=task.house,
        rooms=task.rooms,
        difficulty=task.difficulty,
        k=len(task.misplaced),
        team_size=len(task.team),
        adhoc_manipulates=task.adhoc.can_manipulate,
        feasible=not task.infeasible,
    )
