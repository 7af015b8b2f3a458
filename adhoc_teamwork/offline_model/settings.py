# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How the offline model answers: seed, temperature, rate of slips, errors, variant; and its name.

The name, such as ``offline t0.3 h0.1 s0``, says all of it, so that results never mix.
"""

import math
import re
from dataclasses import dataclass

from adhoc_teamwork.offline_model.error_rates import NO_ERRORS, ErrorRates, read_errors
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.settings.config import ConfigError

MOST_TEMPERATURE = 2.0
"""As in the chat-completions protocol."""

_NAME = re.compile(
    r"^(?P<variant>\S+)(?: t(?P<t>\S+))?(?: h(?P<h>\S+))?(?: (?P<errors>[a-z]+=\S+))?"
    r"(?: s(?P<s>\d+))?$"
)


class Variant(StrEnum):
    """Name the two stand-ins; the weak one knows less, overlooks more and slips more often."""

    FULL = "offline"
    WEAK = "offline-weak"


@dataclass(frozen=True)
class OfflineSettings:
    """Hold what an answer depends on beside its prompt; as it is, the model never errs by chance.

    `hallucination` is the probability, from 0 to 1, of one slip in an answer.
    """

    seed: int = 0
    temperature: float = 0.0
    hallucination: float = 0.0
    variant: Variant = Variant.FULL
    errors: ErrorRates = NO_ERRORS

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise ConfigError(f"seed {self.seed}: expected a whole number from 0 up")
        if not 0.0 <= self.temperature <= MOST_TEMPERATURE:
            raise ConfigError(
                f"temperature {self.temperature:g}: expected a number from 0 to "
                f"{MOST_TEMPERATURE:g}"
            )
        if not 0.0 <= self.hallucination <= 1.0:
            raise ConfigError(f"hallucination {self.hallucination:g}: expected a rate from 0 to 1")

    @property
    def name(self) -> str:
        """Return the one name of these settings, which `read_name` reads."""
        errors = f" {self.errors}" if str(self.errors) else ""
        return (
            f"{self.variant} t{self.temperature:.12g} h{self.hallucination:.12g}{errors} "
            f"s{self.seed}"
        )


def read_name(name: str) -> OfflineSettings | None:
    """Return the settings of a name, what it leaves out being 0; None where it is no such name.

    Raises:
        ConfigError: A value is out of range.
    """
    match = _NAME.match(name)
    if match is None or match["variant"] not in set(Variant):
        return None
    temperature, hallucination = (_number(match[part], name) for part in "th")
    try:
        errors = read_errors(match["errors"] or "")
    except ValueError as error:
        raise ConfigError(f"model '{name}': {error}") from None
    return OfflineSettings(
        int(match["s"] or 0), temperature, hallucination, Variant(match["variant"]), errors
    )


def _number(text: str | None, name: str) -> float:
    try:
        number = float(text or 0.0)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ConfigError(f"model '{name}': '{text}' is no number")
    return number
