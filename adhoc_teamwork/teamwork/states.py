# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""States of things by name and value, such as ``power=on``: what hands change and goals count.

Which things have which states a task's furnishing says; no name or value is known to the code.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")


@dataclass(frozen=True, order=True)
class State:
    """Hold the value of one of a thing's states; both are plain words."""

    name: str
    value: str

    def __post_init__(self) -> None:
        """Check the words.

        Raises:
            ValueError: One of them is none.
        """
        for word in (self.name, self.value):
            if not isinstance(word, str) or not _WORD.fullmatch(word):
                raise ValueError(f"{word!r:.60}: expected letters, digits, _, . and -")

    @classmethod
    def read(cls, text: str) -> "State":
        """Return the state that text such as ``power=on`` names.

        Raises:
            ValueError: It names none.
        """
        name, between, value = text.partition("=")
        if not between:
            raise ValueError(f"{text!r:.60}: expected a state such as power=on")
        return cls(name, value)

    def __str__(self) -> str:
        return f"{self.name}={self.value}"


States = tuple[State, ...]
"""What is known of one thing's states: one value for each name, sorted by name."""


def value_of(states: States, name: str) -> str:
    """Return the value of the state of that name; empty where there is none."""
    return next((state.value for state in states if state.name == name), "")


def with_state(states: States, new: State) -> States:
    """Return the states with one of them changed, or added."""
    return tuple(sorted((*(state for state in states if state.name != new.name), new)))


def read_states(texts: Iterable[str]) -> States:
    """Return the states that texts name, the last of each name.

    Raises:
        ValueError: A text names none.
    """
    states: States = ()
    for text in texts:
        states = with_state(states, State.read(text))
    return states
