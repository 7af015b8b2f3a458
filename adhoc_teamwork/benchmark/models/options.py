# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The options of commands that say which model policies ask; little is imported."""

from typing import Any

from adhoc_teamwork.llm_port.answer_limits import add_answer_limits
from adhoc_teamwork.llm_port.hosted import HOSTED_MODEL
from adhoc_teamwork.offline_model.error_rates import errors_option
from adhoc_teamwork.teamwork.settings.number_words import number, whole_number

MOST_SEEDS = 1000


def add_model_options(parser: Any) -> None:
    """Add the options; `choice.model_names` reads them."""
    parser.add_argument("--llm", choices=("offline", "offline-weak", "openai"), default="offline",
        help="model of policies that ask one: the offline stand-in (default), its weaker variant, "
        "or an OpenAI-compatible endpoint (OPENAI_API_KEY, OPENAI_BASE_URL)")  # fmt: skip
    parser.add_argument("--model", metavar="M",
        help=f"model to ask of it (default OPENAI_MODEL, else {HOSTED_MODEL})")  # fmt: skip
    parser.add_argument("--temperature", type=number(0.0, 2.0), metavar="T",
        help="sampling temperature, 0 to 2 (default 0.3)")  # fmt: skip
    add_answer_limits(parser)
    parser.add_argument("--hallucination", type=number(0.0, 1.0), metavar="RATE",
        help="share of the stand-in's answers with a slip, 0 to 1 (default 0.1)")  # fmt: skip
    parser.add_argument("--errors", type=errors_option, metavar="RATES",
        help="how often the stand-in gets facts wrong, and how alike stages and robots do, such as "
        "misjudge=0.1,overlook=0.05,confuse=0.01,stages=0.5,robots=0.5 (default none)")  # fmt: skip
    parser.add_argument("--llm-seed", type=whole_number(), metavar="N",
        help="what temperature, slips and errors of it are drawn with (default 0)")  # fmt: skip
    parser.add_argument("--seeds", type=whole_number(1, MOST_SEEDS), default=1, metavar="N",
        help="play with N seeds of the stand-in, --llm-seed and those after it; tables take them "
        "together (default 1)")  # fmt: skip
    parser.add_argument("--cache", metavar="DIR",
        help="answer prompts that were asked before from DIR; only at temperature 0")  # fmt: skip
    parser.add_argument("--cache-always", action="store_true",
        help="use --cache at any temperature: one prompt, one answer")  # fmt: skip
