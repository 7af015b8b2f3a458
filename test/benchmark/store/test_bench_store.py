# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The results folder: nothing lost, nothing twice, whatever is torn off its end."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from bench_fakes import a_result, a_task_set
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.benchmark.figures.tables import all_tables
from adhoc_teamwork.benchmark.store.episode import EpisodeKey, EpisodeResult, ModelTime
from adhoc_teamwork.benchmark.store.facts import facts_of, read_facts
from adhoc_teamwork.benchmark.store.latency import LATENCY
from adhoc_teamwork.benchmark.store.lines import whole_lines
from adhoc_teamwork.benchmark.store.results import (
    EPISODES,
    decode,
    encode,
    parse_results,
    read_results,
)
from adhoc_teamwork.benchmark.store.store import EpisodeStore
from adhoc_teamwork.teamwork.settings.config import ConfigError

TASK_SET = a_task_set()
FACTS = facts_of(TASK_SET)
NAMES = [task.task_id for task in TASK_SET.tasks]


def episodes(count: int, adhoc: str = "none") -> list[EpisodeResult]:
    return [a_result(EpisodeKey(name, "heuristic", adhoc, 0), steps=10 + i)
            for i, name in enumerate(NAMES[:count])]  # fmt: skip


def fill(folder: Path, results: list[EpisodeResult], finish: bool = True) -> bytes:
    with EpisodeStore(folder, FACTS) as store:
        for result in results:
            if result.key not in store.results:
                store.add(result)
        if finish:
            store.finish()
    return (folder / EPISODES).read_bytes()


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    fill(tmp_path, episodes(5))
    assert list(read_results(tmp_path).values()) == episodes(5)


def test_an_episode_of_another_channel_is_another_and_an_open_one_is_as_it_was(
    tmp_path: Path,
) -> None:
    (plain,) = episodes(1)
    other = replace(plain, key=replace(plain.key, channel="paper"), tidied=0, success=False)
    text = fill(tmp_path, [plain, other])
    assert text.count(b"channel") == 1
    assert encode(plain) in text
    assert read_results(tmp_path) == {plain.key: plain, other.key: other}
    fill(tmp_path, [replace(other, tidied=1)])
    assert (tmp_path / EPISODES).read_bytes() == text


def test_the_order_in_which_episodes_end_does_not_show(tmp_path: Path) -> None:
    both = [*episodes(6), *episodes(6, "irot")]
    one = fill(tmp_path / "a", both)
    other = fill(tmp_path / "b", both[::-1])
    assert one == other
    assert fill(tmp_path / "a", both) == one


@pytest.mark.slow
@settings(max_examples=40)
@given(cut=st.integers(0, 3000), junk=st.binary(max_size=40), zeros=st.integers(0, 64))
def test_whatever_the_end_looks_like_whole_lines_stay_and_the_rest_is_played_again(
    tmp_path_factory: pytest.TempPathFactory, cut: int, junk: bytes, zeros: int
) -> None:
    folder = tmp_path_factory.mktemp("torn")
    whole = fill(folder, episodes(4), finish=False)
    cut = min(cut, len(whole))
    tail = junk.replace(b"\n", b"") + b"\0" * zeros + (b"\n" if zeros else b"")
    (folder / EPISODES).write_bytes(whole[:cut] + tail)
    kept = whole[:cut].count(b"\n")
    assert len(read_results(folder)) == kept
    assert fill(folder, episodes(4)) == whole


def test_half_a_line_is_no_line() -> None:
    line = encode(episodes(1)[0])
    assert whole_lines(line + line[:-1]) == len(line)
    assert whole_lines(line[:-1]) == 0
    assert whole_lines(line + b"\0\0\0\n") == len(line)


@given(st.binary(max_size=200))
def test_any_bytes_are_episodes_or_one_clear_line(content: bytes) -> None:
    text = "file: nothing"
    try:
        parse_results(content, "file")
    except ConfigError as error:
        text = str(error)
    assert text.startswith("file:")
    assert "\n" not in text


def test_a_broken_line_in_the_middle_is_named(tmp_path: Path) -> None:
    content = fill(tmp_path, episodes(3))
    lines = content.splitlines(keepends=True)
    (tmp_path / EPISODES).write_bytes(lines[0] + b"{}\n" + lines[2])
    with pytest.raises(ConfigError, match=r"episodes\.jsonl:2: key: Field required"):
        read_results(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"tidied":1', b'"tidied":7', "tidied: 7 of 1"),
        (b'"messages"', b'"massages"', "unknown key 'massages'"),
        (b'"success":true', b'"success":"perhaps"', "success: "),
        (b'"path":0.0', b'"path":NaN', "expected finite numbers"),
        (b'"steps":10', b'"steps":1' + b"0" * 400, "expected numbers of at most 64 bits"),
    ],
)
def test_a_wrong_episode_is_refused(old: bytes, new: bytes, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        decode(encode(episodes(1)[0]).replace(old, new), "file:1")


def test_a_time_that_is_none_is_refused(tmp_path: Path) -> None:
    first = replace(episodes(1)[0], time=ModelTime(1.5, 3))
    fill(tmp_path, [first])
    path = tmp_path / LATENCY
    path.write_bytes(path.read_bytes().replace(b"1.5", b"NaN"))
    with pytest.raises(ConfigError, match=rf"{LATENCY}:1: expected finite numbers.*; expected a"):
        read_results(tmp_path)


def test_two_outcomes_of_one_episode_are_refused(tmp_path: Path) -> None:
    first = episodes(1)[0]
    fill(tmp_path, [first])
    other = replace(first, messages=9)
    (tmp_path / EPISODES).write_bytes(encode(first) + encode(first))
    assert len(read_results(tmp_path)) == 1
    (tmp_path / EPISODES).write_bytes(encode(first) + encode(other))
    with pytest.raises(ConfigError, match=r":2: .*second, different outcome"):
        read_results(tmp_path)


def test_another_task_set_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    content = fill(tmp_path, episodes(2))
    other = facts_of(a_task_set(digest="e" * 64))
    with pytest.raises(ConfigError, match="results of another task set"):
        EpisodeStore(tmp_path, other).__enter__()
    assert (tmp_path / EPISODES).read_bytes() == content


def test_another_version_of_the_code_is_noticed_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(tmp_path, episodes(2))
    newer = replace(FACTS, versions=("newer",))
    for _ in range(2):
        with EpisodeStore(tmp_path, newer) as store:
            assert len(store.results) == 2
    assert capsys.readouterr().err.count("that other code has played") == 1
    facts = read_facts(tmp_path)
    assert facts.versions == (*FACTS.versions, "newer")
    text = "\n".join(all_tables(read_results(tmp_path), facts))
    assert "2 versions of the code" in text


def test_only_one_run_at_a_time_writes(tmp_path: Path) -> None:
    first = EpisodeStore(tmp_path, FACTS)
    with first, pytest.raises(ConfigError, match="another run is writing"):
        EpisodeStore(tmp_path, FACTS).__enter__()
    fill(tmp_path, episodes(1))


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / EPISODES).write_text("mine")
    with pytest.raises(ConfigError, match=r"no run\.json"):
        EpisodeStore(tmp_path, FACTS).__enter__()
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(ConfigError, match="expected a folder to write"):
        EpisodeStore(file, FACTS).__enter__()


def test_results_of_others_lead_to_no_file_of_ours(tmp_path: Path) -> None:
    mine, folder = tmp_path / "mine.txt", tmp_path / "theirs"
    mine.write_text("my only copy, no newline")
    fill(folder, episodes(1))
    (folder / EPISODES).unlink()
    (folder / EPISODES).symlink_to(mine)
    with pytest.raises(ConfigError, match=f"{EPISODES}: a link; expected a file to write"):
        EpisodeStore(folder, FACTS).__enter__()
    assert mine.read_text() == "my only copy, no newline"


FULL_DISK = """
import resource, sys
from pathlib import Path
from test_bench_store import FACTS, episodes
from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.benchmark.store.store import EpisodeStore
with EpisodeStore(Path(sys.argv[1]), FACTS) as store:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
    try:
        for result in episodes(9):
            store.add(result)
    except BenchError as error:
        print(error)
        sys.exit(1)
"""


def test_a_full_disk_keeps_what_was_whole(tmp_path: Path) -> None:
    # A limit on the file's size makes a write fall short and then fail, as a full disk does.
    limit = sum(len(encode(result)) for result in episodes(4)) + 37
    result = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(tmp_path), str(limit)],
        capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])},
    )  # fmt: skip
    assert result.returncode == 1, result.stderr
    assert "4 episodes are kept" in result.stdout
    assert (tmp_path / EPISODES).stat().st_size == limit - 37
    assert len(fill(tmp_path, episodes(9)).splitlines()) == 9
