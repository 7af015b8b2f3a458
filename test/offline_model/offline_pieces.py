# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ask the offline model, a rule-based stand-in, as the planner does."""

import dataclasses
import re
from collections.abc import Sequence

from planner_views import (
    TEMPLATES,
    Presence,
    chat,
    mug,
    replace_,
    with_state,
)

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.notation.answers import (
    parse_candidates,
    parse_judgement,
    parse_subskill,
)
from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask

PROMPTS = load_prompts(TEMPLATES)

MUG_HOME = replace_("Mug_0", "CounterTop", "Kitchen")

GO, PICK, PUT = SubSkillKind.GO_TO_OBJECT, SubSkillKind.PICKUP_OBJECT, SubSkillKind.PUT_OBJECT

ROOM, EXPLORE = SubSkillKind.GO_TO_ROOM, SubSkillKind.EXPLORE

STOP_HERE = SubSkill(SubSkillKind.STOP)


def ask(messages: Sequence[ChatMessage]) -> str:
    return answer(chat(messages))


def candidates(view: PlannerView, count: int = 3) -> tuple[SubTask, ...]:
    found = parse_candidates(ask(PROMPTS.generate(view, count)))
    assert len(found) <= count
    for subtask in found:
        assert check_subtask(view, subtask) is None
    return found


def step(view: PlannerView, subtask: SubTask, assumed: SubSkill | None = None) -> SubSkill:
    return parse_subskill(ask(PROMPTS.subskill(view, subtask, assumed)))


def verdict(view: PlannerView, subtask: SubTask) -> bool:
    return parse_judgement(ask(PROMPTS.reflect(view, subtask)))[0]


def lacking(messages: Sequence[ChatMessage], pattern: str, by: str = "") -> str:
    """Return the answer to a prompt from which a fact was removed."""
    changed = [dataclasses.replace(m, content=re.sub(pattern, by, m.content)) for m in messages]
    assert changed != list(messages), "the pattern must be in the prompt"
    return ask(changed)


def holding(view: PlannerView) -> PlannerView:
    held = mug(status=Presence.HELD, receptacle="", receptacle_category="")
    others = tuple(o for o in view.known_objects if o.object_id != "Mug_0")
    view = dataclasses.replace(view, known_objects=(*others, held))
    return with_state(view, held_object="Mug_0", held_category="Mug")
