# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which hosted endpoint, model and key there are where nobody says; nothing here needs a set-up."""

from collections.abc import Mapping

HOSTED_MODEL = "gpt-4o"
"""The model where neither an option nor OPENAI_MODEL names another."""

HOSTED_URL = "https://api.openai.com/v1"
"""The endpoint where neither an option nor OPENAI_BASE_URL names another."""

KEY_VARIABLES = ("ADHOC_LLM_API_KEY", "OPENAI_API_KEY")
"""Where a key is looked for in the environment, the first first."""


def hosted_url(given: str | None, environment: Mapping[str, str]) -> str:
    """Return the endpoint that an option gives, else the environment, else the usual one."""
    return given or environment.get("OPENAI_BASE_URL") or HOSTED_URL


def hosted_model(given: str | None, environment: Mapping[str, str]) -> str:
    """Return the model that an option gives, else the environment, else the usual one."""
    return given or environment.get("OPENAI_MODEL") or HOSTED_MODEL


def find_key(environment: Mapping[str, str]) -> str:
    """Return the key that an environment holds, or an empty text."""
    return next((environment[name] for name in KEY_VARIABLES if environment.get(name)), "")
