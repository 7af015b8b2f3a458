# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A node as a process: it ends in order on signals, whatever it is doing, and on bad input."""

import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

NODE = textwrap.dedent(
    """
    import sys, time
    from rclpy.node import Node
    from adhoc_teamwork.teamwork.settings.config import ConfigError
    from adhoc_teamwork.teamwork.ros.node_main import run_node

    class Busy(Node):
        def __init__(self):
            super().__init__("busy")

        def setup(self):
            if sys.argv[1] == "wrong":
                raise ConfigError("busy: parameter x: expected a number, got 'y'")
            self.create_timer(0.01, self._work)
            if sys.argv[1] == "in setup":
                self._work(1.0)

        def _work(self, seconds=0.3):
            print("at work", flush=True)
            time.sleep(seconds)
            print("worked", flush=True)

        def shutdown(self):
            print("goodbye", flush=True)

    sys.exit(run_node(Busy, quick="quick" in sys.argv))
    """
)
LIMIT = 20.0


def start(where: str, folder: Path, executor: str = "plain") -> "subprocess.Popen[str]":
    script = folder / "busy.py"
    script.write_text(NODE, encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, str(script), where, executor],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("executor", ["quick", "plain"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("where", ["in setup", "in a callback"])
def test_a_signal_lets_what_runs_finish_and_the_node_say_goodbye(
    number: signal.Signals, where: str, executor: str, tmp_path: Path
) -> None:
    with start(where, tmp_path, executor) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "at work\n"
        began = time.monotonic()
        process.send_signal(number)
        output, errors = process.communicate(timeout=LIMIT)
    lines = output.split()
    assert process.returncode == 0, errors
    assert lines[-1] == "goodbye"
    assert output.count("at work") == output.count("worked") - 1
    assert errors == ""
    assert time.monotonic() - began < LIMIT


def test_a_configuration_error_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    with start("wrong", tmp_path) as process:
        output, errors = process.communicate(timeout=LIMIT)
    assert process.returncode == 2
    assert errors == "busy: parameter x: expected a number, got 'y'\n"
    assert output == "goodbye\n"


TALKATIVE = textwrap.dedent(
    """
    import os, signal, sys
    from rclpy.node import Node
    from adhoc_teamwork.teamwork.ros.node_main import run_node

    class Talkative(Node):
        words = 2

        def __init__(self):
            super().__init__("talkative")

        def setup(self):
            self.timer = self.create_timer(0.01, self._end)

        def _end(self):
            self.timer.cancel()
            os.kill(os.getpid(), signal.SIGTERM)

        def shutdown(self):
            self.executor.create_task(self._say)

        @property
        def has_last_words(self):
            return self.words > 0

        def _say(self):
            self.words -= 1
            print(f"{self.words} left", flush=True)
            if self.words:
                self.executor.create_task(self._say)

    sys.exit(run_node(Talkative, quick="quick" in sys.argv))
    """
)


@pytest.mark.parametrize("executor", ["quick", "plain"])
def test_last_words_are_said_after_the_shutdown(executor: str, tmp_path: Path) -> None:
    script = tmp_path / "talkative.py"
    script.write_text(TALKATIVE, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, str(script), executor],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (0, "1 left\n0 left\n"), ended.stderr
