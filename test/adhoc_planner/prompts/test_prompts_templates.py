# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Broken templates are refused at the start, in one line that names file and line."""

import shutil
from pathlib import Path

import pytest
from planner_views import TEMPLATES

from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.teamwork.settings.config import ConfigError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(TEMPLATES.parents[1] / "prompts", tmp_path / "prompts")
    return Path(shutil.copytree(TEMPLATES, tmp_path / "tasks" / "tidy_up"))


def refusal(folder: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        load_prompts(folder)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_shipped_templates_load() -> None:
    load_prompts(TEMPLATES)


def test_a_missing_folder(tmp_path: Path) -> None:
    assert "nowhere: no such folder" in refusal(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["generate", "judge", "correction"])
def test_a_missing_stage(folder: Path, name: str) -> None:
    (folder.parents[1] / "prompts" / f"{name}.j2").unlink()
    assert f"{name}.j2: no such file" in refusal(folder)


def test_a_missing_included_file(folder: Path) -> None:
    (folder / "task.j2").unlink()
    message = refusal(folder)
    assert "task.j2" in message
    assert ".j2:" in message


def test_a_syntax_error_names_its_line(folder: Path) -> None:
    path = folder.parents[1] / "prompts" / "rank.j2"
    path.write_text(path.read_text().replace("{% endfor %}", "{% endfro %}", 1))
    number = path.read_text().splitlines().index("{% endfro %}") + 1
    assert f"rank.j2:{number}: " in refusal(folder)


def test_an_unknown_value_names_its_line(folder: Path) -> None:
    path = folder.parents[1] / "prompts" / "situation.j2"
    lines = path.read_text().splitlines()
    lines[2] += " {{ colour }}"
    path.write_text("\n".join(lines))
    message = refusal(folder)
    assert "situation.j2:3: " in message
    assert "colour" in message


def test_an_unknown_attribute_in_a_rare_branch(folder: Path) -> None:
    path = folder.parents[1] / "prompts" / "history.j2"
    path.write_text(path.read_text().replace("{{ r.reason }}", "{{ r.cause }}"))
    message = refusal(folder)
    assert "history.j2:" in message
    assert "cause" in message


def test_a_stage_without_its_block(folder: Path) -> None:
    (folder / "reflect.j2").write_text("Just words.")
    assert "reflect.j2:1: no block 'user'" in refusal(folder)


def test_bytes_that_are_no_text(folder: Path) -> None:
    (folder / "judge.j2").write_bytes(b"\xff\xfe\x00")
    assert "judge.j2: " in refusal(folder)


def test_a_template_that_never_ends_is_named(folder: Path) -> None:
    endless = "{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}"
    (folder / "generate.j2").write_text(f"{{% block user %}}{endless}{{% endblock %}}")
    with pytest.raises(ConfigError, match=r"generate\.j2.*more than"):
        load_prompts(folder)
