# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A stranger's proxy: it makes a teammate of a robot that speaks another language (executable)."""

import asyncio
import queue
import sys
import threading
import time
from collections import deque
from pathlib import Path
from typing import Any

from adhoc_interfaces import msg as ros
from diagnostic_msgs.msg import DiagnosticStatus, KeyValue
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.qos import QoSProfile

from adhoc_teamwork.comm_bridge.foreign_agents.bounds import (
    NotUnderstood,
    StrangerCounts,
    allowance,
)
from adhoc_teamwork.comm_bridge.foreign_agents.config import Quality, StrangerConfig, load_stranger
from adhoc_teamwork.comm_bridge.foreign_agents.drafts import NotUnderstoodError
from adhoc_teamwork.comm_bridge.foreign_agents.formats import StrangerFormat
from adhoc_teamwork.comm_bridge.foreign_agents.making import make_format
from adhoc_teamwork.comm_bridge.foreign_agents.sender import StrangerSender
from adhoc_teamwork.comm_bridge.ros.generic_messages import fill, message_class
from adhoc_teamwork.comm_bridge.ros.radio import RobotRadio
from adhoc_teamwork.llm_port.bounded_client import log_no_requests
from adhoc_teamwork.llm_port.endpoint import ModelSettings
from adhoc_teamwork.llm_port.port import LanguageModel
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.rate_limit import RateLimit
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.scene import things_from_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.status import StatusPublisher
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.message import TeamMessage

PERIOD = 1.0
"""Seconds between diagnostics and looks at the clock."""
QUEUE_LENGTH = 200
CLOCK_WAIT = 3.0
KEEP_ALIVE = 5.0
"""Seconds between signs of life while the stranger has taken something up."""
SHOWN = 3
_PARAMETERS: dict[str, Any] = {
    "config": "",
    "llm_base_url": "",
    "llm_model": "",
    "llm_temperature": 0.0,
    "llm_time_limit": 0.0,
}


class Stranger(Node):
    """Hear a stranger, speak for it on its `team/out`, and tell it what the team says."""

    def __init__(self, **arguments: Any) -> None:
        """Declare parameters; `arguments` are those of rclpy's Node."""
        super().__init__("stranger", **arguments)
        for name, default in _PARAMETERS.items():
            self.declare_parameter(name, default)
        self.counts = StrangerCounts()
        self.not_understood = NotUnderstood()
        self._work: queue.Queue[tuple[str, Any]] = queue.Queue(maxsize=QUEUE_LENGTH)
        self._stop = threading.Event()
        self._worker = threading.Thread(target=self._run, name="stranger", daemon=True)
        self._to_say: deque[TeamMessage] = deque()
        self._heard_at = float("-inf")
        self._said_at = time.monotonic()
        self._speaker: StrangerSender | None = None
        self._model: LanguageModel | None = None

    def setup(self) -> None:
        """Read the stranger's file, connect, and start reading.

        Raises:
            ConfigError: A parameter or the file is wrong, or a message type is not installed.
        """
        value = {name: self.get_parameter(name).value for name in _PARAMETERS}
        if not value["config"]:
            raise ConfigError("stranger: parameter config: missing; expected a file")
        path = Path(value["config"])
        self._config = config = load_stranger(path)
        self._model = _model(value)
        self._format: StrangerFormat = make_format(config, path, self._model)
        session = int(time.time())
        self._speaker = StrangerSender(
            config.name, session, config.capability, self._now, config.one_at_a_time
        )
        self._radio = RobotRadio(
            self,
            lambda message: self._post("team", message),
            session=session,
            told_session=lambda later: self._post("later", later),
            robot=config.name,
        )
        self._wake = self.create_guard_condition(self._speak)
        self._listen(config)
        self._told = [
            self.create_publisher(message_class(t.type), t.topic, qos.RELIABLE)
            for t in config.tells
        ]
        self._diagnostics = StatusPublisher(self)
        self.create_timer(PERIOD, self._look, clock=Clock(clock_type=ClockType.STEADY_TIME))
        self._radio.setup()
        self._worker.start()
        self.get_logger().info(f"speaks for {config.name} ({config.format}), as {path} says")

    def shutdown(self) -> None:
        """Say goodbye for the stranger and end the reading thread."""
        self._stop.set()
        if self._worker.is_alive():
            self._worker.join(timeout=1.5)
        if self._speaker is not None and not self._worker.is_alive():
            self._to_say.extend(self._speaker.leave("its proxy ends"))
            self._speak()
            self._radio.shutdown()

    def _listen(self, config: StrangerConfig) -> None:
        for index, heard in enumerate(config.hears):
            reliable = heard.quality is Quality.RELIABLE
            profile: QoSProfile = qos.RELIABLE if reliable else qos.SENSOR
            limit = allowance(heard.at_most)
            self.create_subscription(
                message_class(heard.type),
                heard.topic,
                lambda message, index=index, limit=limit: self._hear(index, limit, message),
                profile,
            )
        self.create_subscription(
            ros.SceneGraph,
            topics.FLOOR_PLAN,
            lambda message: self._post("rooms", message),
            qos.LATCHED,
        )

    # --- callbacks: they only enqueue -------------------------------------------------------------

    def _hear(self, index: int, limit: RateLimit, message: Any) -> None:
        self._heard_at = time.monotonic()
        if limit.take(self._heard_at):
            self._post("heard", (index, message))
        else:
            self.counts.too_many += 1

    def _post(self, what: str, item: Any) -> None:
        try:
            self._work.put_nowait((what, item))
        except queue.Full:
            self.counts.too_many += 1

    def _look(self) -> None:
        silent = time.monotonic() - self._heard_at
        limit = self._config.gone_after
        if 0.0 < limit < silent and self._speaker is not None and self._speaker.is_member:
            self._post("silent", f"not heard for {silent:.0f} s")
        elif time.monotonic() - self._said_at > KEEP_ALIVE:
            self._post("alive", None)
        self._report()

    # --- the reading thread -----------------------------------------------------------------------

    def _run(self) -> None:
        self._wait_for_clock()
        loop = asyncio.new_event_loop()
        try:
            while not self._stop.is_set():
                try:
                    what, item = self._work.get(timeout=0.2)
                except queue.Empty:
                    continue
                self._take_in(loop, what, item)
        finally:
            if self._model is not None:
                loop.run_until_complete(self._model.close())
            loop.close()

    def _take_in(self, loop: asyncio.AbstractEventLoop, what: str, item: Any) -> None:
        try:
            if what == "heard":
                loop.run_until_complete(self._read(*item))
            elif what == "team":
                self._tell(item)
            elif what == "later" and self._speaker is not None:
                self._say(self._speaker.begin_above(item))
            elif what == "rooms":
                self._format.note_rooms(things_from_ros(item).rooms)
            elif self._speaker is not None:
                is_there = what == "alive"
                self._say(self._speaker.keep_alive() if is_there else self._speaker.leave(item))
        except (NotUnderstoodError, ValueError) as error:
            self._keep(f"{what}: {error}")
        except Exception as error:  # noqa: BLE001 (one message must not end the reading of all)
            self._keep(f"{what}: {type(error).__name__}: {error}")

    async def _read(self, index: int, published: Any) -> None:
        self.counts.heard += 1
        reading = await self._format.read(index, published)
        for why in reading.not_understood:
            self._keep(why)
        if self._speaker is not None:
            self._say(self._speaker.speak(reading.drafts))

    def _tell(self, message: TeamMessage) -> None:
        self._format.note(message)
        if message.remembered or message.sender == self._config.name:
            return
        for telling in self._format.write(message):
            kind = message_class(self._config.tells[telling.topic].type)
            self._told[telling.topic].publish(fill(kind(), telling.values))
            self.counts.told += 1

    def _say(self, messages: list[TeamMessage]) -> None:
        """Have messages said on the executor's thread, which is the radio's."""
        self._to_say.extend(messages)
        if messages:
            self._wake.trigger()

    def _speak(self) -> None:
        while self._to_say:
            self.counts.said += 1
            self._said_at = time.monotonic()
            self._radio.say(self._to_say.popleft())

    def _keep(self, why: str) -> None:
        self.counts.not_understood += 1
        line = self.not_understood.add(why)
        self.get_logger().warning(f"not understood: {line}", throttle_duration_sec=5.0)

    def _now(self) -> float:
        return seconds_now(self)

    def _wait_for_clock(self) -> None:
        end = time.monotonic() + CLOCK_WAIT
        while self._now() <= 0.0 and time.monotonic() < end and not self._stop.is_set():
            self._stop.wait(0.05)

    def _report(self) -> None:
        counts = self.counts
        values = {
            **vars(counts),
            "last_not_understood": " / ".join(self.not_understood.lines[:SHOWN]),
        }
        member = self._speaker is not None and self._speaker.is_member
        unread = f", {counts.not_understood} not understood" if counts.not_understood else ""
        status = DiagnosticStatus(
            level=DiagnosticStatus.OK,
            name=f"{self._config.name}: stranger",
            message=f"{'in the team' if member else 'not in the team'}{unread}",
            hardware_id=self._config.name,
            values=[KeyValue(key=key, value=str(value)) for key, value in values.items()],
        )
        self._diagnostics.tell([status])


def _model(value: dict[str, Any]) -> LanguageModel | None:
    """Return the language model that the parameters name, or None where they name none."""
    if not value["llm_base_url"]:
        return None
    from adhoc_teamwork.llm_port.openai_model import OpenAIModel

    return OpenAIModel(
        ModelSettings(
            base_url=value["llm_base_url"],
            model=value["llm_model"],
            temperature=value["llm_temperature"],
            time_limit=value["llm_time_limit"],
        )
    )


def main() -> int:
    """Run a stranger's proxy until it is told to end."""
    log_no_requests()
    return run_node(Stranger)


if __name__ == "__main__":
    sys.exit(main())
