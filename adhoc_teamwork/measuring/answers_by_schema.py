# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ask the same recorded questions as text and by JSON schema, and count what goes wrong.

    python -m adhoc_teamwork.measuring.answers_by_schema --hallucination 0.3

The questions are those of a few episodes of the step world, in which the stand-in answers as text;
then each is put to a model both ways, with the corrections that robots give.
"""

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from adhoc_teamwork.adhoc_planner.model_queries.llm_query import (
    AnswerRejectedError,
    CallLog,
    LlmQuery,
    Prompt,
    T,
)
from adhoc_teamwork.adhoc_planner.model_queries.offline_in_process import OfflineModel
from adhoc_teamwork.adhoc_planner.notation.answer_forms import AnswerForm
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.policies.registry import asks_model, make_policy
from adhoc_teamwork.benchmark.agents.controller import Controller, Send
from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.llm_session import LlmSession
from adhoc_teamwork.benchmark.agents.llm_session import prompts as prompts_of
from adhoc_teamwork.benchmark.episodes.play import Episode, house_plan
from adhoc_teamwork.benchmark.generation.houses import HouseRequest
from adhoc_teamwork.benchmark.generation.tasks import Plan
from adhoc_teamwork.benchmark.generation.whole_set import make_taskset
from adhoc_teamwork.benchmark.models.names import read_model_name
from adhoc_teamwork.benchmark.store.episode import EpisodeKey
from adhoc_teamwork.benchmark.tasks.task import BenchRobot, BenchTask
from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE, table
from adhoc_teamwork.llm_port.answer_limits import AnswersBy
from adhoc_teamwork.llm_port.endpoint import ModelSettings
from adhoc_teamwork.llm_port.hosted import hosted_url
from adhoc_teamwork.llm_port.openai_model import OpenAIModel
from adhoc_teamwork.llm_port.port import LanguageModel
from adhoc_teamwork.offline_model.settings import OfflineSettings
from adhoc_teamwork.teamwork.settings.command_line import DONE, Parser, ended
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.number_words import number, whole_number
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.text.tables import PlainConsole

PROGRAM = "python -m adhoc_teamwork.measuring.answers_by_schema"
POLICIES = ("irot", "gpl", "cot", "irot-no-planner", "llm")
"""Policies that between them ask at every stage."""

_HOUSES = (HouseRequest("r03", 3, 7), HouseRequest("r05", 5, 8))
_ID = re.compile(r"(?<!\w)[A-Za-z]\w*_\d+(?!\w)")
_REASONS = re.compile(r"^\[analysis\](?:.|\n)*?(?=^\[)|reason: .*$", re.MULTILINE)


@dataclass(frozen=True)
class Recorded:
    """Hold one question of an episode, with all that its answers are read and checked by."""

    stage: str
    prompt: Prompt
    parse: Callable[[str], Any]
    check: Callable[[Any], str | None] | None
    make_form: Callable[[], AnswerForm[Any]] | None


class Recording(LlmQuery):
    """Ask as ever, and keep the questions."""

    def __init__(self, model: LanguageModel, keep: Callable[[Recorded], None]) -> None:
        """Store whom to ask, as text, and where questions go."""
        log = CallLog("", lambda: 0.0, lambda _: None)
        super().__init__(model, prompts_of().correction, log)
        self._keep = keep

    async def ask(
        self,
        stage: str,
        prompt: Prompt,
        parse: Callable[[str], T],
        check: Callable[[T], str | None] | None = None,
        make_form: Callable[[], AnswerForm[T]] | None = None,
    ) -> T:
        """Return the first usable answer; see `LlmQuery.ask`."""
        self._keep(Recorded(stage, prompt, parse, check, make_form))
        return await super().ask(stage, prompt, parse, check, make_form)


@dataclass
class Count:
    """Count what came of questions of a stage that were asked in one way."""

    questions: int = 0
    answers: int = 0
    unknown: int = 0
    """Answers that name an object or a room that the prompt does not tell of."""
    given_up: int = 0
    tokens: list[int] = field(default_factory=lambda: [0, 0])

    def cells(self) -> list[str]:
        """Return the cells of the printed table."""
        if not self.questions:
            return [NO_VALUE] * 5
        again = self.answers - self.questions
        return [
            f"{100.0 * self.unknown / self.answers:.1f}",
            f"{100.0 * again / self.questions:.1f}",
            f"{self.given_up}",
            *(f"{count / self.questions:.0f}" for count in self.tokens),
        ]


def record(policies: Iterable[str], tasks: int, model: LanguageModel) -> list[Recorded]:
    """Return the questions of teams of these policies in so many small tasks each."""
    found: list[Recorded] = []
    with tempfile.TemporaryDirectory() as folder:
        drawn = Path(folder) / "set"
        made = make_taskset(drawn, "answers", list(_HOUSES), Plan(3, (2, 4), (3,)), 1)
        for policy in policies:
            make = partial(_recording_robot, model=model, keep=found.append)
            for task in islice(made.tasks, tasks):
                key = EpisodeKey(task.task_id, policy, policy, 0, "offline")
                session = LlmSession("offline")
                try:
                    Episode(key, task, house_plan(drawn, task.house), session, make=make).run()
                finally:
                    session.close()
    return found


def _recording_robot(
    policy: str,
    robot: BenchRobot,
    task: BenchTask,
    plan: HousePlan,
    send: Send,
    minds: LlmSession,
    model: LanguageModel,
    keep: Callable[[Recorded], None],
) -> Controller:
    def make(kit: PolicyKit) -> Policy:
        return make_policy(policy, replace(kit, llm=Recording(model, keep)))

    seed = f"{task.seed}/{task.task_id}/{robot.name}"
    return minds.planner(make, robot, plan, seed, send, task.assignment)


async def count(questions: Iterable[Recorded], model: LanguageModel) -> dict[str, Count]:
    """Return what comes of putting questions to a model, by stage."""
    counts: dict[str, Count] = defaultdict(Count)
    for asked in questions:
        calls: list[LlmCall] = []
        log = CallLog("", lambda: 0.0, calls.append)
        query = LlmQuery(model, prompts_of().correction, log)
        found = counts[asked.stage]
        try:
            await query.ask(asked.stage, asked.prompt, asked.parse, asked.check, asked.make_form)
        except AnswerRejectedError:
            found.given_up += 1
        told = {name for message in asked.prompt for name in _ID.findall(message.content)}
        found.questions += 1
        for call in calls:
            found.answers += 1
            found.unknown += bool(named(call.answer) - told)
            found.tokens[0] += call.prompt_tokens
            found.tokens[1] += call.completion_tokens
    await model.close()
    return dict(counts)


def named(answer: str) -> set[str]:
    """Return the ids that an answer goes by, those in its reasons aside."""
    try:
        said = json.loads(answer)
    except (ValueError, RecursionError):
        return set(_ID.findall(_REASONS.sub("", answer)))
    return set(_ID.findall(json.dumps(_without_reasons(said))))


def _without_reasons(said: Any) -> Any:
    if isinstance(said, dict):
        kept = {k: v for k, v in said.items() if k not in ("analysis", "reason")}
        return {key: _without_reasons(value) for key, value in kept.items()}
    return [_without_reasons(item) for item in said] if isinstance(said, list) else said


def make_models(name: str) -> tuple[LanguageModel, LanguageModel]:
    """Return the model of a name, to be asked as text and by schema.

    Raises:
        ConfigError: There is none, or it lacks a key.
    """
    chosen = read_model_name(name)
    if isinstance(chosen, OfflineSettings):
        return OfflineModel(chosen), OfflineModel(chosen, takes_schema=True)
    text, schema = (
        OpenAIModel(
            ModelSettings(
                hosted_url("", os.environ), chosen.model, chosen.temperature, answers=answers
            )
        )
        for answers in (AnswersBy.TEXT, AnswersBy.SCHEMA)
    )
    return text, schema


def thinned(questions: Sequence[Recorded], most: int) -> list[Recorded]:
    """Return so many questions of each stage at most, spread over all of its."""
    stages: dict[str, list[Recorded]] = defaultdict(list)
    for asked in questions:
        stages[asked.stage].append(asked)
    return [
        of_stage[len(of_stage) * index // min(most, len(of_stage))]
        for of_stage in stages.values()
        for index in range(min(most, len(of_stage)))
    ]


def rows(text: dict[str, Count], schema: dict[str, Count]) -> list[list[str]]:
    """Return the rows of the printed table: a stage, how it was asked, and what came of it."""
    found = []
    for stage in (*sorted(text), "all"):
        for way, counts in (("text", text), ("schema", schema)):
            one = _sum(counts.values()) if stage == "all" else counts.get(stage, Count())
            found.append([stage, way, str(one.questions), *one.cells()])
    return found


def _sum(counts: Iterable[Count]) -> Count:
    total = Count()
    for one in counts:
        total.questions += one.questions
        total.answers += one.answers
        total.unknown += one.unknown
        total.given_up += one.given_up
        total.tokens = [a + b for a, b in zip(total.tokens, one.tokens, strict=True)]
    return total


def run(words: Sequence[str]) -> int:
    """Print the table and return 0."""
    options = _parser().parse_args(words)
    for policy in options.policies:
        if not asks_model(policy):
            raise ConfigError(f"--policies {policy}: it asks no model; expected one that does")
    slips = OfflineSettings(0, options.temperature, options.hallucination)
    questions = record(options.policies, options.tasks, OfflineModel(slips))
    chosen = thinned(questions, options.most)
    models = make_models(options.llm or slips.name)
    text, schema = (asyncio.run(count(chosen, model)) for model in models)
    console = PlainConsole(highlight=False)
    console.print(
        f"{len(chosen)} of {len(questions)} questions of {', '.join(options.policies)}, put to "
        f"{models[0].name}",
        markup=False,
        soft_wrap=True,
    )
    headings = ["stage", "asked", "questions", "unknown %", "again %", "given up", "in", "out"]
    console.print(table(headings, rows(text, schema), texts=2), markup=False, soft_wrap=True)
    return DONE


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=PROGRAM,
        description=(
            "Ask recorded questions as text and by JSON schema. unknown: answers that name an "
            "object or room which the prompt does not tell of. again: questions asked again with "
            "what was wrong, per question. given up: no usable answer. in, out: tokens a question."
        ),
    )
    parser.add_argument("--policies", nargs="+", default=POLICIES, metavar="P",
        help=f"whose questions are recorded (default {' '.join(POLICIES)})")  # fmt: skip
    parser.add_argument("--tasks", type=whole_number(1), default=2, metavar="N",
        help="small tasks that each of them plays (default 2)")  # fmt: skip
    parser.add_argument("--most", type=whole_number(1), default=100, metavar="N",
        help="questions of one stage that are asked (default 100)")  # fmt: skip
    parser.add_argument("--hallucination", type=number(0.0, 1.0), default=0.3, metavar="RATE",
        help="share of the stand-in's answers with a slip (default 0.3)")  # fmt: skip
    parser.add_argument("--temperature", type=number(0.0, 2.0), default=0.3, metavar="T",
        help="the stand-in's temperature (default 0.3)")  # fmt: skip
    parser.add_argument("--llm", default="", metavar="NAME",
        help="whom they are put to, by its name in results, such as openai:gpt-4o (default: the "
        "stand-in)")  # fmt: skip
    return parser


if __name__ == "__main__":
    sys.exit(ended(PROGRAM, lambda: run(sys.argv[1:])))
