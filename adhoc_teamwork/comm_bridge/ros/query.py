# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ask the broker once, on joining, what a robot must know of its team."""

from collections.abc import Callable
from typing import Any

from adhoc_interfaces.srv import QueryTeam

from adhoc_teamwork.teamwork.topics import TEAM_QUERY

_FIRST_WAIT = 0.4
"""Seconds to wait for an answer before asking again; they double each time."""
_LONGEST_WAIT = 5.0


class TeamQuestion:
    """Call `QueryTeam` until it was answered once; nothing here waits."""

    def __init__(
        self, node: Any, robot: str, session: int, on_answer: Callable[[Any], None]
    ) -> None:
        self._node = node
        self._request = QueryTeam.Request(robot=robot, session=session)
        self._on_answer = on_answer
        self._futures: list[Any] = []
        self._ask_at = float("-inf")
        self._wait = _FIRST_WAIT
        self.is_answered = False

    def setup(self) -> None:
        """Connect."""
        self._client = self._node.create_client(QueryTeam, TEAM_QUERY)

    def ask(self, now: float, is_there: bool) -> None:
        """Ask where the broker is there and no answer came yet; take an answer that came."""
        if self.is_answered:
            return
        answers = [future.result() for future in self._futures if future.done()]
        answer = next((answer for answer in answers if answer is not None), None)
        if answer is not None:
            self.is_answered = True
            self._on_answer(answer)
            self._node.destroy_client(self._client)
        elif is_there and now >= self._ask_at and self._client.service_is_ready():
            # A request that was made before the service was matched both ways is never answered.
            self._ask_at, self._wait = now + self._wait, min(2.0 * self._wait, _LONGEST_WAIT)
            self._futures = [*self._futures[-2:], self._client.call_async(self._request)]
