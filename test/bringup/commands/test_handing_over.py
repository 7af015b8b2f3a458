# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The command that hands over to the measurement of the broker."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.cli import main
from adhoc_teamwork.bringup.commands import handing_over
from adhoc_teamwork.bringup.process_control.domains import hold_domain
from adhoc_teamwork.teamwork.settings.places import config_dir


def test_hands_its_words_over_with_domains_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    became: list[list[str]] = []

    def become(module: str, words: list[str]) -> int:
        became.append([module, *words])
        return 0

    monkeypatch.setattr(handing_over, "become", become)
    assert main(["comm-bench", "--only", "latency"]) == 0
    module, option, domains, *words = became[0]
    assert (module, option) == ("adhoc_teamwork.measuring.broker", "--domains")
    assert words == ["--config", str(config_dir()), "--only", "latency"]
    assert len(set(domains.split(","))) == handing_over.DOMAINS


def test_a_domain_stays_held_in_the_program_that_follows() -> None:
    hold = hold_domain({})
    hold.keep_beyond_this_program()
    name = f"adhoc_teamwork_domain_{hold.domain}"
    follower = subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, close_fds=False, env=os.environ
    )
    hold.release()
    try:
        sockets = Path("/proc/net/unix").read_text(encoding="utf-8")
        assert any(line.rstrip().endswith(f"@{name}") for line in sockets.splitlines())
    finally:
        follower.communicate(b"\n", timeout=10.0)
