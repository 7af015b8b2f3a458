# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Say of each decision made once more whether it is the same, and what differs where it is not."""

import difflib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from adhoc_teamwork.adhoc_planner.replay.decisions import Aspect, Compared, Difference, Verdict
from adhoc_teamwork.teamwork.text.plain_text import one_line

_DIFF_LINES = 40
_WIDTH = 110


def decision_line(robot: str, compared: Compared) -> str:
    """Return one line on a decision."""
    decision = compared.decision
    what = decision.outcome or "still under way where the recording ends"
    line = (
        f"{robot:<10} {decision.stamp:8.2f} s  {decision.kind:<9} {compared.verdict:<8}  "
        f"{one_line(what)}"
    )
    return line[:_WIDTH]


def difference_lines(compared: Compared, shown: set[tuple[str, ...]]) -> Iterator[str]:
    """Yield lines on what differs, prompts as diffs; each diff once, `shown` remembers them."""
    for difference in compared.differences:
        stage = f" of {difference.stage}" if difference.stage else ""
        if difference.aspect is Aspect.PROMPT:
            lines = _diff(difference)
            changed = tuple(line for line in lines if line[:1] in "+-")
            if changed in shown:
                yield f"    {difference.aspect}{stage}: as above"
                continue
            shown.add(changed)
            yield f"    {difference.aspect}{stage}:"
            yield from (f"      {line}" for line in lines)
        else:
            yield f"    {difference.aspect}{stage}:"
            yield f"      - {one_line(difference.before) or 'nothing'}"
            yield f"      + {one_line(difference.now) or 'nothing'}"


def full_lines(compared: Compared) -> Iterator[str]:
    """Yield all that was asked and chosen for a decision, for going through it step by step."""
    decision = compared.now or compared.decision
    yield f"    on the ground: {decision.ground}"
    for asked in decision.asked:
        yield f"    asked ({asked.stage}):"
        for message in asked.prompt:
            yield f"      --- {message.role}"
            yield from (f"      {line}" for line in message.content.splitlines())
    for chose in decision.chose:
        yield f"    chose ({chose.stage}): {one_line(chose.choice)}"


def summary_line(robot: str, compared: Sequence[Compared]) -> str:
    """Return how many decisions of a robot are the same, and in what the others differ."""
    verdicts = Counter(c.verdict for c in compared)
    same = verdicts.pop(Verdict.SAME, 0)
    others = [f"{count} {verdict}" for verdict, count in verdicts.items()]
    aspects = Counter(a for c in compared for a in {d.aspect for d in c.differences})
    why = ", ".join(f"{aspects[a]} in {a}" for a in Aspect if aspects[a])
    told = ", ".join(others) or "none diverged"
    return f"{robot}: {len(compared)} decisions: {same} same, {told}{f' ({why})' if why else ''}"


def as_json(robot: str, session: int, compared: Iterable[Compared]) -> Iterator[str]:
    """Yield one line of JSON for each decision."""
    for c in compared:
        decision = c.decision
        values: dict[str, Any] = {
            "robot": robot,
            "session": session,
            "time": decision.stamp,
            "kind": decision.kind,
            "ground": decision.ground,
            "verdict": c.verdict.value,
            "outcome": decision.outcome,
            "differences": [
                {"in": d.aspect.value, "stage": d.stage, "before": d.before, "now": d.now}
                for d in c.differences
            ],
        }
        yield json.dumps(values)


def _diff(difference: Difference) -> list[str]:
    before, now = difference.before.splitlines(), difference.now.splitlines()
    lines = list(difflib.unified_diff(before, now, "recorded", "now", n=1, lineterm=""))
    if len(lines) > _DIFF_LINES:
        left = len(lines) - _DIFF_LINES
        return [*lines[:_DIFF_LINES], f"... {left} lines more; --json has all of them"]
    return lines
