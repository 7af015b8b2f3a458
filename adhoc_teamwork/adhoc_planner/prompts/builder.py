# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Build the prompts of every stage from templates (paper figures 5 and 6)."""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from adhoc_teamwork.adhoc_planner.belief.action_effects import assume
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.negotiation import negotiation_facts
from adhoc_teamwork.adhoc_planner.prompt_context.objects import object_facts
from adhoc_teamwork.adhoc_planner.prompt_context.relevance import DIALOGUE, OBJECTS, least_first
from adhoc_teamwork.adhoc_planner.prompt_context.situation import (
    receptacle_types,
    room_types,
    situation,
)
from adhoc_teamwork.adhoc_planner.prompt_context.wording import subskill_text, subtask_text
from adhoc_teamwork.adhoc_planner.prompts.specimen import specimen_views
from adhoc_teamwork.adhoc_planner.prompts.templates import Templates, load_templates
from adhoc_teamwork.adhoc_planner.task_config import TaskConfig, load_task
from adhoc_teamwork.teamwork.crop import Crop
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.task_folders import shared_prompts
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind
from adhoc_teamwork.teamwork.text.quoting import clean_name, quote

DEFAULT_BUDGET = 400_000
"""The longest prompt, in characters: about 100 000 tokens."""

STAGES = (
    *("judge", "generate", "rank", "reflect", "confirm", "subskill", "correction"),
    *("naive", "cot", "predict", "score", "direct", "negotiate"),
    *("judge_pictures", "grasped"),
)
_ANSWER_LENGTH = 4000
_SHORTEST = 100
"""Characters that a prompt says of an object at the least, about."""


class PromptSet:
    """Build prompts; every method returns the messages of one chat.

    Where a prompt would be longer than the budget, what it can best do without is left out, and
    the prompt says how much. All methods raise ConfigError where a template is at fault.
    """

    def __init__(self, templates: Templates, budget: int, task: TaskConfig) -> None:
        """Use templates that tell of the sub-tasks and sub-skills of `task`."""
        self._templates = templates
        self._budget = budget
        self._task = task
        self._told: tuple[PlannerView | None, dict[str, Any]] = (None, {})

    def of_method(self, name: str, stages: Sequence[str]) -> "PromptSet":
        """Return the same with the stages of a method, from its own folder of templates.

        Args:
            name: That of a folder in `config/prompts`, or the path of one.
            stages: The method's stages, a template each.

        Raises:
            ConfigError: A template is missing or wrong; one line naming file and line.
        """
        templates = self._templates.of_method(name, tuple(stages))
        return PromptSet(templates, self._budget, self._task)

    def judge(
        self,
        view: PlannerView,
        items: Sequence[Detection],
        graded: bool = False,
        number: int = 1,
    ) -> tuple[ChatMessage, ...]:
        """Ask which of `items` are out of place, and where those belong; `graded`, how surely.

        Each `number` from 2 on asks for one more independent opinion.
        """
        facts = {
            "robot": clean_name(view.robot),
            "items": [object_facts(view, item) for item in items],
            "graded": graded,
            "number": number,
            "receptacle_types": receptacle_types(view),
            "room_types": room_types(view),
        }
        messages = self._templates.render("judge", facts)
        return (*messages, *self._shown("judge_pictures", view.pictures.of(items)))

    def grasped(self, view: PlannerView, thing: Detection, since: float) -> tuple[ChatMessage, ...]:
        """Ask whether a hand that closed on `thing` at `since` (s) has got hold of it.

        Pictures alone tell that; without one there is no question, and the chat is empty.
        """
        crops = view.pictures.of_grasp(thing.object_id, since)
        if not crops:
            return ()
        facts = {"thing": object_facts(view, thing), "robot": clean_name(view.robot)}
        return self._shown("grasped", crops, **facts)

    def _shown(self, stage: str, crops: Sequence[Crop], **facts: Any) -> tuple[ChatMessage, ...]:
        """Return the messages of a stage whose last one is about pictures, with these."""
        if not crops:
            return ()
        names = [clean_name(crop.object_id) for crop in crops]
        later = [crop.after_grasp for crop in crops]
        told = list(zip(names, later, strict=True))
        *before, last = self._templates.render(stage, {**facts, "pictures": told})
        return (*before, replace(last, pictures=tuple(crop.picture for crop in crops)))

    def generate(self, view: PlannerView, count: int) -> tuple[ChatMessage, ...]:
        """Ask for up to `count` candidate sub-tasks (paper section IV-D, first stage)."""
        return self._fit("generate", view, count=count)

    def rank(self, view: PlannerView, candidates: Sequence[SubTask]) -> tuple[ChatMessage, ...]:
        """Ask for an order of `candidates` (paper section IV-D, second stage)."""
        return self._fit("rank", view, candidates=[subtask_text(c) for c in candidates])

    def reflect(self, view: PlannerView, candidate: SubTask) -> tuple[ChatMessage, ...]:
        """Ask whether `candidate` is still reasonable (paper section IV-D, third stage).

        `view.messages` should hold the robot's own announcement as well as the answers to it: the
        prompt then tells which of the teammates' answers are to this intent.
        """
        intent_id = _announced(view, candidate)
        return self._fit("reflect", view, candidate=subtask_text(candidate), intent_id=intent_id)

    def confirm(
        self,
        previous: tuple[ChatMessage, ...],
        accepted: bool,
        reason: str,
        objectors: Sequence[str],
    ) -> tuple[ChatMessage, ...]:
        """Ask again for a verdict that the team's answers do not bear out, with what they say."""
        verdict = "yes" if accepted else "no"
        names = " and ".join(map(clean_name, objectors))
        heard = f"{names} answered CONFLICT." if names else "no teammate answered CONFLICT."
        said = ChatMessage(
            "assistant", f"[analysis] {reason[:_ANSWER_LENGTH]}\n[judgement] {verdict}"
        )
        ask = self._templates.render("confirm", {"verdict": verdict, "heard": heard})
        return (*previous, said, *ask)

    def ask(self, stage: str, view: PlannerView, **facts: Any) -> tuple[ChatMessage, ...]:
        """Put the question of a stage that needs the situation and `facts` for its template."""
        return self._fit(stage, view, **facts)

    def subskill(
        self, view: PlannerView, subtask: SubTask, assumed: SubSkill | None = None
    ) -> tuple[ChatMessage, ...]:
        """Ask for the next sub-skill of `subtask` (paper section IV-E).

        With `assumed`, a running sub-skill, the situation is told as it is after its success.
        """
        assumed_text = subskill_text(assumed) if assumed else ""
        if assumed is not None:
            view = assume(view, assumed)
        return self._fit("subskill", view, subtask=subtask_text(subtask), assumed=assumed_text)

    def correction(
        self, previous: tuple[ChatMessage, ...], answer: str, reason: str
    ) -> tuple[ChatMessage, ...]:
        """Ask again, with the answer that could not be used and the reason why."""
        ask = self._templates.render("correction", {"reason": quote(reason, 600)})
        said = ChatMessage("assistant", answer[:_ANSWER_LENGTH] or "(no answer)")
        return (*previous, said, *ask)

    def _situation(self, view: PlannerView) -> dict[str, Any]:
        """Return the values of the situation; stages that ask about one view share them."""
        if self._told[0] is not view:
            hints = {
                "subtasks": self._task.subtask_hints(view.capability.hands),
                "subskills": self._task.subskill_hints,
            }
            self._told = (view, {**hints, **situation(view)})
        return dict(self._told[1])

    def _fit(self, stage: str, view: PlannerView, **facts: Any) -> tuple[ChatMessage, ...]:
        """Render `stage`, leaving out what is needed least until it keeps to the budget."""
        told = {**self._situation(view), **facts}
        messages = self._templates.render(stage, told)
        excess = sum(len(m.content) for m in messages) - self._budget
        whole = {part: told[part] for part in (DIALOGUE, OBJECTS)}
        spare = deque(least_first(view) if excess > 0 else ())
        out: dict[str, set[int]] = {part: set() for part in whole}
        while excess > 0 and spare:
            while excess > 0 and spare:
                part, number = spare.popleft()
                out[part].add(number)
                line = whole[part][number]
                excess -= len(line.text) if part == DIALOGUE else _SHORTEST
            for part, lines in whole.items():
                told[part] = tuple(line for n, line in enumerate(lines) if n not in out[part])
            told["left_out"] = view.older_messages + len(out[DIALOGUE])
            told["objects_left"] = len(out[OBJECTS])
            messages = self._templates.render(stage, told)
            excess = sum(len(m.content) for m in messages) - self._budget
        return messages


def load_prompts(task: Path, budget: int = DEFAULT_BUDGET) -> PromptSet:
    """Read the prompts of a task, a folder of config/tasks; `budget` is in characters.

    What the task's folder lacks is taken from `shared_prompts`: the parts of a prompt that are the
    same for every task (paper section IV-H).

    Every stage that the task asks for is rendered once for trial, so that a fault shows at the
    start and not in a run.

    Raises:
        ConfigError: A template is missing or wrong; one line naming file and line.
    """
    templates = load_templates((task, shared_prompts(task)), STAGES)
    config = load_task(task)
    prompts = PromptSet(templates, budget, config)
    explore = SubTask(SubTaskKind.EXPLORE, room_id="room_0")
    for specimen in specimen_views():
        view = replace(specimen, task=config)
        if not config.goal.says_all:
            prompts.judge(view, view.known_objects, graded=True)
        for thing in view.known_objects:
            prompts.grasped(view, thing, 0.0)
        prompts.generate(view, 3)
        prompts.rank(view, (explore,))
        asked = prompts.reflect(view, explore)
        prompts.confirm(asked, False, "reason", ["second"])
        prompts.ask("naive", view)
        prompts.ask("cot", view)
        prompts.ask("predict", view)
        prompts.ask("negotiate", view, **negotiation_facts(view))
        prompts.ask("direct", view, assumed="Explore")
        prompts.ask("score", view, candidates=["Explore <room_0>"], predictions={"second": "Stop"})
        asked = prompts.subskill(view, explore, SubSkill(SubSkillKind.EXPLORE))
        prompts.correction(asked, "answer", "reason")
    return prompts


def _announced(view: PlannerView, candidate: SubTask) -> int:
    """Return the id of the intent with which this robot last announced `candidate`, or 0."""
    own = (
        m.intent.intent_id
        for m in reversed(view.messages)
        if m.sender == view.robot
        and m.kind is MessageKind.INTENT
        and m.intent is not None
        and m.intent.subtask == candidate
    )
    return next(own, 0)
