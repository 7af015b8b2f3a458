# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike one row's targets in a process of its own, which an input may bring down.

python -m adhoc_teamwork.attack.trial.worker ROW MODULE ALLOWED SEED FIRST STEP END FOLDER

ROW, MODULE and ALLOWED, with commas between, are as in `adhoc_teamwork.attack.trial.rows`.

It takes the inputs FIRST, FIRST + STEP, ... before END. Which one is under way stands in the file
`progress` of FOLDER, so that whoever watches knows it also where this process is gone. Each harm is
a line of JSON on the standard output.
"""

import contextlib
import io
import json
import logging
import mmap
import os
import resource
import shutil
import struct
import sys
import traceback
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from adhoc_teamwork.attack.trial.outcome import Outcome
from adhoc_teamwork.attack.trial.rows import targets_of
from adhoc_teamwork.attack.trial.target import Harmed, Inputs, Strike, Target
from adhoc_teamwork.benchmark.speed.resident import resident_bytes
from adhoc_teamwork.teamwork.text.console import complain

PROGRESS = struct.Struct("<QQ")
"""The number of the input under way, plus one, and how many are done."""
ROOM = 2**30
"""Bytes of memory that all inputs together may take on top of what sound ones take."""
GROWTH = 256 * 2**20
"""Bytes by which a process may be larger after all inputs than after the first thousand."""
SETTLED = 1000
LONGEST_LINE = 2000
_RUNNING = frozenset((
    "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "subprocess.Popen",
    "pickle.find_class", "socket.connect", "socket.bind", "ctypes.dlopen", "webbrowser.open",
    "shutil.rmtree", "urllib.Request",
))  # fmt: skip
"""Events of the interpreter that no parser of hostile input has a reason for."""


class Watch:
    """Notice what is run while an input is struck with."""

    def __init__(self, canary: Path, allowed: frozenset[str] = frozenset()) -> None:
        self._canary = canary
        self._events = _RUNNING - allowed
        self.is_on = False
        self.seen: list[str] = []
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.is_on and event in self._events:
            self.seen.append(f"{event} {arguments!r:.150}")

    def take(self) -> str:
        """Return what was run since the last call, or an empty text."""
        seen, self.seen = self.seen, []
        for path in self._canary.iterdir():
            seen.append(f"wrote {path.name}")
            path.unlink()
        return "; ".join(seen)


def strike(hit: Strike, target: Target, data: bytes, watch: Watch) -> tuple[Outcome, str]:
    """Strike once, and return what came of it and why."""
    screen = io.StringIO()
    outcome, detail = Outcome.HELD, ""
    with _as_terminal(screen):
        watch.is_on = True
        try:
            hit(data)
        except target.refusals as error:
            complain(f"adhoc: {error}")
        except Harmed as harm:
            outcome, detail = harm.outcome, harm.detail
        except MemoryError as error:
            outcome, detail = Outcome.GREW, _where(error)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # noqa: BLE001 - a hostile input may raise anything
            outcome, detail = Outcome.CRASHED, _where(error)
        finally:
            watch.is_on = False
    ran = watch.take()
    if ran:
        return Outcome.EXECUTED, ran
    if outcome is Outcome.HELD and (leak := leaked(screen.getvalue())):
        return Outcome.LEAKED, leak
    return outcome, detail


def leaked(text: str) -> str:
    """Return what a terminal should not have been shown of a program's one line, or nothing."""
    for line in text.splitlines():
        if len(line) > LONGEST_LINE:
            return f"a line of {len(line)} characters"
    for character in text:
        if character != "\n" and unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp"):
            return f"U+{ord(character):04X} in {text!r:.160}"
    return ""


@contextlib.contextmanager
def _as_terminal(screen: io.StringIO) -> Iterator[None]:
    handler = logging.StreamHandler(screen)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    with contextlib.redirect_stderr(screen), contextlib.redirect_stdout(screen):
        yield


def _where(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    here = str(Path(__file__).parents[3])
    ours = [f for f in frames if f.filename.startswith(here) and "/.adhoc/" not in f.filename]
    last = ours[-1] if ours else frames[-1]
    place = f"{Path(last.filename).name}:{last.lineno}"
    return f"{type(error).__name__} at {place}: {str(error)!r:.120}"


def limit_memory(room: int) -> None:
    """Refuse this process more memory than it has by so many bytes; no core is left behind."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    bound = pages * os.sysconf("SC_PAGE_SIZE") + room
    resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(words: Sequence[str]) -> int:
    """Strike with a share of a row's inputs."""
    name, module, allowed = words[:3]
    seed, first, step, end = map(int, words[3:7])
    folder = Path(words[7])
    canary, scratch = folder / "canary", folder / "scratch"
    for path in (canary, scratch):
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True)
    targets = targets_of(module)
    inputs = Inputs(name, targets, seed, canary)
    hits = {t.name: t.prepare(scratch / t.name.replace("/", "_")) for t in targets}
    output = sys.stdout
    output.write(json.dumps([target.name for target in targets]) + "\n")
    watch = Watch(canary, frozenset(allowed.split(",")))
    for target in targets:
        for sound in target.seeds:
            # What is sound for one reader, another may refuse: all of them are warm after this.
            with contextlib.suppress(*target.refusals):
                hits[target.name](sound)
    limit_memory(ROOM)
    with (folder / "progress").open("r+b") as file:
        progress = mmap.mmap(file.fileno(), PROGRESS.size)
    begun = None
    for done, number in enumerate(range(first, end, step)):
        target, data = inputs.draw(number)
        PROGRESS.pack_into(progress, 0, number + 1, done)
        outcome, detail = strike(hits[target.name], target, data, watch)
        if outcome is not Outcome.HELD:
            _tell(output, number, target.name, outcome, detail)
        if done == SETTLED:
            begun = resident_bytes()
    if begun is not None and resident_bytes() - begun > GROWTH:
        mib = (resident_bytes() - begun) / 2**20
        _tell(output, end - 1, "the process", Outcome.GREW, f"{mib:.0f} MiB over the row")
    PROGRESS.pack_into(progress, 0, 0, len(range(first, end, step)))
    # What is attacked may have left threads behind that wait for ever.
    output.flush()
    os._exit(0)


def _tell(output: Any, number: int, target: str, outcome: Outcome, detail: str) -> None:
    line = {"number": number, "target": target, "outcome": outcome.value, "detail": detail}
    output.write(json.dumps(line) + "\n")
    output.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
