# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The tables that `adhoc bench table` prints."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from adhoc_teamwork.benchmark.episodes.cost import LEGEND, cost_cells, cost_headings
from adhoc_teamwork.benchmark.figures.comparison import COMPARED, Difference, compare
from adhoc_teamwork.benchmark.figures.metrics import METRICS, PS, SE, SUC, WASTE
from adhoc_teamwork.benchmark.figures.summary import (
    Figure,
    Results,
    Row,
    Share,
    TalkUsage,
    summarize,
)
from adhoc_teamwork.benchmark.figures.talk_table import LEGEND as TALK_LEGEND
from adhoc_teamwork.benchmark.figures.talk_table import talk_table
from adhoc_teamwork.benchmark.runs.plan import NONE, Setting
from adhoc_teamwork.benchmark.store.facts import RunFacts, TaskFacts
from adhoc_teamwork.benchmark.tasks.task import Difficulty
from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE, table
from adhoc_teamwork.teamwork.team.channel import OPEN

STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))
"""What marks a difference to the team alone whose p-value is below a bound."""
_WHO = ("team", "ad hoc", "t0", "tasks")
AGAINST = "irot"
"""The policy that others are compared with where nothing else is asked for."""
_BOUND = (
    "The bound is the ad hoc robot that knows everything (all-knowing) beside the same team. "
    "Share: what a policy gains on the team alone, in % of what the bound gains, with its 95 % "
    "interval; - where the bound may gain nothing."
)
_WASTE = (
    "Wasted exploring: steps in rooms that cameras seeing as much had explored before. Needless "
    "pick-ups: of things in place. Of all robots together, or the ad hoc robot's own. Changes and "
    "stars as above."
)
_BESIDE = "Means of the differences, with stars as above (paired by task, houses exchanged)."

Splits = dict[str, list[Row]]


def all_tables(results: Results, facts: RunFacts, against: str = AGAINST) -> Iterator[str]:
    """Yield each table with its heading, and what has to be known to read them.

    Args:
        results: The episodes.
        facts: The tasks that they are of.
        against: The ad hoc policy that the others are compared with.
    """
    tasks = facts.by_id()
    splits = split_rows(results, tasks)
    rows = splits["all"]
    yield _title(facts, results)
    yield main_table(rows)
    yield _legend(rows, facts)
    yield "## 95 % intervals\n\n" + interval_table(rows)
    if any(row.shares for row in rows):
        yield f"## Shares of the bound's gain\n\n{share_table(splits)}\n\n{_BOUND}"
    if any(metric.key in row.figures for row in rows for metric in WASTE):
        yield f"## Waste per task\n\n{waste_table(rows)}\n\n{_WASTE}"
    if beside := comparison_table(results, tasks, against):
        yield f"## Less {against}, in the same tasks\n\n{beside}\n\n{_BESIDE}"
    yield "## %Suc by kind of task (change on the team alone)\n\n" + split_table(splits)
    if any(row.usage.llm_calls or row.usage.messages for row in rows):
        yield "## Per episode\n\n" + usage_table(rows)
    if talk := talk_text(rows):
        yield talk


def page_tables(results: Results, facts: RunFacts, against: str = AGAINST) -> Iterator[str]:
    """Yield what a page shows of a run: means, waste, each policy less another, and a legend.

    Args:
        results: The episodes.
        facts: The tasks that they are of.
        against: The ad hoc policy that the others are compared with.
    """
    tasks = facts.by_id()
    rows = summarize(results, tasks, lambda _: True)
    yield main_table(rows)
    if any(metric.key in row.figures for row in rows for metric in WASTE):
        yield f"Waste per task:\n\n{waste_table(rows)}"
    if beside := comparison_table(results, tasks, against):
        yield f"Less {against}, in the same tasks:\n\n{beside}"
    title = _title(facts, results).removeprefix("# ")
    yield "\n".join([f"{title}.", _legend(rows, facts), _WASTE, _BESIDE])


def talk_text(rows: Sequence[Row]) -> str:
    """Return what methods that talk did, with its heading; empty where none is among the rows."""
    talk = talk_table(rows, [_who(row) for row in rows], _WHO)
    return f"## Methods that talk\n\n{talk}\n\n{TALK_LEGEND}" if talk else ""


def split_rows(results: Results, tasks: Mapping[str, TaskFacts]) -> Splits:
    """Return the rows over all tasks and over each kind of task."""
    kinds: dict[str, Callable[[TaskFacts], bool]] = {
        "all": lambda _: True,
        "easy": lambda task: task.difficulty is Difficulty.EASY,
        "medium": lambda task: task.difficulty is Difficulty.MEDIUM,
        "difficult": lambda task: task.difficulty is Difficulty.DIFFICULT,
        "ad hoc with arm": lambda task: task.adhoc_manipulates,
        "ad hoc without arm": lambda task: not task.adhoc_manipulates,
    }
    return {name: summarize(results, tasks, chosen) for name, chosen in kinds.items()}


def main_table(rows: Sequence[Row]) -> str:
    """Return the means, as in the paper's Tables I to III, and what decisions cost a model."""
    oracle = any(row.of_oracle is not None for row in rows)
    bound = any(row.shares for row in rows)
    headings = [*_WHO, *(metric.title for metric in METRICS), *(["% of oracle"] * oracle),
        *(["% of bound's gain"] * bound)]  # fmt: skip
    of_cost = cost_headings([row.cost for row in rows])
    lines = []
    for row in rows:
        cells = [figure_cell(row.figures.get(metric.key)) for metric in METRICS]
        share = NO_VALUE if row.of_oracle is None else f"{row.of_oracle:.1f}"
        costs = cost_cells(row.cost, of_cost)
        gain = share_text(row.shares.get(SUC.key))
        lines.append([*_who(row), *cells, *([share] * oracle), *([gain] * bound), *costs])
    return table([*headings, *of_cost], lines, texts=2)


def interval_table(rows: Sequence[Row]) -> str:
    """Return the intervals of the means, and p-values of the differences to the team alone."""
    tested = [metric for metric in METRICS if metric is not SE]
    headings = [*_WHO, *(m.title for m in METRICS), *(f"p {m.title}" for m in tested)]
    lines = []
    for row in rows:
        figures = [row.figures.get(metric.key) for metric in METRICS]
        p_values = [_p_text(row.figures[metric.key].p_value) for metric in tested]
        lines.append([*_who(row), *(_interval_text(f) for f in figures), *p_values])
    return table(headings, lines, texts=2)


def share_table(splits: Splits) -> str:
    """Return what share of the bound's gain each policy reaches, also by the robot's ability."""
    shown = (SUC, PS, SE)
    abilities = [kind for kind in splits if kind.startswith("ad hoc ") and splits[kind]]
    headings = [*_WHO]
    for metric in shown:
        headings += [f"{metric.title}: bound's gain", "share", "95 %"]
    headings += [f"{PS.title} share, {kind}" for kind in abilities]
    by_setting = {kind: {row.setting: row for row in splits[kind]} for kind in abilities}
    lines = []
    for row in splits["all"]:
        if not row.shares:
            continue
        cells = []
        for metric in shown:
            share = row.shares.get(metric.key)
            interval = share.interval if share else None
            cells += [
                f"{share.gain:.1f}" if share else NO_VALUE,
                share_text(share),
                f"{interval.low:.0f} to {interval.high:.0f}" if interval else NO_VALUE,
            ]
        found = [by_setting[kind].get(row.setting) for kind in abilities]
        cells += [share_text(one.shares.get(PS.key) if one else None) for one in found]
        lines.append([*_who(row), *cells])
    return table(headings, lines, texts=2)


def waste_table(rows: Sequence[Row]) -> str:
    """Return what all robots of a task, and the ad hoc robot, did in vain, with intervals."""
    headings = [*_WHO]
    for metric in WASTE:
        headings += [metric.title, "95 %"]
    lines = []
    for row in rows:
        figures = [row.figures.get(metric.key) for metric in WASTE]
        if any(figures):
            cells = [text for f in figures for text in (figure_cell(f), _interval_text(f))]
            lines.append([*_who(row), *cells])
    return table(headings, lines, texts=2)


def comparison_table(results: Results, tasks: Mapping[str, TaskFacts], against: str) -> str:
    """Return each ad hoc policy's differences to one of them; empty where there are none."""
    lines = []
    for found in compare(results, tasks, against):
        cells = [difference_cell(found.differences.get(metric.key)) for metric in COMPARED]
        setting = found.setting
        who = [setting.team, adhoc_label(setting), str(setting.t0), str(found.tasks)]
        lines.append([*who, *cells])
    headings = [*_WHO, *(metric.title for metric in COMPARED)]
    return table(headings, lines, texts=2) if lines else ""


def share_text(share: Share | None) -> str:
    """Return a share of the bound's gain, in percent."""
    return NO_VALUE if share is None or share.value is None else number_text(share.value)


def split_table(splits: Splits) -> str:
    """Return %Suc of each setting in each kind of task (paper Fig. 8b and 8c)."""
    kinds = [kind for kind in splits if kind != "all" and splits[kind]]
    counts = {kind: max(len(row.tasks) for row in splits[kind]) for kind in kinds}
    headings = [*_WHO[:3], *(f"{kind} ({counts[kind]})" for kind in kinds)]
    by_setting = {kind: {row.setting: row for row in splits[kind]} for kind in kinds}
    lines = []
    for row in splits["all"]:
        found = [by_setting[kind].get(row.setting) for kind in kinds]
        cells = [figure_cell(one.figures[SUC.key]) if one else NO_VALUE for one in found]
        lines.append([*_who(row)[:3], *cells])
    return table(headings, lines, texts=2)


def usage_table(rows: Sequence[Row]) -> str:
    """Return what was sent between robots and asked of a model, means per episode."""
    headings = [*_WHO, "messages", "model calls", "tokens in", "tokens out", "decisions",
        "by rule"]  # fmt: skip
    is_priced = any(row.usage.talk for row in rows)
    headings += ["refused", "unheard", "bytes said", "steps of talk"] * is_priced
    lines = []
    for row in rows:
        usage = row.usage
        numbers = usage.messages, usage.llm_calls, usage.prompt_tokens, usage.completion_tokens
        decided = [_count_text(usage.decisions), _count_text(usage.rule_decisions)]
        talk = _talk_cells(usage.talk) * is_priced
        lines.append([*_who(row), *(f"{number:.1f}" for number in numbers), *decided, *talk])
    return table(headings, lines, texts=2)


def _talk_cells(talk: TalkUsage | None) -> list[str]:
    if talk is None:
        return [NO_VALUE] * 4
    return [f"{number:.1f}" for number in (talk.refused, talk.unheard, talk.bytes, talk.steps)]


def figure_cell(figure: Figure | None) -> str:
    """Return a mean with the change in brackets and stars for its p-value: `18.1 (18.3)*`."""
    if figure is None:
        return NO_VALUE
    value = f"{figure.value:.1f}"
    if figure.metric is SE:
        return value
    if figure.change is None:
        return f"{value} ({NO_VALUE})"
    return f"{value} ({number_text(figure.change)}){stars(figure.p_value)}"


def interval_cell(figure: Figure | None) -> str:
    """Return a mean with its interval in brackets: `18.1 (11.9 to 25.2)`."""
    return NO_VALUE if figure is None else f"{figure.value:.1f} ({_interval_text(figure)})"


def difference_cell(difference: Difference | None) -> str:
    """Return a difference with stars and its p-value."""
    if difference is None:
        return NO_VALUE
    p_value = difference.p_value
    return f"{number_text(difference.value)}{stars(p_value)} (p {_p_text(p_value)})"


def number_text(number: float) -> str:
    """Return a number with one decimal, and no minus before a zero."""
    text = f"{number:.1f}"
    return "0.0" if text == "-0.0" else text


def stars(p_value: float | None) -> str:
    """Return one to three stars, or nothing where chance may explain the difference."""
    if p_value is None:
        return ""
    return next((mark for bound, mark in STARS if p_value < bound), "")


def adhoc_label(setting: Setting) -> str:
    """Return the ad hoc policy, with the model it asks and the channel where that is not open."""
    channel = "" if setting.channel == OPEN.name else setting.channel
    with_what = ", ".join(part for part in (setting.llm, channel) if part)
    return f"{setting.adhoc} ({with_what})" if with_what else setting.adhoc


def _who(row: Row) -> list[str]:
    setting = row.setting
    t0 = NO_VALUE if setting.adhoc == NONE else str(setting.t0)
    return [setting.team, adhoc_label(setting), t0, str(len(row.tasks))]


def _title(facts: RunFacts, results: Results) -> str:
    return (
        f"# Task set {facts.task_set} ({facts.digest[:12]}), {len(results)} episodes, "
        f"horizon {facts.horizon} steps"
    )


def _legend(rows: Sequence[Row], facts: RunFacts) -> str:
    tasks, versions = facts.by_id(), len(facts.versions)
    lines = [
        "In brackets: better (positive) or worse than the same team alone in the same tasks, in %; "
        "* p < 0.05, ** p < 0.01, *** p < 0.001 (paired, houses exchanged, not corrected for the "
        "number of rows).",
        "#AS counts a robot's maximum in a failed task, #AS taken what was really done.",
    ]
    if cost_headings([row.cost for row in rows]):
        lines.append(LEGEND)
    played = {task for row in rows for task in row.tasks}
    hopeless = sum(not tasks[task].feasible for task in played)
    if hopeless:
        lines.append(f"{hopeless} of the {len(played)} tasks cannot be finished by anyone.")
    if len({row.tasks for row in rows}) > 1:
        lines.append("Rows differ in their tasks: compare them with --common.")
    if versions > 1:
        lines.append(f"{versions} versions of the code have played these episodes.")
    return "\n".join(lines)


def _count_text(number: float | None) -> str:
    return NO_VALUE if number is None else f"{number:.1f}"


def _interval_text(figure: Figure | None) -> str:
    if figure is None:
        return NO_VALUE
    return f"{figure.interval.low:.1f} to {figure.interval.high:.1f}"


def _p_text(p_value: float | None) -> str:
    if p_value is None:
        return NO_VALUE
    return "<0.001" if p_value < 0.001 else f"{p_value:.3f}"
