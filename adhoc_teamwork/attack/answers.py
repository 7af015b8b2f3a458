# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike the parsers of what a model says."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from adhoc_teamwork.adhoc_planner.notation import answer_forms as forms
from adhoc_teamwork.adhoc_planner.notation import answers
from adhoc_teamwork.adhoc_planner.notation.agreement import parse_negotiation
from adhoc_teamwork.adhoc_planner.notation.answers import AnswerError
from adhoc_teamwork.adhoc_planner.notation.forecasts import parse_predictions, parse_scores
from adhoc_teamwork.adhoc_planner.notation.json_shapes import KnownNames
from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.trial.target import Target
from adhoc_teamwork.bringup.team_console.answers import read_answer
from adhoc_teamwork.skills.arms.failure import ArmFailure
from adhoc_teamwork.skills.several_arms.plan_text import parse_plan
from adhoc_teamwork.teamwork.actions.names import PAPER_SUBTASKS
from adhoc_teamwork.teamwork.team.notation import read_subskill, read_subtask
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind
from adhoc_teamwork.teamwork.text.quoting import clean_name, quote

_LONG = 100_000
_KNOWN = KnownNames(("Mug_0",), ("room_0",), ("GarbageCan",), ("LivingRoom",))
_EXPLORE = SubTask(SubTaskKind.EXPLORE, room_id="room_0")
_MOVE = SubTask(
    SubTaskKind.REPLACE, room_type="LivingRoom", object_id="Mug_0", receptacle_type="GarbageCan"
)
_SEEDS = tuple(text.encode() for text in (
    "[analysis] The mug is near.\n[result]\n1. Re-place <Mug_0> <GarbageCan> <LivingRoom>\n2. Explore <room_0>",
    "<think>hm</think>\n```\n[result]\n1. Stop\n```",
    "[judgement] Yes, it is still reasonable.", "**Judgement:** no - somebody else does it",
    "[subskill] GoToObject <Mug_0>", "[subskill]\n1. PutObject <Mug_0> <GarbageCan_1> <room_2>",
    "[result]\n1. <Mug_0> misplaced: yes; receptacle: Shelf; room: Kitchen; reason: cups go there",
    "[result]\n- small: Explore <room_0>\n- tall: Re-place <Mug_0> <GarbageCan> <LivingRoom>",
    "[result]\n1. Explore <room_0> score: 8\n2. Re-place <Mug_0> <GarbageCan> <LivingRoom>, score: 1.5",
    '{"analysis": "near", "result": [{"kind": "Explore", "room_id": "room_0"}]}',
    '{"analysis": "", "result": [{"object_id": "Mug_0", "misplaced": true, "receptacle": "Shelf", "room": "x", "reason": ""}]}',
    '{"analysis": "", "result": [{"candidate": "Explore <room_0>", "score": 8}]}',
    '{"analysis": "", "result": [{"candidate": "Explore <room_0>", "score": 1e308}]}',
    "[agreement]\nno: tall: it is mine\nyes\n[result]\n1. Explore <room_0>", "GoToPoint <1.0> <2.0>", "Explore",
    "EXECUTE\nNAME Alice ACTION PICK apple PATH [(0.1, 0.5, 0.4), (0.2, 0.5, 0.3)]\nNAME Bob ACTION WAIT",
))  # fmt: skip


def make_targets() -> list[Target]:
    """Return a target for each parser of answers."""
    candidates = (_EXPLORE, _MOVE)

    def target(name: str, parse: Callable[[str], Any]) -> Target:
        def strike(data: bytes) -> object:
            # As JSON has it: a lone surrogate may be in any text from outside.
            try:
                text = data.decode("utf-8", "surrogatepass")
            except UnicodeDecodeError:
                text = data.decode("utf-8", "replace")
            return parse(text)

        return Target(name, lambda _: strike, _SEEDS, (AnswerError, ArmFailure), Shape.TEXT,
                      _words)  # fmt: skip

    return [
        target("candidates", answers.parse_candidates),
        target("choice", answers.parse_choice),
        target("ranking", lambda text: answers.parse_ranking(text, candidates)),
        target("judgement", answers.parse_judgement),
        target("sub-skill", answers.parse_subskill),
        target("placements", answers.parse_placements),
        target("analysis", answers.analysis),
        target("negotiation", lambda text: parse_negotiation(text, ("small", "tall"))),
        target("predictions", lambda text: parse_predictions(text, ("small", "tall"))),
        target("scores", lambda text: parse_scores(text, candidates)),
        target("notation", lambda text: (read_subtask(text), read_subskill(text))),
        target("console's parts", read_answer),
        target("arms' plan", lambda text: parse_plan(text, ("Alice", "Bob"))),
        target("candidates in JSON", forms.candidates_form(_KNOWN, PAPER_SUBTASKS).read),
        target("placements in JSON", forms.placements_form(("Mug_0",)).read),
        target("scores in JSON", forms.scores_form(candidates).read),
        target("quoted", lambda text: (clean_name(text), quote(text))),
    ]


def _words(canary: Path) -> Sequence[bytes]:
    """Return answers that are long, nested, or make a slow search of a pattern."""
    long = (
        "1. " * _LONG, "<" * _LONG, ">" * _LONG, "<think>" * 20_000, "[" * _LONG, "]" * _LONG, "*" * _LONG,
        " " * _LONG, "\n" * _LONG, "\t \n" * 30_000, "-" * _LONG, "#" * _LONG, "a" * _LONG, "```" * 30_000,
        "[result]" * 20_000, "[analysis] " * 20_000, "[judgement] " + " " * _LONG + "x", "yes " * 30_000,
        "[result]\n" + "1. Explore <room_0>\n" * 10_000, "[result]\n1. Explore " + "<a" * 30_000,
        "[result]\n1. Re-place " + "<Mug_0> " * 20_000, "[subskill] " + "GoToObject <" + "x" * _LONG + ">",
        "[result]\n1. <Mug_0> misplaced" + ": " * 40_000, "[result]\n" + "misplaced: yes; receptacle" * 8000,
        "[result]\nsmall" + ":" * _LONG, "0." * 50_000, "9" * _LONG, "[result]\n1. Explore <room_0>: " + "9" * 5000,
        "[result]\n1. Stop: 1e999", "[result]\n1. Stop: nan", "Explore <\ud800>", "\ud800" * 1000, "\x1b" * 1000,
        "reason" + " " * _LONG, "**" * 50_000, "(" * _LONG, "1)" * 50_000, "1." + "\u0661." * 20_000, "NAME " * 20_000,
        "EXECUTE\n" + "NAME Alice ACTION " * 5000, "PATH [" + "(1,2,3)," * 10_000, "[(nan,nan,nan)]",
    )  # fmt: skip
    texts = (*long, *evil.TEXTS, *evil.code(canary))
    marked = [f"[result]\n1. Explore <{text}>" for text in evil.TEXTS]
    marked += [f"[subskill] GoToObject <{text}>" for text in evil.TEXTS]
    marked += [f"[judgement] yes {text}" for text in evil.TEXTS]
    return [text.encode("utf-8", "surrogatepass") for text in (*texts, *marked)]
