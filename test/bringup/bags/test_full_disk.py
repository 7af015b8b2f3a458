# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A run that can write no more says why, tells its summary, and leaves a bag that can be read."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from bringup_stories import Story, a_task
from pydantic import TypeAdapter
from rosbags.typesys import Stores, get_typestore

from adhoc_teamwork.bringup.bags.bag_writing import BagWriter
from adhoc_teamwork.teamwork.recordings.bag_reading import BAG, LEFT_OVER, read_bag
from adhoc_teamwork.teamwork.recordings.bag_topics import recorded_topics
from adhoc_teamwork.teamwork.team.task import Task

COUNT = 50
STORE = get_typestore(Stores.ROS2_JAZZY)
CONCLUDE = """
import resource, sys
from pathlib import Path
from adhoc_teamwork.bringup.commands.demo import conclude
from adhoc_teamwork.bringup.process_control.supervisor import Outcome
if int(sys.argv[2]) >= 0:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
outcome = Outcome("observer", 2, "observer: no task")
raise SystemExit(conclude(Path(sys.argv[1]), outcome, False, 1.0))
"""


def conclude(run: Path, most: int = -1) -> subprocess.CompletedProcess[str]:
    """Conclude a run whose observer was lost, where files may have `most` bytes, -1 for any."""
    return subprocess.run(
        [sys.executable, "-B", "-c", CONCLUDE, str(run), str(most)],
        capture_output=True, text=True, timeout=120, env=dict(os.environ), check=False,
    )  # fmt: skip


def write_run(run: Path) -> Path:
    """Write a run whose recorder was killed: its bag has neither index nor metadata."""
    run.mkdir(exist_ok=True)
    (run / "task.json").write_bytes(TypeAdapter(Task).dump_json(a_task()))
    (run / "events.jsonl").write_text(Story().join("dog", 7.0).to_json() + "\n")
    writer = BagWriter(run)
    writer.open()
    writer.list_topics(recorded_topics(("dog",)))
    kind = STORE.types["std_msgs/msg/String"]
    for number in range(COUNT):
        text = os.urandom(1000).hex()
        data = bytes(STORE.serialize_cdr(kind(data=text), "std_msgs/msg/String"))
        writer.write("/dog/planner_journal", number, data)
    writer.flush()
    return run


def check_told(run: Path, done: subprocess.CompletedProcess[str], reason: str) -> None:
    assert done.returncode == 1
    first, second, summary = done.stderr.splitlines()
    assert first == f"adhoc: {run}: {reason}"
    assert second == f"adhoc: {run / 'summary.json'}: {reason}; the summary is:"
    assert json.loads(summary)["reason"].startswith(f"{run}: {reason} with 2 of 2 objects")
    assert not (run / LEFT_OVER).exists()
    assert len(list(read_bag(run / BAG))) == COUNT
    assert not list(run.glob(".*"))


@pytest.mark.slow
def test_a_run_that_can_write_no_more_tells_all_it_knows(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run")
    check_told(run, conclude(run, most=1000), "File too large")
    assert conclude(run).returncode == 2
    assert (run / BAG / "metadata.yaml").is_file()
    assert len(list(read_bag(run / BAG))) == COUNT


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of 1 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("only who may mount a disk can fill one")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_named(small_disk: Path) -> None:
    run = write_run(small_disk / "run")
    disk = os.statvfs(small_disk)
    (small_disk / "other").write_bytes(bytes(disk.f_bavail * disk.f_frsize))
    check_told(run, conclude(run), "No space left on device")
