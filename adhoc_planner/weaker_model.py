# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""The weaker model of Table IV: which one stands beside a model, in benchmark and robots alike."""

import os
from collections.abc import Mapping

from adhoc_planner.offline.settings import Variant

VARIABLE = "OPENAI_WEAKER_MODEL"
"""Environment variable that names a hosted weaker model."""

HOSTED = "gpt-3.5-turbo"
"""The weaker one of the paper's two families of models."""


def weaker_model(model: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return the name of the weaker model beside `model`, as an endpoint knows both."""
    if model in tuple(Variant):
        return Variant.WEAK.value
    return environment.get(VARIABLE) or HOSTED
