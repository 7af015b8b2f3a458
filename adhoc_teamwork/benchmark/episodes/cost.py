# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What decisions cost: calls, tokens and seconds of a language model for each sub-task decided.

All that the model was asked in an episode counts, judgements and sub-skills included, and is shared
out over the sub-tasks that were decided for robots that ask it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adhoc_teamwork.benchmark.store.episode import EpisodeResult
from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE

HEADINGS = ("calls/dec.", "tokens in/dec.", "out/dec.", "model s/dec.")
FROM_CACHE = "% from cache"
LEGEND = (
    "/dec.: for each sub-task decided, all that the model was asked; its seconds are measured and "
    "differ from run to run."
)


@dataclass(frozen=True)
class Cost:
    """Hold means for each decision; None where it was not counted, or nothing was decided.

    `seconds` are of wall time, over the episodes in which they were measured; `cached` is the share
    of calls that a cache answered, 0 to 1.
    """

    calls: float | None = None
    prompt_tokens: float | None = None
    completion_tokens: float | None = None
    seconds: float | None = None
    cached: float | None = None

    def by_name(self) -> Mapping[str, float | None]:
        """Return the figures by their names in table.csv."""
        return {
            "calls_per_decision": self.calls,
            "prompt_tokens_per_decision": self.prompt_tokens,
            "completion_tokens_per_decision": self.completion_tokens,
            "model_seconds_per_decision": self.seconds,
            "cached_share_of_calls": self.cached,
        }


def cost_of(results: Sequence[EpisodeResult]) -> Cost:
    """Return what decisions cost in the episodes that counted them."""
    counted = [r for r in results if r.decisions is not None]
    decisions = sum(r.decisions or 0 for r in counted)
    if not decisions:
        return Cost()
    timed = [(r.decisions or 0, r.time) for r in counted if r.time is not None]
    of_timed = sum(count for count, _ in timed)
    calls = sum(time.calls for _, time in timed)
    return Cost(
        calls=sum(r.llm_calls for r in counted) / decisions,
        prompt_tokens=sum(r.prompt_tokens for r in counted) / decisions,
        completion_tokens=sum(r.completion_tokens for r in counted) / decisions,
        seconds=sum(time.seconds for _, time in timed) / of_timed if of_timed else None,
        cached=sum(time.cached for _, time in timed) / calls if calls else None,
    )


def cost_headings(costs: Sequence[Cost]) -> list[str]:
    """Return the headings of the columns that some of the rows fill."""
    shown = [
        (HEADINGS[0], any(c.calls is not None for c in costs)),
        (HEADINGS[1], any(c.prompt_tokens is not None for c in costs)),
        (HEADINGS[2], any(c.completion_tokens is not None for c in costs)),
        (HEADINGS[3], any(c.seconds is not None for c in costs)),
        (FROM_CACHE, any(c.cached for c in costs)),
    ]
    return [heading for heading, is_filled in shown if is_filled]


def cost_cells(cost: Cost, headings: Sequence[str]) -> list[str]:
    """Return the cells of a row under `headings`."""
    cells = {
        HEADINGS[0]: _text(cost.calls, 2),
        HEADINGS[1]: _text(cost.prompt_tokens, 0),
        HEADINGS[2]: _text(cost.completion_tokens, 0),
        HEADINGS[3]: _text(cost.seconds, 3),
        FROM_CACHE: _text(None if cost.cached is None else 100.0 * cost.cached, 1),
    }
    return [cells[heading] for heading in headings]


def _text(number: float | None, decimals: int) -> str:
    return NO_VALUE if number is None else f"{number:.{decimals}f}"
