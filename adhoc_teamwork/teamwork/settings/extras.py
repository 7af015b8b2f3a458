# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is installed by choice alone: the extras of setup.py.

Standard library only: the doctor comes where nothing is set up.
"""


def how_to_get(extra: str) -> str:
    """Return how an extra gets to where commands run, as the end of a sentence.

    ``./adhoc`` runs them in the clone's own environment, which no pip of the terminal reaches.
    """
    return f"./adhoc setup --dev, or pip install '.[{extra}]' in an environment of your own"
