# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answer the stages that ask for one sub-task at once, with or without reasoning."""

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.reading.facts import Facts
from adhoc_teamwork.offline_model.reading.sections import Prompt
from adhoc_teamwork.offline_model.stages.considering import consider


def choose(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return the best option, without a word on why."""
    return f"[result]\n{consider(prompt, facts, chance)[0].subtask}"


def reason(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return the best option, and why."""
    best = consider(prompt, facts, chance)[0]
    return f"[analysis] {best.reason}\n[result]\n{best.subtask}"
