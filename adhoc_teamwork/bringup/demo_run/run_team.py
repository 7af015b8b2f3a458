# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run one team under a supervisor and follow it on the terminal."""

import asyncio
import signal
from collections.abc import Sequence
from pathlib import Path

from adhoc_teamwork.bringup.demo_run.command_began import command_began
from adhoc_teamwork.bringup.demo_run.link import Order, report_from_json
from adhoc_teamwork.bringup.demo_run.live import Robots, View
from adhoc_teamwork.bringup.process_control.forks import ForkServer
from adhoc_teamwork.bringup.process_control.processes import ProcessSpec
from adhoc_teamwork.bringup.process_control.supervisor import Outcome, Supervisor
from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.teamwork.text.console import complain

STATUS_PERIOD = 0.5


class TeamRun:
    """Connect supervisor, observer and view; times in seconds of simulated time."""

    def __init__(
        self,
        specs: Sequence[ProcessSpec],
        environment: dict[str, str],
        run_dir: Path,
        speed: float,
        view: View,
        forks: ForkServer | None = None,
    ) -> None:
        self._view = view
        self._now = 0.0
        self._robots: Robots = {}
        self._told = [Event(0.0, Source.RUN, "command", data={"started": command_began()})]
        self._all_told = False
        self._work: set[asyncio.Task[None]] = set()
        self._supervisor = Supervisor(
            specs, environment, run_dir / "logs", speed, self._tell, self._hear, forks
        )
        self.interrupted = False

    async def run(self) -> Outcome:
        """Run until the observer, the end of a process, or a signal ends it."""
        loop = asyncio.get_running_loop()
        self._began = loop.time()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._interrupt)
        ticker = loop.create_task(self._show_status())
        try:
            outcome = await self._supervisor.run()
        finally:
            ticker.cancel()
            await asyncio.gather(ticker, *self._work, return_exceptions=True)
            self._view.close()
        if self._supervisor.killed:
            complain(f"adhoc: killed after 3 s: {', '.join(self._supervisor.killed)}")
        return outcome

    @property
    def _elapsed(self) -> float:
        return asyncio.get_running_loop().time() - self._began

    def _interrupt(self) -> None:
        if not self.interrupted:
            self._view.line("stopping every process ...", self._elapsed)
        self.interrupted = True
        self._supervisor.stop("interrupted")

    def _tell(self, kind: str, process: str, text: str) -> None:
        """Show what happened to a process and have the observer record it."""
        if kind == "end":
            self._supervisor.send(Order(end=text).to_json())
            return
        event = Event(
            self._now, Source.PROCESS, kind, "", f"{process} {text}", {"process": process}
        )
        self._view.line(f"{self._now:7.1f} s  {event.text}", self._elapsed)
        self._told.append(event)
        self._all_told = False

    def _hear(self, line: str) -> None:
        report = report_from_json(line)
        if report is None:
            return
        if report.line:
            self._view.line(report.line, self._elapsed)
        if report.time is not None:
            self._inform_observer()
            self._now = report.time
            self._robots = report.robots
            task = asyncio.get_running_loop().create_task(self._supervisor.set_time(report.time))
            self._work.add(task)
            task.add_done_callback(self._work.discard)

    def _inform_observer(self) -> None:
        """Send what happened to processes, all of it: an observer may be new, and counts once."""
        if not self._all_told:
            self._all_told = True
            for event in self._told:
                self._supervisor.send(Order(event=event).to_json())

    async def _show_status(self) -> None:
        while True:
            await asyncio.sleep(STATUS_PERIOD)
            joined = any(robot.get("joined") for robot in self._robots.values())
            text = f"{self._now:7.1f} s"
            if not joined:
                text += f"  starting: {len(self._supervisor.running)} processes run"
            self._view.status(text, self._robots if joined else {}, self._elapsed)
