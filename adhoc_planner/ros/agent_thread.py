"""Run an agent and its model on an asyncio loop in a thread of its own."""

import asyncio
import logging
import threading
from collections.abc import Callable

from adhoc_planner.agent import Agent, AgentStatus
from adhoc_planner.ros.handover import Event, Inbox
from llm_port.port import LanguageModel

TICK = 0.1
"""How often the agent is told that time has passed, in seconds of wall time."""

_CLOSE_TIME = 0.5

_log = logging.getLogger(__name__)


class AgentThread:
    """Feed an agent from any thread; `before_tick` runs on the agent's thread before each tick."""

    def __init__(self, agent: Agent, model: LanguageModel, before_tick: Event) -> None:
        self.agent = agent
        self._model = model
        self._before_tick = before_tick
        self._inbox = Inbox()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._is_up = threading.Event()
        self._thread = threading.Thread(target=self._run, name="agent", daemon=True)

    def start(self) -> None:
        """Start the thread and wait, at most five seconds, until it takes events."""
        self._thread.start()
        self._is_up.wait(5.0)

    def post(self, event: Event, slot: str = "") -> None:
        """Let `event` happen on the agent's thread soon; see `Inbox` for `slot`."""
        if self._inbox.put(event, slot):
            self._call(self._drain)

    def stop(self, why: str, time_limit: float = 1.0) -> None:
        """Let the agent say goodbye, and end the thread within `time_limit` seconds."""

        def leave() -> None:
            self.agent.leave(why)
            if self._stop is not None:
                self._stop.set()

        self._call(leave)
        if self._thread.is_alive():
            self._thread.join(time_limit)

    def status(self) -> AgentStatus:
        """Return a summary for diagnostics; reading it from another thread is harmless."""
        return self.agent.status()

    @property
    def is_alive(self) -> bool:
        """Tell whether the thread runs."""
        return self._thread.is_alive()

    def _call(self, function: Callable[[], None]) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(function)

    def _run(self) -> None:
        asyncio.run(self._main())

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self._is_up.set()
        while not self._stop.is_set():
            self._drain()
            self._before_tick()
            self.agent.tick()
            try:
                await asyncio.wait_for(self._stop.wait(), TICK)
            except asyncio.TimeoutError:
                continue
        try:
            await asyncio.wait_for(self._model.close(), _CLOSE_TIME)
        except asyncio.TimeoutError:
            _log.warning("the connection to the model did not close in %g s", _CLOSE_TIME)

    def _drain(self) -> None:
        for event in self._inbox.take():
            event()
