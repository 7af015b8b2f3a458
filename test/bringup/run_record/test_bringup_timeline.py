# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The picture of a run."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from command_words import exit_code, state_of

pytest.importorskip("matplotlib")

from bringup_stories import Story, a_task
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import imread
from pydantic import TypeAdapter

from adhoc_teamwork.bringup.cli import main
from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.run_record.timeline import _draw_run
from adhoc_teamwork.bringup.run_record.timeline_data import load_timeline
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTaskKind
from adhoc_teamwork.teamwork.team.task import Task


@pytest.fixture
def run(tmp_path: Path) -> Path:
    story = Story()
    events = [
        story.join("dog", 1.0),
        story.intent("dog", 2.0, 1, IntentStatus.ADOPTED, SubTaskKind.REPLACE),
        story.state("dog", 2.5, subskill="GoToObject <Mug_0>"),
        story.world("grasp", 9.0, thing="Mug|1"),
        Event(10.0, Source.PROCESS, "restart", "", "broker was killed", {"process": "broker"}),
        story.message("dog", 11.0, MessageKind.CHAT, text="hello", recipient="cart"),
        story.world("release", 20.0, thing="Mug|1", tidied=1),
        story.intent("dog", 21.0, 1, IntentStatus.FAILED, SubTaskKind.REPLACE),
        story.join("cart", 60.0),
        Event(80.0, Source.RUN, "end", "", "time limit", {"ok": False}),
    ]
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "task.json").write_bytes(TypeAdapter(Task).dump_json(a_task()))
    (folder / "events.jsonl").write_text("".join(event.to_json() + "\n" for event in events))
    return folder


def test_a_run_is_read(run: Path) -> None:
    data = load_timeline(run)
    assert [robot.name for robot in data.robots] == ["dog", "cart"]
    assert data.duration == 80.0
    assert data.objects["Mug|1"].held == [(9.0, 20.0)]
    assert data.objects["Mug|1"].tidied_at == 20.0
    assert [(move.kind, move.category) for move in data.moves] == [
        ("grasp", "Mug"),
        ("release", "Mug"),
    ]
    assert data.restarts == [(10.0, "broker")]
    assert "with ad hoc robot: not all tidy" in data.title


def test_a_picture_is_drawn(run: Path) -> None:
    assert main(["timeline", str(run)]) == 0
    picture = imread(run / "timeline.png")
    assert picture.shape[1] > 1000
    assert picture.std() > 0.05


@pytest.mark.filterwarnings("error")
def test_letters_that_the_font_lacks_are_drawn_without_a_word(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = run / "events.jsonl"
    # A house in Chinese, and an escape sequence for a terminal.
    events.write_text(events.read_text().replace("dog robot", "\u53a8\u623f \\u001b[31m"))
    task = run / "task.json"
    task.write_text(task.read_text().replace("Mug: on Sofa", "\u53a8\u623f: on Sofa"))
    assert main(["timeline", str(run)]) == 0
    assert capsys.readouterr().err == ""


def test_words_about_moves_do_not_lie_over_one_another(run: Path) -> None:
    data = load_timeline(run)
    first, last = data.moves
    data.moves = [replace(first, time=at) for at in (9.0, 9.5, 12.0, 40.0)] + [last]
    figure = Figure(figsize=(15.0, 4.0))
    canvas = FigureCanvasAgg(figure)
    axis = figure.subplots()
    _draw_run(axis, data, data.duration)
    boxes = sorted(
        text.get_window_extent(canvas.get_renderer()).extents.tolist()
        for text in axis.texts
        if text.get_text().startswith(("picks", "puts"))
    )
    assert len(boxes) == 3
    assert all(left[2] < right[0] for left, right in pairwise(boxes))


def test_two_runs_make_a_taller_picture(run: Path, tmp_path: Path) -> None:
    main(["timeline", str(run)])
    assert main(["timeline", str(run), str(run), "--out", str(tmp_path / "two.png")]) == 0
    one, two = imread(run / "timeline.png"), imread(tmp_path / "two.png")
    assert two.shape[0] > 1.5 * one.shape[0]


def test_a_recorded_run_is_drawn_without_writing_into_it(run: Path, tmp_path: Path) -> None:
    before = state_of(run)
    assert main(["timeline", str(run), "--out", str(tmp_path / "elsewhere.png")]) == 0
    assert state_of(run) == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere"], "nowhere: no such file or folder"),
        (["{run}/task.json"], "no such folder"),
        (["{run}", "{run}", "{run}"], "expected one or two"),
        (["{run}", "--out", "x.pdf"], "expected a file that ends with .png"),
        (["{run}", "--out", "{run}/no/x.png"], "is no folder"),
    ],
)
def test_wrong_input_is_refused(
    run: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    words = [word.replace("{run}", str(run)) for word in words]
    assert exit_code(main, ["timeline", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"task\.json"):
        load_timeline(tmp_path)
