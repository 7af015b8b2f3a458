# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What one answer may cost and how it is asked for, and the options of commands that say so.

Nothing here needs a set-up.
"""

from typing import Any

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.settings.number_words import number, whole_number

TIME_LIMIT = 20.0
"""Seconds for an answer of an endpoint that is known to answer at once."""
THINKING_TIME_LIMIT = 180.0
"""Seconds for one of an endpoint that thinks first, or has never answered yet."""
LONGEST_TIME_LIMIT = 600.0
MOST_TOKENS_LIMIT = 1_000_000


class AnswersBy(StrEnum):
    """Say how answers are asked for."""

    AUTO = "auto"
    """By a JSON schema where the endpoint keeps to one, which one question finds out; else text."""
    TEXT = "text"
    """As text in the format that the prompt tells."""
    SCHEMA = "schema"
    """By a JSON schema, without finding out first."""


def add_answer_limits(parser: Any) -> None:
    """Add the options to a parser, or to a group of it; what is not given is None."""
    parser.add_argument("--llm-time-limit", type=number(0.1, LONGEST_TIME_LIMIT), metavar="S",
        help="seconds that an answer of --llm openai may take (default "
        f"{TIME_LIMIT:g}, {THINKING_TIME_LIMIT:g} from a model that thinks first)")  # fmt: skip
    parser.add_argument("--llm-max-tokens", type=whole_number(1), metavar="N",
        help="tokens that an answer may have, thinking included (default: the endpoint's "
        "own limit)")  # fmt: skip
    parser.add_argument("--llm-answers", choices=[str(by) for by in AnswersBy],
        help="how answers are asked for: as text, by a JSON schema whose names are those that the "
        "robot knows, or by one where the endpoint keeps to it (default auto; text from the "
        "offline model and in the benchmark)")  # fmt: skip
