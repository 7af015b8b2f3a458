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

"""Which model stands for the weaker one of Table IV."""

import pytest

from adhoc_planner.weaker_model import HOSTED, VARIABLE, weaker_model


@pytest.mark.parametrize(
    ("model", "environment", "weaker"),
    [
        ("offline", {VARIABLE: "other"}, "offline-weak"),
        ("offline-weak", {}, "offline-weak"),
        ("gpt-4o", {}, HOSTED),
        ("qwen2.5:14b", {VARIABLE: "qwen2.5:3b"}, "qwen2.5:3b"),
    ],
)
def test_it_is_of_the_same_kind(model: str, environment: dict[str, str], weaker: str) -> None:
    assert weaker_model(model, environment) == weaker
