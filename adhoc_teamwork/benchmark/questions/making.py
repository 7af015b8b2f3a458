# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make all questions of a log: as many of each category as RoCoBench-Text has (roco.txt, XIII)."""

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from adhoc_teamwork.adhoc_planner.prompts.templates import Templates, load_templates
from adhoc_teamwork.benchmark.arms.playing import cells_folder
from adhoc_teamwork.benchmark.questions import about_cubes, about_doors, about_floor, about_food
from adhoc_teamwork.benchmark.questions.drawing import Draft, TooFewError, places_of_keys
from adhoc_teamwork.benchmark.questions.episode_log import LoggedEpisode, misfit, read_log
from adhoc_teamwork.benchmark.questions.names import drawn_names
from adhoc_teamwork.benchmark.questions.question import YES_OR_NO, Category, Question, renamed
from adhoc_teamwork.cells.task_file import CellTask, load_task
from adhoc_teamwork.teamwork.settings.config import ConfigError

NOTHING = "none"


def make_questions(path: Path, seed: int = 0) -> list[Question]:
    """Return the questions of a log, in the order of their ids.

    Args:
        path: The log.
        seed: What is drawn depends on it.

    Raises:
        ConfigError: The log cannot be read, does not fit its tasks, or has too few cases.
    """
    modules = (about_cubes, about_food, about_floor, about_doors)
    tasks = {one.TASK: load_task(cells_folder() / f"{one.TASK}.yaml") for one in modules}
    log = read_log(path)
    for line, episode in enumerate(log, start=1):
        wrong = misfit(episode, tasks[episode.task]) if episode.task in tasks else ""
        if wrong:
            raise ConfigError(f"{path}:{line}: {wrong}")
    made: list[Question] = []
    try:
        for category in Category:
            draw = random.Random(f"{seed} {category}")
            drafts = list(_drafts(category, tasks, log, draw))
            draw.shuffle(drafts)
            made.extend(_asked(category, drafts, tasks, draw))
    except TooFewError as error:
        raise ConfigError(f"{path}: {error}; expected a log of more episodes") from None
    return made


def _drafts(
    category: Category,
    tasks: Mapping[str, CellTask],
    log: Sequence[LoggedEpisode],
    draw: random.Random,
) -> Iterator[Draft]:
    cubes, food, floor, doors = (
        (tasks[one.TASK], [episode for episode in log if episode.task == one.TASK])
        for one in (about_cubes, about_food, about_floor, about_doors)
    )
    match category:
        case Category.CAPABILITY:
            yield from about_cubes.capability(*cubes, draw)
        case Category.MEMORY:
            yield from about_food.memory(food[1], draw)
            yield from about_floor.memory(floor[1], draw)
        case Category.INQUIRY:
            yield from about_doors.inquiry(*doors, draw)
        case Category.RESPONSE:
            yield from about_cubes.response(*cubes, draw)
        case Category.ADAPTATION:
            yield from about_food.adaptation(*food, draw)
            yield from about_floor.adaptation(*floor, draw)
            yield from about_doors.adaptation(*doors, draw)


def _asked(
    category: Category, drafts: Sequence[Draft], tasks: Mapping[str, CellTask], draw: random.Random
) -> Iterator[Question]:
    places = places_of_keys([len(draft.keys) for draft in drafts], draw)
    for number, (draft, place) in enumerate(zip(drafts, places, strict=True), start=1):
        case = draft.case
        task = tasks[case.episode.task]
        names = drawn_names(task, draw)
        right, *others = draft.keys
        draw.shuffle(others)
        keys = [*others[:place], right, *others[place:]]
        if {key[0] for key in keys if key} == set(YES_OR_NO):
            keys = [(word,) for word in YES_OR_NO]
        yield Question(
            f"{category}-{number:02d}",
            category,
            draft.kind,
            case.robot,
            case.asks,
            tuple(_option(key, names) for key in keys),
            keys.index(right),
            _situation(draft, task),
            names,
        )


def _option(key: Sequence[str], names: Mapping[str, str]) -> str:
    """Return an option as it is renamed later on: in the order of the names that it then has."""
    return ", ".join(sorted(key, key=lambda one: renamed(one, names))) or NOTHING


def _situation(draft: Draft, task: CellTask) -> dict[str, object]:
    case = draft.case
    pasts = [one.past for one in case.episode.rounds[: case.number]]
    told = task.agents[case.robot].told
    return {
        "others": [robot for robot in task.agents if robot != case.robot],
        "words": task.words,
        # What stands before it is a name that tells things which are called otherwise.
        "goal": case.episode.goal.rpartition("; ")[2],
        "told": [told] if told and case.episode.task != about_doors.TASK else [],
        "observation": case.episode.states[case.number].observation[case.robot],
        "history": pasts if draft.tells_history else [],
    }


def question_templates() -> Templates:
    """Return the prompts of questions.

    Raises:
        ConfigError: A template is missing or wrong.
    """
    return load_templates((cells_folder() / "prompts",), ("question",))


def digest_of(questions: Sequence[Question], templates: Templates) -> str:
    """Return a short name of a set of questions: other prompts or keys have another."""
    whole = hashlib.sha256()
    for one in questions:
        for message in one.prompt(templates):
            whole.update(message.content.encode())
        whole.update(f"{one.id} {one.right}".encode())
    return whole.hexdigest()[:12]
