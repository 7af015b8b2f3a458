# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Say in a diagnostic message how the broker fares."""

from typing import Any

from diagnostic_msgs.msg import DiagnosticStatus, KeyValue

from adhoc_teamwork.comm_bridge.broker.links import STATUS, LinkMeter
from adhoc_teamwork.comm_bridge.broker.relay import Relay
from adhoc_teamwork.comm_bridge.radio_link.clocks import correction


def report(relay: Relay) -> Any:
    """Return the broker's DiagnosticStatus."""
    counts, present, gone = relay.counts, relay.presence.present, relay.presence.gone
    pendings = [listener.pending for listener in relay.listeners.values()]
    values: dict[str, object] = {
        "relayed": counts.relayed,
        "deliveries": counts.deliveries,
        "remembered": counts.remembered,
        "waiting": sum(len(pending) for pending in pendings),
        "resent": sum(pending.resent for pending in pendings),
        "given_up": sum(pending.lost.total() for pending in pendings),
        "robots": " ".join(present),
        "gone": " ".join(gone),
        "session": relay.session,
    }
    dropped = relay.dropped.copy()
    values.update({f"dropped.{reason}": n for reason, n in sorted(dropped.items()) if n})
    return DiagnosticStatus(
        level=DiagnosticStatus.WARN if gone else DiagnosticStatus.OK,
        name="broker",
        message=f"relays for {len(present)} robots"
        + (f"; gone: {', '.join(gone)}" if gone else ""),
        values=[KeyValue(key=key, value=str(value)) for key, value in values.items()],
    )


def report_links(relay: Relay, links: LinkMeter, now: float) -> list[Any]:
    """Return a DiagnosticStatus for the link of each robot that is there; `now` as the relay's."""
    ahead = {member.name: correction(member.clock_ahead) for member in relay.roll(now)}
    statuses = []
    for robot in relay.presence.present:
        listener = relay.listeners.get(robot)
        queue = len(listener.pending) if listener else 0
        link = links.report(robot, now, queue, ahead.get(robot, 0.0))
        statuses.append(
            DiagnosticStatus(
                level=DiagnosticStatus.OK,
                name=f"{STATUS}{robot}",
                message=f"{link.rate_in:.1f} messages a second in, {queue} wait",
                hardware_id=robot,
                values=[KeyValue(key=key, value=value) for key, value in link.values().items()],
            )
        )
    return statuses
