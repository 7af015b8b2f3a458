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

"""Pauses after a model failed to answer."""

from adhoc_planner.health import LONGEST_PAUSE, ModelHealth


def test_pauses_grow_and_end_with_success() -> None:
    health = ModelHealth()
    assert health.failed("gone", 0.0)
    assert not health.failed("gone", 2.0)
    assert not health.may_ask(5.9)
    assert health.may_ask(6.0)
    for _ in range(20):
        health.failed("gone", 10.0)
    assert health.may_ask(10.0 + LONGEST_PAUSE)
    assert health.succeeded()
    assert not health.succeeded()
    assert health.may_ask(10.0)
