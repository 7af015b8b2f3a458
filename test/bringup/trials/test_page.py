# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The page of trials: whole in one file, a picture of each failure, words of others as text."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from bringup_stories import Story
from trial_stories import MUG, MUG_AT, belief, deed, end, facts, move

from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.trials.facts import RunFacts
from adhoc_teamwork.bringup.trials.outcomes import End
from adhoc_teamwork.bringup.trials.page import page
from adhoc_teamwork.bringup.trials.picture import draw_failure
from adhoc_teamwork.bringup.trials.records import (
    FILE,
    TrialRecord,
    read_records,
    record_of,
    write_records,
)
from adhoc_teamwork.bringup.trials.table import print_table, summary_lines, tally

WAYS = {"dog": ((1.0, 0.0, 0.0), (18.0, 1.5, 3.0)), "cart": ()}
OUTLINE = [[0.0, 0.0], [8.0, 0.0], [8.0, 6.0], [0.0, 6.0]]


def a_run(message: str = "The hand holds nothing.") -> RunFacts:
    """Return a run in which the mug was not grasped and the book not seen."""
    plan = Event(0.0, Source.RUN, "floor_plan", data={"rooms": [{"id": "a", "outline": OUTLINE}]})
    sofa = {"id": "Sofa_0", "category": "Sofa", "position": [4.0, 5.0, 0.4],
            "size": [1.8, 0.9, 0.8], "is_receptacle": True, "status": "present"}  # fmt: skip
    told = Event(5.0, Source.TEAM, "detection", "dog", "", {"detections": [sofa], "session": 1})
    return facts(
        plan, told, end(99.0), beliefs=(belief(),), deeds=(deed(message=message),), ways=WAYS
    )


def page_of(run: RunFacts) -> str:
    return page([record_of("house_1", run)], lambda _, item: draw_failure(run, item))


class Reader(HTMLParser):
    """Gather tags with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_it_loads_nothing_from_elsewhere() -> None:
    text = page_of(a_run())
    tags = Reader(text).tags
    assert {tag for tag, _ in tags}.isdisjoint({"script", "link", "img", "iframe"})
    assert not any({"src", "href"} & set(attributes) for _, attributes in tags)
    assert "@import" not in text
    assert "url(" not in text
    (policy,) = [given["content"] for tag, given in tags if given.get("http-equiv")]
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"


def test_each_failure_has_one_picture_under_its_end() -> None:
    text = page_of(a_run())
    pictures = [attributes for tag, attributes in Reader(text).tags if tag == "svg"]
    assert len(pictures) == 2
    assert re.search(r"<h2>not grasped \(1\)</h2>", text)
    assert re.search(r"<h2>not seen \(1\)</h2>", text)
    assert "<h2>dropped" not in text


def test_a_picture_shows_rooms_furniture_ways_and_where_it_failed() -> None:
    run = a_run()
    picture = draw_failure(run, record_of("house_1", run).objects[0])
    assert picture.count('class="room"') == picture.count('class="furniture"') == 1
    assert 'points="0.00,-0.00 1.50,-3.00"' in picture
    assert picture.count('class="failed"') == picture.count('class="start"') == 1
    assert "The hand holds nothing." in picture
    box = re.search(r'viewBox="(\S+) \S+ (\S+)', picture)
    assert box is not None
    middle = float(box[1]) + float(box[2]) / 2.0
    labels = re.findall(r'<text x="(\S+)" y="\S+" text-anchor="(\w+)">', picture)
    assert labels
    assert all((anchor == "start") == (float(x) < middle) for x, anchor in labels)


def test_words_of_others_stay_words() -> None:
    evil = '<script>alert("x")</script>'
    text = page_of(a_run(message=evil))
    assert evil not in text
    assert "&lt;script&gt;" in text


def test_control_characters_of_others_spoil_neither_page_nor_picture() -> None:
    run = a_run(message="\x1b[2J\u202egone\x00")
    picture = draw_failure(run, record_of("house_1", run).objects[0])
    assert "gone" in "".join(ElementTree.fromstring(picture).itertext())
    assert set("\x1b\x00\u202e").isdisjoint(page_of(run))


def test_a_run_without_plan_ways_or_places_is_drawn_all_the_same() -> None:
    run = facts(end(1.0))
    bare = replace(run.task, misplaced=tuple(replace(m, position=None) for m in run.task.misplaced))
    run = replace(run, task=bare)
    assert draw_failure(run, record_of("bare", run).objects[0]).startswith("<svg")


def test_records_come_back_as_they_were_written(tmp_path: Path) -> None:
    records = [record_of("a", a_run()), record_of("b", facts(end(3.0)))]
    write_records(tmp_path / FILE, records)
    assert list(read_records(tmp_path / FILE)) == records
    assert len((tmp_path / FILE).read_text(encoding="utf-8").splitlines()) == 2
    assert read_records(tmp_path / "none.jsonl") == ()


def test_a_spoilt_record_is_left_out_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / FILE
    write_records(path, [record_of("a", a_run())])
    path.write_text(path.read_text(encoding="utf-8") + '{"name": 3}\n', encoding="utf-8")
    assert [record.name for record in read_records(path)] == ["a"]
    assert f"{path}: 1 of 2 lines left out" in capsys.readouterr().err


def tidy_run() -> TrialRecord:
    moves = (move("grasp", 9.0), move("release", 20.0, tidied=1))
    return record_of("tidy", facts(Story().join("dog", 1.0), *moves, end(30.0)))


def test_the_sum_counts_objects_by_their_end(capsys: pytest.CaptureFixture[str]) -> None:
    records = [tidy_run(), record_of("house_1", a_run())]
    whole = tally(records)
    assert (whole.runs, whole.successes, whole.objects, whole.tidied) == (2, 0, 4, 1)
    assert sum(whole.ends.values()) == whole.objects
    assert whole.ends[End.NOT_SEEN] == 2
    assert summary_lines(whole)[0] == "0 of 2 runs done, 1 of 4 objects tidied (25%)"
    print_table(records)
    said = capsys.readouterr().out
    assert f"house_1: {MUG}: not grasped (grasp_failed): PickupObject <Mug_0>" in said
    assert str(MUG_AT) not in said
