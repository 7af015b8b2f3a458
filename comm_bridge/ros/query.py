"""Ask the broker once, on joining, what a robot must know of its team."""

from collections.abc import Callable
from typing import Any

from adhoc_interfaces.srv import QueryTeam

from teamwork.topics import TEAM_QUERY

_PATIENCE = 2.0
"""Seconds to wait for an answer before asking again."""


class TeamQuestion:
    """Call `QueryTeam` until it was answered once; nothing here waits."""

    def __init__(
        self, node: Any, robot: str, session: int, on_answer: Callable[[Any], None]
    ) -> None:
        self._node = node
        self._request = QueryTeam.Request(robot=robot, session=session)
        self._on_answer = on_answer
        self._future: Any = None
        self._ask_at = float("-inf")
        self.is_answered = False

    def setup(self) -> None:
        """Connect."""
        self._client = self._node.create_client(QueryTeam, TEAM_QUERY)

    def ask(self, now: float, is_there: bool) -> None:
        """Ask where the broker is there and no answer came yet; take an answer that came."""
        if self.is_answered:
            return
        if self._future is not None and self._future.done():
            self._take()
        elif is_there and now >= self._ask_at and self._client.service_is_ready():
            if self._future is not None:
                self._client.remove_pending_request(self._future)
            self._ask_at = now + _PATIENCE
            self._future = self._client.call_async(self._request)

    def _take(self) -> None:
        answer, self._future = self._future.result(), None
        if answer is None:
            return
        self.is_answered = True
        self._on_answer(answer)
        self._node.destroy_client(self._client)
