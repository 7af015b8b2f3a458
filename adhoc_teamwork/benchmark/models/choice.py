# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which language model policies ask, from command line and environment."""

import argparse
import os
from dataclasses import replace

from adhoc_teamwork.benchmark.models.names import TEMPERATURE, HostedChoice
from adhoc_teamwork.llm_port.answer_limits import AnswersBy
from adhoc_teamwork.llm_port.hosted import hosted_model
from adhoc_teamwork.offline_model.error_rates import NO_ERRORS
from adhoc_teamwork.offline_model.settings import OfflineSettings, Variant, read_name
from adhoc_teamwork.teamwork.settings.config import ConfigError

HALLUCINATION = 0.1
"""A slip in one of ten of the stand-in's answers: our choice, the paper has no such figure."""


def model_names(options: argparse.Namespace) -> list[str]:
    """Return the model's name for each of `--seeds`, the first seed first; see `model_name`.

    Raises:
        ConfigError: As `model_name`, or seeds are asked of a hosted model.
    """
    first = model_name(options)
    if options.seeds == 1:
        return [first]
    chosen = read_name(first)
    if chosen is None:
        raise ConfigError("--seeds: only for the offline models; a hosted one has none")
    return [replace(chosen, seed=chosen.seed + n).name for n in range(options.seeds)]


def model_name(options: argparse.Namespace) -> str:
    """Return the model's name as results keep it, which `read_model_name` reads.

    Raises:
        ConfigError: A hosted model without a key, or an option that the other kind of model has.
    """
    temperature = TEMPERATURE if options.temperature is None else options.temperature
    if options.llm != "openai":
        for option, value in (
            ("--model", options.model),
            ("--llm-time-limit", options.llm_time_limit),
            ("--llm-max-tokens", options.llm_max_tokens),
            ("--llm-answers", options.llm_answers),
        ):
            if value:
                raise ConfigError(f"{option}: only for --llm openai")
        rate = HALLUCINATION if options.hallucination is None else options.hallucination
        variant = Variant(options.llm)
        errors = options.errors or NO_ERRORS
        return OfflineSettings(options.llm_seed or 0, temperature, rate, variant, errors).name
    for option, value in (
        ("--hallucination", options.hallucination),
        ("--errors", options.errors),
        ("--llm-seed", options.llm_seed),
    ):
        if value is not None:
            raise ConfigError(f"{option}: only for the offline models; a hosted one has its own")
    if not os.environ.get("OPENAI_API_KEY"):
        raise ConfigError(
            "--llm openai: OPENAI_API_KEY is not set; expected a key, any word for a local endpoint"
        )
    model = hosted_model(options.model, os.environ)
    limits = options.llm_time_limit or 0.0, options.llm_max_tokens or 0
    answers = AnswersBy(options.llm_answers or AnswersBy.TEXT)
    if answers is AnswersBy.AUTO:
        raise ConfigError("--llm-answers auto: expected text or schema, for a row says which")
    return HostedChoice(model, temperature, *limits, answers).name
