# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Connect a robot's radio to topics: what every teammate speaks and hears through."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from adhoc_interfaces.msg import TeamReceipt
from rclpy.duration import Duration
from rclpy.serialization import serialize_message

from adhoc_teamwork.comm_bridge.broker.validation import find_fault, find_pretence
from adhoc_teamwork.comm_bridge.radio_link.clocks import correct
from adhoc_teamwork.comm_bridge.radio_link.envelope import EnvelopeError, Frame, read_frame
from adhoc_teamwork.comm_bridge.radio_link.passage import LinkEmulation, clear_air
from adhoc_teamwork.comm_bridge.radio_link.radio import Channel, Radio
from adhoc_teamwork.comm_bridge.radio_link.receipt import BROKER
from adhoc_teamwork.comm_bridge.ros.coding import encode
from adhoc_teamwork.comm_bridge.ros.conversions import receipt_from_ros, receipt_to_ros
from adhoc_teamwork.comm_bridge.ros.link_emulation import SimulatedAir
from adhoc_teamwork.comm_bridge.ros.peers import Peers
from adhoc_teamwork.comm_bridge.ros.query import TeamQuestion
from adhoc_teamwork.comm_bridge.rules import load_rules
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_from_bytes
from adhoc_teamwork.teamwork.ros.drain import subscribe_raw
from adhoc_teamwork.teamwork.team.channel import OPEN, TeamChannel
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.speech import Speech

_TICK = 0.1
_LAST_SESSION = 2**32 - 1
"""The highest that a message holds."""


class RobotRadio:
    """Speak and hear as one robot of the team; everything happens on the node's executor.

    Args:
        node: A node in the robot's namespace, or in any where `robot` is given.
        session: New each time the speaker starts; 0: the seconds of wall time.
        hear: Called with each message for this robot, once, its times on the robot's own clock.
        told_gone: Called with the names of all teammates that are gone whenever these change.
        told_session: Called once with a later session of this robot that others know: its speaker
            must begin anew above it to be heard.
        robot: Its name; empty: the node's namespace.
        kinds: File that says what each kind of message is owed (`config/communication/kinds.yaml`);
            empty: the rules that are built in.
        air: See `LinkEmulation`.
        simulated_air: Hear only what the simulator's air lets through.
        channel: What the team may say to each other: nothing else goes out or comes in.
    """

    def __init__(
        self,
        node: Any,
        hear: Callable[[TeamMessage], None],
        *,
        session: int = 0,
        told_gone: Callable[[frozenset[str]], None] | None = None,
        told_session: Callable[[int], None] | None = None,
        robot: str = "",
        kinds: str = "",
        air: LinkEmulation = clear_air,
        simulated_air: bool = False,
        channel: TeamChannel = OPEN,
    ) -> None:
        self.robot = robot or node.get_namespace().strip("/")
        self.session = session or int(time.time())
        rules = load_rules(Path(kinds)) if kinds else None
        self.radio = Radio(self.robot, self.session, rules)
        self._node = node
        self._hear = hear
        self._told_gone, self._told_session = told_gone, told_session
        self._air = SimulatedAir(node, self.robot) if simulated_air else air
        self._speech = Speech(channel, self.robot, self._refuse_own)
        self._gone: frozenset[str] = frozenset()
        self._passed_on: Any = None
        self._is_open = False
        self._peers = Peers(node, self.radio, self._on_batch, self._on_receipt)
        self._question = TeamQuestion(node, self.robot, self.session, self._on_answer)

    def setup(self) -> None:
        """Connect."""
        node = self._node
        self._out = node.create_publisher(RosTeamMessage, self._own(topics.TEAM_OUT), qos.TEAM)
        self._heard = node.create_publisher(TeamReceipt, self._own(topics.TEAM_HEARD), qos.RECEIPTS)
        self._in = node.create_publisher(RosTeamMessage, self._own(topics.TEAM_IN), qos.TEAM)
        for topic in (
            self._own(topics.TEAM_TOLD),
            topics.BROKER_TOLD,
        ):
            subscribe_raw(node, RosTeamMessage, topic, self._on_told, qos.TEAM_LIVE)
        node.create_subscription(
            TeamReceipt,
            topics.BROKER_HEARD,
            lambda message: self._on_receipt(BROKER, message),
            qos.RECEIPTS,
        )
        self._question.setup()
        self._timer = node.create_timer(_TICK, self._tick, clock=self._peers.wall)
        self._is_open = True

    def shutdown(self, time_limit: float = 0.3) -> None:
        """Give what was said last `time_limit` seconds to reach whoever listens."""
        if not self._is_open:
            return
        self._is_open = False
        self._timer.cancel()
        self._out.wait_for_all_acked(Duration(nanoseconds=int(time_limit * 1e9)))

    @property
    def refused(self) -> int:
        """Return how many messages were dropped because they cannot be used."""
        counts = self.radio.counts
        return sum(n for reason, n in counts.items() if reason.startswith("dropped."))

    def is_heard(self) -> bool:
        """Tell whether anybody listens to this robot."""
        return bool(self._out.get_subscription_count())

    def say(self, message: TeamMessage) -> None:
        """Say something to the team; call it on the node's executor."""
        self._say_all(self._speech.say(message))

    def _say_all(self, messages: Iterable[TeamMessage]) -> None:
        for message in messages:
            frame = encode(message)
            self.radio.say(frame, time.monotonic())
            self._out.publish(frame.data)

    def _refuse_own(self, why: str) -> None:
        self.radio.counts["refused"] += 1
        self._node.get_logger().warning(f"not said: {why}")

    # --- from the team --------------------------------------------------------------------------

    def _on_told(self, batch: list[bytes]) -> None:
        self._on_batch(BROKER, batch, passed_on=False)

    def _on_batch(self, sender: str, batch: list[bytes], passed_on: bool) -> None:
        for data in batch:
            self._air(sender, lambda data=data: self._arrive(sender, data, passed_on))  # type: ignore[misc]

    def _on_receipt(self, sender: str, message: Any) -> None:
        self._air(sender, lambda: self._arrive_receipt(sender, message))

    def _arrive(self, sender: str, data: bytes, passed_on: bool) -> None:
        if not self._is_open:
            return
        try:
            frame = read_frame(data)
        except EnvelopeError as error:
            self._refuse("unreadable", str(error))
            return
        fault = find_pretence(sender, frame.head, passed_on)
        if fault is not None:
            # Before the radio notes it: a forged number would keep the true message out.
            self._refuse(fault.value, f"from {sender!r} in the name of {frame.head.sender!r}")
            return
        if self.radio.hear(frame, time.monotonic(), passed_on):
            self._deliver(frame)

    def _arrive_receipt(self, sender: str, message: Any) -> None:
        try:
            receipt = receipt_from_ros(message)
        except ValueError as error:
            self._refuse("unreadable", str(error))
            return
        if receipt.holder != sender:
            self._refuse("wrong_sender", f"a receipt of {sender!r} speaks for {receipt.holder!r}")
            return
        self.radio.take_receipt(receipt, time.monotonic(), self._clock())
        later, tell = self.radio.later_session, self._told_session
        if tell is not None and 0 < later < _LAST_SESSION:
            self._told_session = None
            tell(later)

    def _deliver(self, frame: Frame) -> None:
        try:
            message = team_message_from_bytes(frame.data)
        except ValueError as error:
            self._refuse("unreadable", f"of {frame.head.sender}: {error}")
            return
        fault = None if message.remembered else find_fault(message.sender, message)
        if fault is not None:
            self._refuse(fault.value, f"message {message.sequence} of {message.sender}")
            return
        corrected = correct(message, self.radio.clock_ahead(message.sender))
        heard = self._speech.end.hears(corrected)
        if heard is None:
            self.radio.counts["off_channel"] += 1
            return
        self._tell_own_robot(frame, None if heard is message else heard)
        self._hear(heard)

    def _tell_own_robot(self, frame: Frame, corrected: TeamMessage | None) -> None:
        """Let the robot's other nodes hear what its radio hears, if any listens."""
        if self._in.get_subscription_count():
            data = encode(corrected).data if corrected else frame.data
            self._in.publish(data)

    def _on_answer(self, answer: Any) -> None:
        """Hear what the broker answered on joining."""
        for message in answer.messages:
            self._on_batch(BROKER, [serialize_message(message)], passed_on=False)

    def _refuse(self, reason: str, what: str) -> None:
        self.radio.counts[f"dropped.{reason}"] += 1
        self._node.get_logger().warning(
            f"drops what cannot be used ({reason}): {what}", throttle_duration_sec=5.0
        )

    # --- to the team ----------------------------------------------------------------------------

    def _tick(self) -> None:
        if not self._is_open:
            return
        now = time.monotonic()
        self._say_all(self._speech.due(self._clock()))
        for emission in self.radio.tick(now):
            topic = self._out if emission.channel is Channel.OUT else self._relay_topic()
            topic.publish(emission.frame.data)
        receipt = self.radio.receipt(now, self._clock())
        if receipt is not None:
            self._heard.publish(receipt_to_ros(receipt))
        self._peers.look(now)
        # Its service is found before its first receipt; only a simulated air may keep both away.
        self._question.ask(now, self._air is clear_air or self.radio.hears_broker(now))
        gone = self.radio.gone(now)
        if gone != self._gone:
            self._gone = gone
            if self._told_gone is not None:
                self._told_gone(gone)

    def _relay_topic(self) -> Any:
        """Return the publisher for others' messages, which few robots ever need."""
        if self._passed_on is None:
            topic = self._own(topics.TEAM_PASSED_ON)
            self._passed_on = self._node.create_publisher(RosTeamMessage, topic, qos.TEAM)
        return self._passed_on

    def _own(self, topic: str) -> str:
        return f"/{self.robot}/{topic}"

    def _clock(self) -> float:
        return seconds_now(self._node)
