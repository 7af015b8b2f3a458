# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The flagship table as text: teams on all suites, then each suite with its cross-play matrix."""

from collections.abc import Iterator, Mapping, Sequence

from adhoc_teamwork.benchmark.figures.statistics import Interval
from adhoc_teamwork.benchmark.flagship.cross_play import CrossPlay, groups_of
from adhoc_teamwork.benchmark.flagship.rows import FlagshipRow
from adhoc_teamwork.benchmark.flagship.sample import SECTIONS, Section
from adhoc_teamwork.benchmark.runs.plan import NONE
from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE, table
from adhoc_teamwork.teamwork.team.channel import SILENT

RULE, SILENT_RULE, BOUND = "the rule", "the rule, silent", "the bound beside it"
_ROLES = (RULE, SILENT_RULE, BOUND)
LEGEND = (
    "Each cell: team and ad hoc robot by one method, mean with its 95 % interval (houses drawn), "
    "in brackets the episodes. L: steps until all is done, low is good; else high is good. The "
    f"rule is {', '.join(f'{one.rule} in {one.name}' for one in SECTIONS if one.rule)}; silent: "
    "nothing but introductions is told; the bound is an all-knowing ad hoc robot beside the rule."
)
_SUITE_LEGEND = (
    "Alone: without the ad hoc robot. Others: beside the teams of all other methods, mean. Near: "
    "score over the best that anybody reached beside that team (best-response proximity). "
    "Messages, model calls and tokens are of the whole team with its own kind, an episode."
)
_STAND_IN = (
    "Models asked: {models}. Rows of the stand-in are checks of the mechanism: it is a rule-based "
    "program, and what it finds easy a model may not."
)


def flagship_text(
    rows: Sequence[FlagshipRow], channel: str, arms: Mapping[str, str]
) -> Iterator[str]:
    """Yield title, overview, and for each suite its figures and its matrix.

    Args:
        rows: Ours and others', in the order of tables.
        channel: What teams talk through.
        arms: For each team of arms what its cell shows; empty where none has played.
    """
    models = list(dict.fromkeys(row.llm for row in rows if row.llm)) or [""]
    yield "# All methods on all suites"
    yield _overview(rows, models, channel, arms)
    yield LEGEND
    for section in SECTIONS:
        for llm in models:
            play = groups_of(rows, section, llm, channel)
            if play.rows:
                of = f" ({llm})" if llm and len(models) > 1 else ""
                yield f"## {section.name}: {section.score.name}{of}"
                yield _suite_table(play)
                if len(play.teams) > 1:
                    yield _matrix(play)
    yield _SUITE_LEGEND
    yield (
        "Where there is a - nobody can play: arms have no house, methods for houses no arms in "
        "cells; rules understand no errands in words."
    )
    if any(models):
        yield _STAND_IN.format(models=", ".join(models))


def _overview(
    rows: Sequence[FlagshipRow], models: Sequence[str], channel: str, arms: Mapping[str, str]
) -> str:
    lines = []
    rules = {section.name: section.rule for section in SECTIONS}
    methods = dict.fromkeys(row.team for row in rows if row.team != rules[row.suite])
    for name in methods:
        for llm in models:
            cells = [
                _cell(groups_of(rows, section, llm, channel).cell(name, name))
                for section in SECTIONS
            ]
            if any(cell != NO_VALUE for cell in cells):
                lines.append([name, llm or NO_VALUE, *cells, NO_VALUE])
    for role in _ROLES:
        cells = [_cell(_of_role(rows, section, role, channel)) for section in SECTIONS]
        lines.append([role, NO_VALUE, *cells, NO_VALUE])
    nothing = [NO_VALUE] * len(SECTIONS)
    lines += [[team, NO_VALUE, *nothing, cell] for team, cell in arms.items()]
    headings = [f"{section.name}, {section.score.name}" for section in SECTIONS]
    return table(["team", "model", *headings, "roco, success %"], lines, texts=2)


def _of_role(
    rows: Sequence[FlagshipRow], section: Section, role: str, channel: str
) -> FlagshipRow | None:
    if not section.rule:
        return None
    adhoc = section.rule
    if role == BOUND:
        if not section.bounds:
            return None
        adhoc = section.bounds[0]
    over = SILENT.name if role == SILENT_RULE else channel
    return groups_of(rows, section, "", over).cell(section.rule, adhoc)


def _suite_table(play: CrossPlay) -> str:
    lines = []
    for player in play.adhocs:
        if player == NONE:
            continue
        found = play.standing(player)
        own = found.own
        costs = (own.messages, own.calls, own.tokens) if own else ()
        lines.append(
            [
                player,
                _cell(found.alone),
                _cell(own),
                _number(found.others),
                _number(found.near_own, 2),
                _number(found.near_others, 2),
                *(f"{cost:.0f}" for cost in costs),
                *([NO_VALUE] * (3 - len(costs))),
            ]
        )
    headings = ["method", "alone", "own kind", "others", "near own", "near others"]
    return table([*headings, "messages", "calls", "tokens"], lines, texts=1)


def _matrix(play: CrossPlay) -> str:
    lines = [
        [team, *(_number(row.value if row else None) for row in cells)]
        for team in play.teams
        if (cells := [play.cell(team, adhoc) for adhoc in play.adhocs])
    ]
    return table(["team, ad hoc:", *play.adhocs], lines, texts=1)


def cell_text(value: float, interval: Interval, episodes: int) -> str:
    """Return a mean with its interval, and in brackets the episodes."""
    return f"{value:.1f} ({interval.low:.0f} to {interval.high:.0f}) [{episodes}]"


def _cell(row: FlagshipRow | None) -> str:
    if row is None:
        return NO_VALUE
    return cell_text(row.value, Interval(row.low, row.high), row.episodes)


def _number(value: float | None, digits: int = 1) -> str:
    return NO_VALUE if value is None else f"{value:.{digits}f}"
