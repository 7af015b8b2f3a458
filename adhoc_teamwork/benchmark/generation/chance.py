# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

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
