# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The names by which results keep the model that was asked, with all that its answers depend on.

``offline t0.3 h0.1 s0`` is the stand-in at temperature 0.3, with a slip in one of ten answers, by
seed 0; ``openai:gpt-4o t0.3 l60 n4000`` a hosted model that has 60 s and 4000 tokens for an answer;
one with ``schema`` behind that is asked by a JSON schema and not for text. What a name leaves out
is 0, a hosted model's temperature 0.3, its time and tokens what the endpoint needs and has.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from adhoc_teamwork.adhoc_planner.model_queries.weaker_model import weaker_model
from adhoc_teamwork.llm_port.answer_limits import AnswersBy
from adhoc_teamwork.offline_model.settings import OfflineSettings, Variant, read_name
from adhoc_teamwork.teamwork.settings.config import ConfigError

TEMPERATURE = 0.3
"""The paper's."""

_OPENAI = "openai:"
_SEED = re.compile(r" s\d+$")
_HOSTED = re.compile(
    rf"^{_OPENAI}(?P<model>.+?)(?: t(?P<temperature>\d+(?:\.\d+)?))?"
    r"(?: l(?P<seconds>\d+(?:\.\d+)?))?(?: n(?P<tokens>\d+))?(?P<schema> schema)?$"
)


@dataclass(frozen=True)
class HostedChoice:
    """Hold a model of an endpoint, its temperature, what an answer may cost (0: not said), and how.

    One that is asked by a schema is so from the first question on: a row is not to depend on what
    an endpoint is found to do.
    """

    model: str
    temperature: float = TEMPERATURE
    time_limit: float = 0.0
    most_tokens: int = 0
    answers: AnswersBy = AnswersBy.TEXT

    @property
    def name(self) -> str:
        """Return the name that `read_model_name` reads."""
        seconds = f" l{self.time_limit:.12g}" if self.time_limit else ""
        tokens = f" n{self.most_tokens}" if self.most_tokens else ""
        form = f" {self.answers}" if self.answers is not AnswersBy.TEXT else ""
        return f"{_OPENAI}{self.model} t{self.temperature:.12g}{seconds}{tokens}{form}"


def read_model_name(name: str) -> OfflineSettings | HostedChoice:
    """Return which model a name stands for.

    Raises:
        ConfigError: There is no such model.
    """
    offline = read_name(name)
    if offline is not None:
        return offline
    match = _HOSTED.match(name)
    if match is None:
        expected = f"{Variant.FULL}, {Variant.WEAK} or {_OPENAI}MODEL"
        raise ConfigError(f"--llm {name}: no such model; expected {expected}")
    return HostedChoice(
        match["model"],
        float(match["temperature"] or TEMPERATURE),
        float(match["seconds"] or 0.0),
        int(match["tokens"] or 0),
        AnswersBy.SCHEMA if match["schema"] else AnswersBy.TEXT,
    )


def pooled_names(names: Iterable[str]) -> dict[str, str]:
    """Return for each name the one of all names there that differ in nothing but the seed.

    That is ``offline t0.3 h0.1 s0,1,2``; a name whose seed is the only one stays as it is.
    """
    alike: dict[OfflineSettings, dict[int, str]] = {}
    pooled = {}
    for name in names:
        chosen = read_name(name)
        pooled[name] = name
        if chosen is not None:
            alike.setdefault(replace(chosen, seed=0), {})[chosen.seed] = name
    for seeds in alike.values():
        if len(seeds) > 1:
            listed = ",".join(str(seed) for seed in sorted(seeds))
            base = seeds[min(seeds)]
            text = f"{_SEED.sub('', base)} s{listed}"
            pooled.update(dict.fromkeys(seeds.values(), text))
    return pooled


def weaker_name(name: str) -> str:
    """Return the name of the weaker model beside the one of `name`, all else being the same.

    Raises:
        ConfigError: There is no model of that name.
    """
    chosen = read_model_name(name)
    if isinstance(chosen, OfflineSettings):
        return replace(chosen, variant=Variant(weaker_model(chosen.variant))).name
    return replace(chosen, model=weaker_model(chosen.model)).name
