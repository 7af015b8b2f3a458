"""Which language model policies ask, from command line and environment."""

import argparse
import os

from teamwork.config import ConfigError

OFFLINE = "offline"
DEFAULT_MODEL = "gpt-4o"


def model_name(options: argparse.Namespace) -> str:
    """Return the model's name as results keep it: "offline" or "openai:<model>".

    Raises:
        ConfigError: A hosted model without a key, or a model's name without --llm openai.
    """
    if options.llm == OFFLINE:
        if options.model:
            raise ConfigError("--model: only for --llm openai")
        return OFFLINE
    if not os.environ.get("OPENAI_API_KEY"):
        raise ConfigError(
            "--llm openai: OPENAI_API_KEY is not set; expected a key, any word for a local endpoint"
        )
    return f"openai:{options.model or os.environ.get('OPENAI_MODEL') or DEFAULT_MODEL}"
