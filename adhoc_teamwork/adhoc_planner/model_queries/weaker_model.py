# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The weaker model of Table IV: which one stands beside a model, in benchmark and robots alike."""

import os
from collections.abc import Mapping

from adhoc_teamwork.offline_model.settings import Variant

VARIABLE = "OPENAI_WEAKER_MODEL"
"""Environment variable that names a hosted weaker model."""

HOSTED = "gpt-3.5-turbo"
"""The weaker one of the paper's two families of models."""


def weaker_model(model: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return the name of the weaker model beside `model`, as an endpoint knows both."""
    if model in tuple(Variant):
        return Variant.WEAK.value
    return environment.get(VARIABLE) or HOSTED
