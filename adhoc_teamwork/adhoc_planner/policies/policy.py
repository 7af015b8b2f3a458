# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every policy is: who decides sub-tasks, who their sub-skills, who what is out of place."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from adhoc_teamwork.adhoc_planner.belief.judge import Opinion
from adhoc_teamwork.adhoc_planner.belief.prior_judge import Prior
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.conversation.method import Method
from adhoc_teamwork.adhoc_planner.decisions.decision import Decision, Dialogue, Guard
from adhoc_teamwork.adhoc_planner.decisions.seat import Seat
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import LlmQuery
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask

CANDIDATES = 3
"""n_irot of the prompts that the paper shows."""

ROUNDS = 2
"""How often candidates are generated before the question is given up."""


def _never() -> float:
    return math.inf


class SubTaskPlanner(Protocol):
    """Decide what the robot does next."""

    async def decide(self, dialogue: Dialogue) -> Decision:
        """Return the sub-task to take up; its intent has been proposed.

        Raises:
            NoReasonableSubTaskError: Nothing that came to mind is reasonable.
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """


class SubSkillPlanner(Protocol):
    """Decide how a sub-task goes on."""

    async def next(
        self, view: PlannerView, subtask: SubTask, assumed: SubSkill | None = None
    ) -> SubSkill:
        """Return the next sub-skill of `subtask`.

        Args:
            view: What the robot knows now.
            subtask: What the sub-skill is to bring forward.
            assumed: The sub-skill under way, taken to succeed; None where none is.

        Raises:
            SubTaskLeftError: What comes next serves another sub-task.
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """


@dataclass(frozen=True)
class Policy:
    """Hold what decides for one robot.

    What is `guarded` takes up no sub-task that breaks a rule, and leaves an object to whom it was
    promised first. What is not tries whatever it decides, and learns from what fails.
    What is `checked` has rules look over each sub-skill that it names, and fill the time in which
    nothing is decided. What is not carries out what it names, and stands still meanwhile.
    What `heeds_objections` thinks again where teammates object to what it has decided already.
    What `reflects` takes teammates' answers to its intents into account (paper section IV-D.3).
    What `reconsiders` judges anew what it has decided where a teammate does the same by now.
    What has a `prior` is told by it what is out of place and where things are kept, and asks the
    opinion only of what the prior cannot tell.
    What the opinion would have moved `other_opinions` are asked about, until most of all agree.
    What `heeds_house` holds the opinion against where others of a kind stand in the house.
    What `hands_over` puts down in time, for a teammate that it names, what its battery does not
    last to put away.
    What `asks_ahead` is asked before an answer is needed, and explores meanwhile. What does not
    decides when what it did before is over, from what it knows then, and stands still for it.
    What tells in its `own_words` what it does and finds says no sentences made by rule where a
    channel carries words.
    What does not remember where it has been may look through a room again.
    What has a `method` talks by it; its decisions may wait for what the team settles.
    What decides `at_once` never waits: it is asked when an answer is needed, not ahead of that.
    `again_at` returns when (s) the next sub-task is decided though nothing happens.
    """

    subtasks: SubTaskPlanner
    subskills: SubSkillPlanner
    opinion: Opinion | Prior
    prior: Prior | None = None
    other_opinions: Sequence[Opinion] = ()
    guarded: bool = True
    checked: bool = True
    heeds_objections: bool = True
    reflects: bool = True
    reconsiders: bool = False
    heeds_house: bool = False
    hands_over: bool = False
    at_once: bool = False
    asks_ahead: bool = True
    own_words: bool = False
    remembers: bool = True
    method: Method | None = None
    again_at: Callable[[], float] = _never


@dataclass(frozen=True)
class PolicyKit:
    """Hold what a policy may be made of.

    `seed` is for those that draw lots: equal seeds and sequences of views give equal decisions.
    `llm` puts questions to the model, `prompts` builds them, `guard` knows why a sub-task cannot
    be done. Where nothing is `checked`, neither that nor a rule for sub-skills refuses anything.
    What a method counts of its own in `counts`, by name, stands in records of episodes.
    In `seat` a person may sit who decides for the robot.
    """

    robot: str
    seed: str
    llm: LlmQuery
    prompts: PromptSet
    guard: Guard
    candidates: int = CANDIDATES
    rounds: int = ROUNDS
    checked: bool = True
    counts: Counter[str] = field(default_factory=Counter)
    seat: Seat = field(default_factory=Seat)


PolicyMaker = Callable[[PolicyKit], Policy]
