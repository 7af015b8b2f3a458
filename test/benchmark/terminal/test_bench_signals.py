# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Signals that come while something must not be interrupted, also where libraries have threads."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from queue import Queue

import pytest

from adhoc_teamwork.benchmark.terminal.signals import answer_signals, held_back


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    answer_signals()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


class Bystander:
    """A thread that was there before anything was held back, as a numerical library's are."""

    def __init__(self) -> None:
        self._orders: Queue[int] = Queue()
        self._thread = threading.Thread(target=self._take)
        self._thread.start()

    def gets(self, number: int) -> None:
        """Let it get a signal; 0 ends it."""
        self._orders.put(number)
        self._orders.join()

    def _take(self) -> None:
        while number := self._orders.get():
            signal.raise_signal(number)
            self._orders.task_done()
        self._orders.task_done()


@pytest.fixture
def bystander() -> Iterator[Bystander]:
    thread = Bystander()
    yield thread
    thread.gets(0)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_raises_outside_a_block(number: signal.Signals) -> None:
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(number)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_another_thread_gets_waits_for_the_end_of_the_block(
    number: signal.Signals, bystander: Bystander
) -> None:
    done = []
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - the block is what is tested
        with held_back():
            bystander.gets(number)
            done.append("what must not be interrupted")
        done.append("never")
    assert done == ["what must not be interrupted"]


def test_the_outer_block_is_not_interrupted_either(bystander: Bystander) -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), held_back():  # noqa: PT012 - what is tested
        with held_back():
            bystander.gets(signal.SIGINT)
        done.append("outer")
    assert done == ["outer"]


def test_one_signal_interrupts_once_and_leaves_no_mask(bystander: Bystander) -> None:
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with suppress(KeyboardInterrupt), held_back():
        bystander.gets(signal.SIGINT)
    with held_back():
        pass
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == mask


def test_a_process_started_within_a_block_never_gets_them() -> None:
    ask = "import signal; print(sorted(map(int, signal.pthread_sigmask(signal.SIG_BLOCK, ()))))"
    with held_back():
        text = subprocess.check_output([sys.executable, "-c", ask], text=True)
    assert {signal.SIGINT, signal.SIGTERM} <= {int(n) for n in text.strip("[]\n").split(",")}
