# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who decides for a robot: its policy, and the judge of what is out of place."""

from collections.abc import Callable
from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.decisions.decision import Guard
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import CallLog, LlmQuery
from adhoc_teamwork.adhoc_planner.model_queries.tracing import UNWATCHED, Tracer
from adhoc_teamwork.adhoc_planner.policies.judging import make_judge
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit, PolicyMaker
from adhoc_teamwork.adhoc_planner.policies.registry import make_policy
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.llm_port.port import LanguageModel
from adhoc_teamwork.teamwork.team.llm_call import LlmCall


@dataclass(frozen=True)
class Reasoning:
    """Pair a policy with the judge that goes with it."""

    policy: Policy
    judge: Judge


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
        asker=LlmQuery(model, prompts.correction, log, witness=tracer),
        prompts=prompts,
        guard=guard,
        candidates=settings.candidates,
        rounds=settings.rounds,
    )
    policy = make(kit) if make else make_policy(settings.policy, kit)
    return Reasoning(policy, make_judge(settings.task, kit, policy.opinion))
