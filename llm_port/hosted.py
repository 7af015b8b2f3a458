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

"""Which hosted endpoint and model are asked where nobody says; nothing here needs a set-up."""

from collections.abc import Mapping

HOSTED_MODEL = "gpt-4o"
"""The model where neither an option nor OPENAI_MODEL names another."""

HOSTED_URL = "https://api.openai.com/v1"
"""The endpoint where neither an option nor OPENAI_BASE_URL names another."""


def hosted_url(given: str | None, environment: Mapping[str, str]) -> str:
    """Return the endpoint that an option gives, else the environment, else the usual one."""
    return given or environment.get("OPENAI_BASE_URL") or HOSTED_URL


def hosted_model(given: str | None, environment: Mapping[str, str]) -> str:
    """Return the model that an option gives, else the environment, else the usual one."""
    return given or environment.get("OPENAI_MODEL") or HOSTED_MODEL
