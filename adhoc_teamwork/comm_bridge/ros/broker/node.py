# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The broker node: what robots say reaches their team, now or when it can."""

import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adhoc_interfaces.srv import QueryTeam
from rclpy.clock import Clock, ClockType

from adhoc_teamwork.comm_bridge.broker.links import LinkMeter
from adhoc_teamwork.comm_bridge.broker.log import Logged, MessageLog
from adhoc_teamwork.comm_bridge.broker.log_writer import LogWriter
from adhoc_teamwork.comm_bridge.broker.parameters import PARAMETERS
from adhoc_teamwork.comm_bridge.broker.relay import Relay
from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame
from adhoc_teamwork.comm_bridge.radio_link.passage import LinkEmulation, clear_air
from adhoc_teamwork.comm_bridge.radio_link.receipt import BROKER
from adhoc_teamwork.comm_bridge.ros.broker.domains import FurtherDomains, read_domains
from adhoc_teamwork.comm_bridge.ros.broker.log_thread import LogThread
from adhoc_teamwork.comm_bridge.ros.broker.port import Port
from adhoc_teamwork.comm_bridge.ros.broker.report import report, report_links
from adhoc_teamwork.comm_bridge.ros.conversions import member_to_ros, receipt_to_ros
from adhoc_teamwork.comm_bridge.ros.link_emulation import SimulatedAir
from adhoc_teamwork.comm_bridge.rules import KindRules, load_rules
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.conversions.team import (
    team_message_from_bytes,
    team_message_to_ros,
)
from adhoc_teamwork.teamwork.ros.managed_node import ManagedNode
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.worked_off import WorkedOff
from adhoc_teamwork.teamwork.settings.parameters import Value
from adhoc_teamwork.teamwork.team.channel import find_channel
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.topics import TEAM_QUERY

TICK = 0.05
LOOK_PERIOD = 0.25
REPORT_PERIOD = 1.0
COMPACT_PERIOD = 10.0
SWITCH_INTERVAL = 0.0005
"""Seconds after which the digest lets the relay go on."""


class Broker(ManagedNode):
    """Find robots at run time, relay what they say, tell late joiners what they missed.

    Inactive it neither hears nor speaks: robots talk past it, as while a broker is away.
    """

    def __init__(self, air: LinkEmulation = clear_air, **node_options: Any) -> None:
        """Declare parameters; `node_options` are those of rclpy's Node."""
        super().__init__("broker", PARAMETERS, "{name}", **node_options)
        self.exit_code = 0
        self._air = air
        self._wall = Clock(clock_type=ClockType.STEADY_TIME)
        self._links = LinkMeter()
        self._ports: list[Port] = []
        self._worked_off = WorkedOff(self)
        self._digesting: LogThread | None = None
        self._log: MessageLog | None = None
        self._domains = FurtherDomains(())

    def configure(self) -> None:
        """Read the configuration and the log.

        Raises:
            ConfigError: A file or a parameter is not usable.
        """
        value = self.parameters.values()
        kinds, log = value["kinds"], value["log"]
        self._rules = load_rules(Path(kinds)) if kinds else KindRules()
        self._change_rules()
        self._domains = FurtherDomains(read_domains(str(value["domains"])))
        self._log = MessageLog(Path(log)) if log else None
        logged = self._log.open() if self._log else None
        session = logged.session if logged else int(time.time())
        channel = find_channel(str(value["channel"]))
        self._relay = Relay(self, team_message_from_bytes, self._rules, session, channel)
        self._digest = LogWriter(team_message_from_bytes, self._rules, self._log, channel)
        if logged is not None:
            self._restore(logged)
        if value["simulated_air"]:
            self._air = SimulatedAir(self, BROKER)
        self.get_logger().info(
            f"kinds={kinds or 'built in'}, log={log or 'none'}, channel={channel.name}"
        )
        for line in self._rules.lines():
            self.get_logger().debug(line)

    def activate(self) -> None:
        """Connect, and start."""
        self._domains.setup(self.executor)
        for node in (self, *self._domains.nodes):
            self._ports.append(Port(node, self._relay, self._ros_time, self._air, self._links))
            self._ports[-1].setup()
            node.create_service(QueryTeam, TEAM_QUERY, self._answer)
        self._digesting = LogThread(self._digest, self._relay.handed)
        self._digesting.start()
        for period, act in (
            (TICK, self._tick),
            (LOOK_PERIOD, self._look),
            (REPORT_PERIOD, self._report),
            (COMPACT_PERIOD, self._relay.keep),
        ):
            self.create_timer(period, act, clock=self._wall)
        self._worked_off.setup()

    @property
    def companions(self) -> list[Any]:
        """Return the nodes that have to be spun with this one."""
        return self._domains.nodes

    def deactivate(self) -> None:
        """End the digest's thread, and leave the other domains; what was heard is kept."""
        self._worked_off.close()
        if self._digesting is not None:
            self._digesting.stop()
        self._digesting = None
        self._ports.clear()
        self._domains.shutdown()

    def cleanup(self) -> None:
        """Close the log."""
        if self._log is not None:
            self._log.close()
            self._log = None

    def take_changes(self, changes: Mapping[str, Value]) -> None:
        """Treat kinds of messages otherwise from now on."""
        del changes
        self._change_rules()

    def _change_rules(self) -> None:
        for kind in MessageKind:
            name = kind.name.lower()
            rate, expiry = self.parameters[f"rate.{name}"], self.parameters[f"expiry.{name}"]
            self._rules.change(kind, rate, expiry)

    # --- where the relay's frames go ------------------------------------------------------------

    def tell_all(self, frame: Frame) -> None:
        """Send a frame to every robot."""
        self._links.told_all(time.monotonic())
        for port in self._ports:
            port.tell_all(frame.data)

    def tell(self, robot: str, frame: Frame) -> None:
        """Send a frame to one robot."""
        self._links.told(robot, 1, time.monotonic())
        for port in self._ports:
            port.tell(robot, frame.data)

    # --- what happens from time to time ---------------------------------------------------------

    def _tick(self) -> None:
        now, digesting = time.monotonic(), self._digesting
        if digesting is None:
            return
        if not digesting.is_alive:
            # A broker that relays but never receipts is worse than one that is started anew.
            self._fail("the digest's thread has ended")
        while digesting.done:
            digested = digesting.done.popleft()
            self._relay.commit(digested.committed, now)
            for robot, frames in digested.told:
                self._relay.tell_later(robot, frames)
            for robot, fault in digested.faults:
                self._relay.gate.drop(fault, robot)
        self._relay.tick(now)
        receipt = self._relay.receipt(now, self._ros_time())
        if receipt is not None:
            message = receipt_to_ros(receipt)
            for port in self._ports:
                port.say(message)

    def _look(self) -> None:
        now, presence = time.monotonic(), self._relay.presence
        for port in self._ports:
            for robot, publishers in port.look().items():
                if self._air is clear_air:
                    presence.see(robot, publishers, now)
        for _, _, sentence in presence.changes(now):
            self.get_logger().info(sentence)
        for robot in self._relay.forget_absent(now):
            for port in self._ports:
                port.forget(robot)

    def _report(self) -> None:
        links = report_links(self._relay, self._links, time.monotonic())
        self.report_status([report(self._relay), *links])

    def _answer(self, request: Any, response: Any) -> Any:
        """Answer `QueryTeam`."""
        told = self._digest.remembered_for(request.robot)
        response.messages = [team_message_to_ros(message) for message in told]
        response.members = [member_to_ros(m) for m in self._relay.roll(time.monotonic())]
        return response

    def _restore(self, logged: Logged) -> None:
        now = time.monotonic()
        self._relay.restore(logged.had, logged.robots, now)
        for entry in logged.frames:
            self._relay.restore_frame(entry.frame, entry.receivers, entry.age, now)
        self._digest.recall(logged)
        if logged.robots:
            self.get_logger().info(
                f"goes on where a broker before it ended: {len(logged.frames)} messages,"
                f" {len(logged.robots)} robots"
            )

    def _fail(self, why: str) -> None:
        self.get_logger().fatal(f"ends: {why}")
        self.exit_code = 1
        self.context.try_shutdown()

    def _ros_time(self) -> float:
        return seconds_now(self)


def main() -> int:
    """Run the broker as a process."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    return run_node(Broker, quick=True)


if __name__ == "__main__":
    raise SystemExit(main())
