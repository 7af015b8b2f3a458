# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ask an endpoint three short questions, to learn its habits before a team depends on it."""

import argparse
import asyncio
import logging
import sys
import time
from collections.abc import Sequence

from adhoc_teamwork.llm_port.bounded_client import log_no_requests
from adhoc_teamwork.llm_port.endpoint import ModelSettings
from adhoc_teamwork.llm_port.openai_model import OpenAIModel
from adhoc_teamwork.llm_port.port import ModelUnavailableError
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.text.console import complain, say

MOST_TOKENS = 4000
"""Enough for a model that thinks of one word for long."""
_QUESTION = (ChatMessage("user", "Answer with the one word: ready"),)


async def probe(model: OpenAIModel) -> str:
    """Return how a model answers, in words; what it taught is kept.

    Raises:
        ModelUnavailableError: It does not answer, or with nothing that is whole.
    """
    begun = time.monotonic()
    try:
        answer = await model.complete(_QUESTION)
        took = f"{model.name} answers in {time.monotonic() - begun:.1f} s"
        if answer.flaw:
            raise ModelUnavailableError(f"{model.name}: {answer.flaw}")
        await model.learn_schemas()
        await model.learn_pictures()
    finally:
        await model.close()
    return f"{took}, {model.habits.text}" if model.habits.text else took


def main(arguments: Sequence[str]) -> int:
    """Print how a model answers and return 0, or why it does not and return 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base_url")
    parser.add_argument("model")
    options = parser.parse_args(arguments)
    log_no_requests()
    # What it learns is in the line that it prints.
    logging.getLogger("adhoc_teamwork").setLevel(logging.ERROR)
    try:
        settings = ModelSettings(options.base_url, options.model, most_tokens=MOST_TOKENS)
        say(asyncio.run(probe(OpenAIModel(settings))))
    except (ConfigError, ModelUnavailableError) as error:
        complain(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
