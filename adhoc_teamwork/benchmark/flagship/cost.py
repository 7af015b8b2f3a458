# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What playing the flagship table would take, told before: episodes, calls, tokens, dollars."""

from collections.abc import Sequence
from dataclasses import dataclass

from adhoc_teamwork.benchmark.flagship.part import SuitePart
from adhoc_teamwork.benchmark.models.names import HostedChoice, read_model_name
from adhoc_teamwork.benchmark.runs.spending import price_of
from adhoc_teamwork.benchmark.store.episode import EpisodeKey, EpisodeResult
from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE, table
from adhoc_teamwork.llm_port.prices import FILE, Price
from adhoc_teamwork.offline_model.settings import read_name

_BY = (
    "Calls and tokens are what the stand-in took in the same episodes, in {known} of the {asking} "
    "that ask a model{rest}. A model that is asked again, thinks, or plans worse takes more. Arms "
    "in cells are not counted."
)
_UNKNOWN = "; play with the stand-in first (no --llm), into the same folder, and the rest is known"


@dataclass(frozen=True)
class _Bill:
    """Count what episodes take; `known` of the `asking` ones have been played by the stand-in."""

    episodes: int = 0
    there: int = 0
    asking: int = 0
    known: int = 0
    calls: int = 0
    prompt: int = 0
    completion: int = 0

    def __add__(self, other: "_Bill") -> "_Bill":
        """Return both together."""
        mine, theirs = vars(self), vars(other)
        return _Bill(**{name: mine[name] + theirs[name] for name in mine})


def cost_text(parts: Sequence[SuitePart], llm: str) -> str:
    """Return a table of what is missing, by suite, and what it would take of a model.

    Raises:
        ConfigError: The results or the prices are broken.
    """
    chosen = read_model_name(llm)
    price = price_of(llm) if isinstance(chosen, HostedChoice) else None
    bills = {part.section.name: _bill(part) for part in parts}
    bills["all"] = sum(bills.values(), _Bill())
    lines = [[name, *_cells(bill, price)] for name, bill in bills.items()]
    headings = ["suite", "episodes", "there", "ask a model", "calls", "prompt tokens", "answered"]
    whole = bills["all"]
    rest = _UNKNOWN if whole.known < whole.asking else ""
    told = _BY.format(known=whole.known, asking=whole.asking, rest=rest)
    if price is None and isinstance(chosen, HostedChoice):
        told += f" {chosen.model} has no price in {FILE}."
    return f"{table([*headings, 'US$'], lines, texts=1)}\n\n{told}"


def _cells(bill: _Bill, price: Price | None) -> list[str]:
    usd = f"{price.cost(bill.prompt, bill.completion):.2f}" if price else NO_VALUE
    numbers = (bill.episodes, bill.there, bill.asking, bill.calls, bill.prompt, bill.completion)
    return [*(str(number) for number in numbers), usd]


def _bill(part: SuitePart) -> _Bill:
    played = part.played()
    known = {_who(key): one for key, one in played.items() if read_name(key.llm)}
    return sum(
        (_of_episode(key, key in played, known.get(_who(key))) for key in part.keys), _Bill()
    )


def _of_episode(key: EpisodeKey, is_there: bool, known: EpisodeResult | None) -> _Bill:
    if is_there:
        return _Bill(1, 1)
    if not key.llm:
        return _Bill(1)
    if known is None:
        return _Bill(1, asking=1)
    return _Bill(1, 0, 1, 1, known.llm_calls, known.prompt_tokens, known.completion_tokens)


def _who(key: EpisodeKey) -> tuple[str, str, str, str]:
    return key.task_id, key.team, key.adhoc, key.channel
