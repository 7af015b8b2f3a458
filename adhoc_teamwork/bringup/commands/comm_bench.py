# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``comm-bench`` command: hand over to the broker's measurement, in ROS domains of its own."""

import argparse
from typing import Any

from adhoc_teamwork.bringup.commands.handing_over import add_words, become

SUMMARY = "measure the message broker: latency, throughput, faults"
MODULE = "adhoc_teamwork.measuring.broker"
DOMAINS = 4
"""The most ROS domains that one measurement uses."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    add_words(subparsers, "comm-bench", SUMMARY, lambda _words: MODULE).set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Become the measurement's command; return only where that is impossible.

    Raises:
        ConfigError: No ROS domain is free, or there is no configuration.
        OSError: This Python cannot be started once more.
    """
    if any(word in ("-h", "--help") for word in options.words):
        return become(MODULE, options.words)
    # Imported here because help is answered on a machine where nothing is set up yet.
    from adhoc_teamwork.bringup.process_control.domains import hold_domain
    from adhoc_teamwork.teamwork.settings.places import config_dir

    holds = [hold_domain({}) for _ in range(DOMAINS)]
    for hold in holds:
        hold.keep_beyond_this_program()
    domains = ",".join(str(hold.domain) for hold in holds)
    return become(MODULE, ["--domains", domains, "--config", str(config_dir()), *options.words])
