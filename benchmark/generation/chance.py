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

"""Chance that depends on nothing but what it is for."""

import hashlib

import numpy as np


def generator_for(*purpose: str | int) -> np.random.Generator:
    """Return a generator of random numbers for a purpose, such as (seed, house, "team", 3).

    What is drawn for one purpose does not depend on what was drawn for another, so that houses
    can be made in any order and by any number of processes.
    """
    text = "|".join(str(part) for part in purpose)
    digest = hashlib.sha256(text.encode()).digest()
    return np.random.default_rng(list(digest[:16]))
