# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which states things have, by a task's furnishing, and which values these can take."""

from collections.abc import Hashable, Iterable, Mapping
from typing import Generic, TypeVar

from adhoc_teamwork.simulation.houses.house import HouseObject
from adhoc_teamwork.simulation.rules.refusal import Refusal
from adhoc_teamwork.teamwork.states import State, States, value_of, with_state
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.goal import Furnishing

_NOTHING = Furnishing()

Key = TypeVar("Key", bound=Hashable)


class ObjectStates(Generic[Key]):
    """Keep the states of things; they go by any key: their names, or numbers.

    Attributes:
        now: What each thing's states are now, of those that have any.
    """

    def __init__(
        self, things: Iterable[tuple[Key, HouseObject]] = (), furnishing: Furnishing = _NOTHING
    ) -> None:
        """Take what the furnishing says of things, by key: the first value is that of the start."""
        self.now: dict[Key, States] = {}
        self._values: dict[Key, Mapping[str, tuple[str, ...]]] = {}
        for key, thing in things:
            values = furnishing.states_of(thing.category)
            if values:
                self._values[key] = values
                self.now[key] = tuple(sorted(State(name, of[0]) for name, of in values.items()))

    def of(self, key: Key) -> States:
        """Return a thing's states now."""
        return self.now.get(key, ())

    def why_none(self, key: Key, name: str) -> Refusal | None:
        """Return that a thing has no states at all, or None."""
        return None if key in self.now else Refusal(Cause.NO_STATE, f"{name} has no states")

    def why_not_set(self, key: Key, state: State, name: str) -> Refusal | None:
        """Return why a thing cannot be brought into a state, or None where it can."""
        values = self._values.get(key, {}).get(state.name, ())
        if state.value not in values:
            return Refusal(Cause.NO_STATE, f"{name} has no state {state}")
        if value_of(self.of(key), state.name) != state.value:
            return None
        return Refusal(Cause.BAD_ARGUMENT, f"{state.name} of {name} is {state.value} already")

    def pressed(self, key: Key) -> State:
        """Return the state into which its button brings a thing: the next value of its first."""
        name, values = min(self._values[key].items())
        now = values.index(value_of(self.of(key), name))
        return State(name, values[(now + 1) % len(values)])

    def set(self, key: Key, state: State) -> None:
        """Bring a thing into a state that it has."""
        self.now[key] = with_state(self.of(key), state)
