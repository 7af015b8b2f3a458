# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The offline model's one function: chat messages in, an answer in the prompt's own format out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from adhoc_teamwork.offline_model.chance import Chance, chance_of
from adhoc_teamwork.offline_model.errors.oversights import as_read
from adhoc_teamwork.offline_model.fallibility import Fallibility
from adhoc_teamwork.offline_model.reading.facts import Facts
from adhoc_teamwork.offline_model.reading.reader import read_facts
from adhoc_teamwork.offline_model.reading.sections import Prompt, read_prompt
from adhoc_teamwork.offline_model.settings import OfflineSettings
from adhoc_teamwork.offline_model.stages.agreeing import agree, arrange
from adhoc_teamwork.offline_model.stages.deciding import choose, generate, rank, reason, reflect
from adhoc_teamwork.offline_model.stages.drafting import draft
from adhoc_teamwork.offline_model.stages.forecasting import predict, score
from adhoc_teamwork.offline_model.stages.hearing import hear
from adhoc_teamwork.offline_model.stages.judging import judge
from adhoc_teamwork.offline_model.stages.negotiating import negotiate
from adhoc_teamwork.offline_model.stages.picking import pick
from adhoc_teamwork.offline_model.stages.planning_for_all import judge_plan, plan_for_all
from adhoc_teamwork.offline_model.stages.sharing import act, check, compute, divide
from adhoc_teamwork.offline_model.stages.stepping import direct, step

NOT_UNDERSTOOD = (
    "I am the offline model, a rule-based stand-in for a language model. I understand only the "
    "prompts of this project's planner, and this is none of them."
)
ALWAYS_THE_SAME = OfflineSettings()
"""Neither temperature nor slips: the settings where nothing else is asked for."""

_STAGES: dict[str, Callable[[Prompt, Facts, Chance], str]] = {
    "generate": generate,
    "rank": rank,
    "reflect": reflect,
    "negotiate": negotiate,
    "subskill": step,
    "choose": choose,
    "reason": reason,
    "predict": predict,
    "score": score,
    "direct": direct,
    "draft": draft,
    "choose_plan": pick,
    "meta_plan": plan_for_all,
    "adapt_plan": plan_for_all,
    "evaluate_plan": judge_plan,
    "divide": divide,
    "compute": compute,
    "check": check,
    "act": act,
}

_TOGETHER: dict[str, Callable[[Prompt, Chance, Fallibility], str]] = {
    "agree": agree,
    "arrange": arrange,
}
"""Stages that settle an action for each of several robots at once."""


def answer(
    messages: Sequence[Mapping[str, object]],
    settings: OfflineSettings = ALWAYS_THE_SAME,
    episode: str = "",
    asker: str = "",
) -> str:
    """Return the answer to a chat, from nothing but the text of its messages.

    The same arguments get the same answer, in any process, whatever was asked before.

    Args:
        messages: The chat.
        settings: What the answer depends on beside it.
        episode: Which episode it is, to whose facts errors belong; with the settings' seed.
        asker: The robot that asks, whose errors they are; where it is empty, whom the prompt names.
    """
    prompt = read_prompt(messages)
    if prompt is None:
        return NOT_UNDERSTOOD
    chance = chance_of(settings, prompt.texts)
    errors = Fallibility(settings.errors, f"{settings.seed} {episode}", asker, prompt.stage)
    if prompt.stage == "judge":
        return judge(prompt, chance, errors)
    if prompt.stage == "hear":
        return hear(prompt, errors)
    if prompt.stage in _TOGETHER:
        return _TOGETHER[prompt.stage](prompt, chance, errors)
    facts = read_facts(prompt)
    errors = errors if asker else replace(errors, robot=facts.me.name)
    return _STAGES[prompt.stage](prompt, as_read(facts, chance, errors), chance)
