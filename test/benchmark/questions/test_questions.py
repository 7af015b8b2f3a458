# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Questions can be answered from their prompts, and not without them; answers are kept."""

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import binomtest

sys.path.insert(0, str(Path(__file__).parent))

from prompt_reader import Reader

from adhoc_teamwork.adhoc_planner.prompts.templates import Templates
from adhoc_teamwork.benchmark.cli import main
from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.benchmark.figures.statistics import share_interval
from adhoc_teamwork.benchmark.questions import asking
from adhoc_teamwork.benchmark.questions.answers import FILE, AnswerKey, answers_file
from adhoc_teamwork.benchmark.questions.drawing import places_of_keys
from adhoc_teamwork.benchmark.questions.episode_log import SHIPPED, read_log
from adhoc_teamwork.benchmark.questions.making import (
    digest_of,
    make_questions,
    question_templates,
)
from adhoc_teamwork.benchmark.questions.question import Category, Question, renamed
from adhoc_teamwork.benchmark.questions.tables import (
    chance,
    constant_choices,
    count_right,
    text_table,
)
from adhoc_teamwork.llm_port.port import Completion, ModelUnavailableError
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

COUNTS = {
    Category.CAPABILITY: 57,
    Category.MEMORY: 44,
    Category.INQUIRY: 41,
    Category.RESPONSE: 96,
    Category.ADAPTATION: 31,
}
"""The paper's."""
SEEDS = (0, 1, 2)
MANY = range(10)


@cache
def questions(seed: int = 0) -> list[Question]:
    return make_questions(SHIPPED, seed)


def of(category: Category, seed: int = 0) -> list[Question]:
    return [one for one in questions(seed) if one.category is category]


@cache
def templates() -> Templates:
    return question_templates()


@cache
def texts(question_id: str, is_blind: bool = False, seed: int = 0) -> tuple[str, str]:
    question = next(one for one in questions(seed) if one.id == question_id)
    system, user = question.prompt(templates(), is_blind)
    return system.content, user.content


def test_there_are_as_many_of_each_category_as_the_paper_has() -> None:
    assert Counter(one.category for one in questions()) == COUNTS
    assert sum(COUNTS.values()) == 269
    assert len({one.id for one in questions()}) == 269
    assert len({texts(one.id)[1] for one in questions()}) == 269
    assert all(len(set(one.options)) == len(one.options) > 1 for one in questions())


@pytest.mark.parametrize("seed", SEEDS)
def test_every_key_follows_from_the_words_of_its_prompt(seed: int) -> None:
    wrong = [
        one.id
        for one in questions(seed)
        if Reader(*texts(one.id, seed=seed)).answer(one.kind) != one.labels[one.right]
    ]
    assert not wrong


def test_a_seed_makes_the_same_questions_and_another_makes_others() -> None:
    first, again, other = (digest_of(make_questions(SHIPPED, s), templates()) for s in (0, 0, 1))
    assert first == again != other


def test_a_prompt_without_the_situation_has_the_question_alone() -> None:
    for one in questions():
        _, blind = texts(one.id, is_blind=True)
        assert blind.startswith("## Question")
        assert texts(one.id)[1].endswith(blind)


def is_no_better_than_chance(right: int, own: Sequence[Question]) -> bool:
    """Tell whether so many right answers are what drawing from the options brings, or fewer."""
    return float(binomtest(right, len(own), chance(own), alternative="greater").pvalue) > 0.001


@pytest.mark.parametrize("category", Category)
def test_constant_answers_are_right_as_often_as_chance(category: Category) -> None:
    for seed in MANY:
        for label, choices in constant_choices(of(category, seed)).items():
            own = [one for one in of(category, seed) if one.id in choices]
            right, number = count_right(own, choices)
            assert share_interval(right, number).low <= chance(own), label


def alike(question: Question, index: int) -> int:
    """Return how much an option has in common with the others."""
    words = [set(re.findall(r"\w+", option)) for option in question.options]
    return sum(len(words[index] & one) for n, one in enumerate(words) if n != index)


RULES: dict[str, Callable[[Question, int], int]] = {
    "the longest": lambda question, index: len(question.options[index]),
    "the shortest": lambda question, index: -len(question.options[index]),
    "the most alike": alike,
    "the least alike": lambda question, index: -alike(question, index),
}


@pytest.mark.parametrize("category", Category)
@pytest.mark.parametrize("rule", RULES)
def test_rules_for_options_are_right_as_often_as_chance(rule: str, category: Category) -> None:
    own, right = [one for seed in MANY for one in of(category, seed)], 0
    for one in own:
        scores = [RULES[rule](one, index) for index in range(len(one.options))]
        right += scores.index(max(scores)) == one.right
    assert is_no_better_than_chance(right, own)


def learned(known: Sequence[Question], asked: Question) -> int:
    """Return the option whose words were right most often, in questions of the same words."""

    def features(question: Question, index: int) -> list[str]:
        _, blind = texts(question.id, is_blind=True)
        asks = re.findall(r"\w+", blind.splitlines()[1])
        option = re.findall(r"\w+", renamed(question.options[index], question.names))
        label = [f"at {index} of {len(question.options)}"]
        return [*option, *label, *(f"{a} {o}" for a in set(asks) for o in set(option))]

    right, all_of = Counter[str](), Counter[str]()
    for one in known:
        for index in range(len(one.options)):
            found = set(features(one, index))
            all_of.update(found)
            if index == one.right:
                right.update(found)

    def score(index: int) -> float:
        found = [f for f in set(features(asked, index)) if all_of[f]]
        shares = [(right[f] + 0.3) / (all_of[f] + 1.0) for f in found]
        return sum(shares) / len(shares) if shares else 0.0

    return max(range(len(asked.options)), key=score)


@pytest.mark.parametrize("category", Category)
def test_who_learns_from_questions_without_situations_is_right_as_often_as_chance(
    category: Category,
) -> None:
    own = of(category)
    halves = own[::2], own[1::2]
    right = sum(
        learned(known, one) == one.right for known, asked in (halves, halves[::-1]) for one in asked
    )
    assert is_no_better_than_chance(right, own)


def test_keys_stand_at_each_place_equally_often() -> None:
    places = places_of_keys([3] * 9 + [4] * 8, random.Random(0))
    assert Counter(places[:9]) == dict.fromkeys(range(3), 3)
    assert Counter(places[9:]) == dict.fromkeys(range(4), 2)


def test_names_are_changed_all_at_once() -> None:
    text = "Alice: cup on panel1, not panel10"
    assert renamed(text, {"Alice": "Bob", "Bob": "Alice", "panel1": "panel2"}) == (
        "Bob: cup on panel2, not panel10"
    )
    assert any(one.names["Alice"] != "Alice" for one in of(Category.CAPABILITY))


@pytest.mark.parametrize(
    ("answer", "chosen"),
    [
        ("I think it is B.\nANSWER: B", 1),
        ("ANSWER: A? No.\n**ANSWER:** (c)", 2),
        ("answer: B.", 1),
        ("B", None),
        ("ANSWER: Z", None),
        ("ANSWER: NO", None),
        ("", None),
        ("ANSWER: A" + " x" * 50_000, None),
    ],
)
def test_the_last_answer_counts(answer: str, chosen: int | None) -> None:
    one = next(q for q in questions() if len(q.options) == 4)
    assert one.chosen(answer) == chosen


def test_yes_and_no_are_read_as_they_are() -> None:
    one = of(Category.RESPONSE)[0]
    assert [one.chosen("ANSWER: yes"), one.chosen("ANSWER: A")] == [0, None]


class Reads:
    """Answer by reading; give up after so many questions."""

    name, temperature = "reads", 0.0

    def __init__(self, most: int) -> None:
        self.most, self.asked = most, 0
        self.kinds = {texts(one.id)[1]: one.kind for one in questions()}

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        if self.asked == self.most:
            raise ModelUnavailableError("reads: no more")
        self.asked += 1
        reader = Reader(prompt[0].content, prompt[1].content)
        answer = reader.answer(self.kinds[prompt[1].content])
        return Completion(f"Let me see.\nANSWER: {answer}", self.name)

    async def close(self) -> None:
        self.most = 0


def test_answers_are_kept_when_a_model_gives_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = questions()[:20]
    keys = {AnswerKey("d", "reads", False, one.id): one for one in own}
    models = [Reads(7), Reads(99)]
    monkeypatch.setattr(asking, "make_model", lambda *_: models[0])
    with answers_file(tmp_path) as file:
        with pytest.raises(BenchError, match="reads: no more; the same command goes on"):
            asking.ask_all(keys, templates(), 3, file.add)
        assert len(file.results) == 7
    monkeypatch.setattr(asking, "make_model", lambda *_: models[1])
    with answers_file(tmp_path) as file:
        rest = {key: one for key, one in keys.items() if key not in file.results}
        asking.ask_all(rest, templates(), 3, file.add)
        choices = {key.question: one.chosen for key, one in file.results.items()}
    assert models[1].asked == 13
    assert count_right(own, choices) == (20, 20)


def test_the_stand_in_understands_none_and_goes_on_after_a_kill(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["text", "--out", str(tmp_path), "--temperature", "0", "--hallucination", "0"]
    assert main(words) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if "offline" in line)
    assert row.split("|")[-2].strip() == "1.00"
    whole = (tmp_path / FILE).read_bytes()
    lines = whole.splitlines(keepends=True)
    (tmp_path / FILE).write_bytes(b"".join(lines[50:]) + lines[0][:40])
    assert main(words) == 0
    assert "50 questions asked, 219 were answered already" in capsys.readouterr().out
    assert (tmp_path / FILE).read_bytes() == whole


def test_the_table_has_chance_constants_and_the_paper() -> None:
    own = questions()
    right = {one.id: one.right for one in own}
    wrong = {one.id: (one.right + 1) % len(one.options) for one in own}
    lines = text_table(own, {"knows": right, "errs": wrong}).splitlines()
    cells = {line.split("|")[1].strip(): line.split("|")[2:-1] for line in lines[2:-2]}
    assert all(cell.strip().startswith("1.00 [") for cell in cells["knows"][:5])
    assert all(cell.strip().startswith("0.00 [") for cell in cells["errs"][:5])
    assert cells["chance"][3].strip() == "0.50"
    assert cells["always YES"][3].strip().startswith("0.50")
    assert cells["always A"][3].strip() == "-"
    assert cells["GPT-4-0613 (paper)"][1].strip() == "0.91 ± 0.04"


def test_questions_are_shown_with_their_keys(capsys: pytest.CaptureFixture[str]) -> None:
    one = of(Category.MEMORY)[0]
    assert main(["text", "--show", one.id]) == 0
    shown = capsys.readouterr().out
    assert texts(one.id)[1] in shown
    assert f"key: {one.labels[one.right]}" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--show", "memories"], "--show memories: expected all, capability, memory"),
        (["--log", "{broken}"], "broken.jsonl:1: task: Field required"),
        (["--log", "{few}"], "few.jsonl: out of reach: no case with 3 answers that differ"),
        (["--llm", "openai"], "OPENAI_API_KEY is not set"),
        (["--model", "m"], "--model: only for --llm openai"),
    ],
)
def test_wrong_words_get_one_line(
    words: list[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (tmp_path / "broken.jsonl").write_text('{"seed": 1}\n', encoding="utf-8")
    (tmp_path / "few.jsonl").write_text("", encoding="utf-8")
    files = {"broken": str(tmp_path / "broken.jsonl"), "few": str(tmp_path / "few.jsonl")}
    given = [word.format(**files) for word in words]
    assert main(["text", "--out", str(tmp_path), *given]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


Episodes = list[dict[str, Any]]


def _of(log: Episodes, task: str) -> Episodes:
    return [one for one in log if one["task"] == task]


def _other_robot(log: Episodes) -> None:
    log[2]["end"]["reach"]["Zed"] = ["panel1"]


def _blind_robot(log: Episodes) -> None:
    del log[0]["rounds"][0]["before"]["observation"]["Bob"]


def _wordless(log: Episodes) -> None:
    log[0]["end"]["observation"]["Bob"].append(" ")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_other_robot, "log.jsonl:3: state {last}: robots Alice, Bob, Chad, Zed; expected what"),
        (_blind_robot, "log.jsonl:1: state 0: robots Alice, Bob, Chad; expected what each of"),
        (_wordless, "log.jsonl:1: state {last}: observation: an empty line; expected words"),
    ],
)
def test_a_log_that_does_not_fit_its_task_is_refused(
    spoil: Callable[[Episodes], None], said: str, tmp_path: Path
) -> None:
    log: Episodes = [json.loads(line) for line in SHIPPED.read_text("utf-8").splitlines()]
    spoil(log)
    (number,) = re.findall(r"jsonl:(\d)", said)
    said = said.format(last=len(log[int(number) - 1]["rounds"]))
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in log), "utf-8")
    with pytest.raises(ConfigError, match=re.escape(said)):
        make_questions(path)


def test_odd_places_and_plans_in_a_log_are_asked_nothing_about(tmp_path: Path) -> None:
    log: Episodes = [json.loads(line) for line in SHIPPED.read_text("utf-8").splitlines()]
    _of(log, "sort_cubes")[0]["end"]["place"]["blue_square"] = "the moon"
    _of(log, "make_sandwich")[0]["rounds"][0]["past"]["plan"] = "NAME Chad ACTION "
    for told in _of(log, "arrange_cabinet")[0]["end"]["observation"].values():
        told[:] = ["Your hand is empty."]
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in log), "utf-8")
    assert len(make_questions(path)) == len(questions())


def test_the_log_that_ships_begins_as_the_tasks_do() -> None:
    pytest.importorskip("mujoco", reason="the extra `cells` is not installed")
    from adhoc_teamwork.benchmark.arms.playing import cell_of
    from adhoc_teamwork.benchmark.questions.playing import PLAYED, state_of
    from adhoc_teamwork.cells.episode import Episode
    from adhoc_teamwork.cells.task_world import begin
    from adhoc_teamwork.cells.world import CellWorld

    log = {(one.task, one.seed): one for one in read_log(SHIPPED)}
    assert list(log) == [(task, n) for task, count in PLAYED.items() for n in range(1, count + 1)]
    for task in PLAYED:
        description, model = cell_of(task)
        world = CellWorld(model)
        episode = Episode(description, world, begin(description, world, 1).goal, 1)
        found, kept = state_of(episode), log[task, 1].states[0]
        assert (found.place, found.reach) == (kept.place, kept.reach)
        assert episode.goal.words == log[task, 1].goal
