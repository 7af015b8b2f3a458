# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who decides for a robot: its policy, the judge of what is out of place, and what guards both."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from adhoc_teamwork.adhoc_planner.agent.active_task import GivenUp
from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.belief.claims import describe
from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.belief.team import rival
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import Guard
from adhoc_teamwork.adhoc_planner.decisions.seat import Seat
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import CallLog, LlmQuery
from adhoc_teamwork.adhoc_planner.model_queries.tracing import UNWATCHED, Tracer
from adhoc_teamwork.adhoc_planner.policies.judging import make_judge
from adhoc_teamwork.adhoc_planner.policies.opinion import GraspOpinion
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit, PolicyMaker
from adhoc_teamwork.adhoc_planner.policies.registry import make_policy
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.llm_port.port import LanguageModel
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.subtask import SubTask


@dataclass(frozen=True)
class Reasoning:
    """Hold a policy, the judge that goes with it, and what it counts."""

    policy: Policy
    judge: Judge
    counts: Counter[str]
    """What the policy counts."""
    seat: Seat
    """Where a person may sit who decides."""
    grasps: GraspOpinion | None
    """Who says by pictures whether a grasp has succeeded; None where nobody is asked."""


def make_reasoning(
    settings: AgentSettings,
    model: LanguageModel,
    prompts: PromptSet,
    guard: Guard,
    record: Callable[[LlmCall], None],
    clock: Callable[[], float],
    tracer: Tracer = UNWATCHED,
    make: PolicyMaker | None = None,
) -> Reasoning:
    """Return who decides, as `settings` say.

    Args:
        settings: Names policy, judgement and task.
        model: Answers questions.
        prompts: Makes them.
        guard: Tells why a sub-task cannot be taken up.
        record: Keeps the record of an exchange with the model.
        clock: Returns seconds of the ROS clock.
        tracer: Is told of answers.
        make: Makes a policy that has no name.

    Raises:
        ConfigError: No policy has that name, or the weights of a learned judge are missing.
    """
    log = CallLog(settings.robot, clock, record)
    kit = PolicyKit(
        robot=settings.robot,
        seed=settings.seed,
        llm=LlmQuery(model, prompts.correction, log, tracer=tracer),
        prompts=prompts,
        guard=guard if settings.channel.is_checked else _refuse_nothing,
        candidates=settings.candidates,
        rounds=settings.rounds,
        checked=settings.channel.is_checked,
        counts=Counter(),
    )
    policy = make(kit) if make else make_policy(settings.policy, kit)
    if not settings.channel.is_checked:
        policy = replace(policy, guarded=False, checked=False)
    judge = make_judge(settings.task, kit, policy)
    is_shown = settings.pictures > 0 and not policy.at_once
    grasps = GraspOpinion(kit.llm, kit.prompts) if is_shown else None
    return Reasoning(policy, judge, kit.counts, kit.seat, grasps)


def _refuse_nothing(view: PlannerView, subtask: SubTask) -> str | None:
    """Return None: whatever is decided is tried."""
    del view, subtask
    return None


class TaskGuard:
    """Object to what breaks a rule, failed a short while ago, or is a teammate's already."""

    def __init__(self, given_up: GivenUp, clock: Callable[[], float]) -> None:
        """Store what was given up; `clock` returns seconds of the ROS clock."""
        self._given_up = given_up
        self._clock = clock

    def __call__(self, view: PlannerView, subtask: SubTask) -> str | None:
        """Return why `subtask` cannot be taken up as things are, or None."""
        # What failed since the question was asked is no reason to refuse to stop.
        recent = self._given_up.recent(self._clock())
        known = view.with_rejected([item for item in recent if item not in view.rejected])
        objection = check_subtask(known, subtask) or self._given_up.objection(view, subtask)
        if objection or view.state.holds(subtask.object_id):
            return objection
        found = rival(view.teammates, describe(subtask, view.object(subtask.object_id)))
        return f"{found[0].name} has taken it up already" if found else None
