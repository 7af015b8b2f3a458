# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Templates of anybody: they fill in what they are given, within bounds, and reach nothing else."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.templates import ChatTemplate

QUICK = 10.0
"""Seconds in which anything ends, also on a busy machine."""


@dataclass(frozen=True)
class Thing:
    category: str


def rendered(folder: Path, text: str, **facts: Any) -> str:
    path = folder / "question.j2"
    path.write_text(
        "{% block system %}{% endblock %}{% block user %}" + text + "{% endblock %}",
        encoding="utf-8",
    )
    return ChatTemplate(path).render(facts)[1].content


def test_a_template_fills_in_values(tmp_path: Path) -> None:
    text = (
        "{% for t in things if t.category != 'Bed' %}{{ loop.index }} of {{ loop.length }}: "
        "{{ t.category }}{{ ', ' if not loop.last }}{% else %}none{% endfor %} "
        "{{ names|join('; ') }} {{ 'a' ~ (1 + 2) }} {% for k, v in d.items() %}{{ k }}={{ v }}"
        "{% endfor %}"
    )
    things = [Thing("Mug"), Thing("Bed"), Thing("Pen")]
    assert rendered(tmp_path, text, things=things, names=["x", "y"], d={"k": 1}) == (
        "1 of 2: Mug, 2 of 2: Pen x; y a3 k=1"
    )


@pytest.mark.parametrize(
    "text",
    [
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ thing.__class__ }}",
        "{{ thing.__init__.__globals__ }}",
        "{{ self.__init__.__globals__.__builtins__ }}",
        "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
        "{{ lipsum(n=100000) }}",
        "{{ names.append('x') }}",
        "{{ '{0.__class__}'.format(thing) }}",
        "{{ [thing]|map('attr', '__class__')|list|first }}",
        "{% include '../secret.j2' %}",
        "{% include '/etc/passwd' %}",
        "{% include 'secret.txt' %}",
        "{% include 'link.j2' %}",
        "{% import 'os' as o %}",
    ],
)
def test_a_template_gets_at_nothing_else(tmp_path: Path, text: str) -> None:
    (tmp_path / "secret.j2").write_text("secret")
    folder = tmp_path / "prompts"
    folder.mkdir()
    (folder / "secret.txt").write_text("secret")
    (folder / "link.j2").symlink_to(folder / "secret.txt")
    with pytest.raises((ConfigError, OSError)) as caught:
        rendered(folder, text, thing=Thing("Mug"), names=["x"])
    assert "\n" not in str(caught.value)


DOUBLED = "{% set x0 = 'xxxxxxxxxxxxxxxx' %}" + "".join(
    f"{{% set x{n + 1} = x{n} %s x{n} %}}" for n in range(40)
)


@pytest.mark.parametrize(
    "text",
    [
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "{% for a in range(99999) %}{% set b %}" + "word " * 1000 + "{% endset %}{% endfor %}",
        "{% macro m(n) %}{{ m(n - 1) }}{{ m(n - 1) }}{% endmacro %}{{ m(1) }}",
        "{% macro m(n) %}{% if n %}{{ m(n - 1) * 2 }}{% endif %}{% endmacro %}{{ m(9) }}",
        "{% include 'question.j2' %}{% include 'again.j2' %}",
        "{% include 'again.j2' %}",
        "{% for a in [1] recursive %}{{ loop([1, 2]) }}{% endfor %}",
        "{{ 'x' * 10000000000 }}",
        "{{ [1] * 10000000000 }}",
        "{{ 9 ** 9 ** 9 }}",
        "{{ '%1000000000d' % 1 }}",
        "{{ 'x'.ljust(10000000000) }}",
        "{{ 'x'|center(10000000000) }}",
        "{{ 'x'.replace('', 'x' * 3) }}",
        "{{ (1).to_bytes(10000000000, 'big') }}",
        "{{ range(10000000000) }}",
        DOUBLED.replace("%s", "~") + "{{ x40 }}",
        DOUBLED.replace("%s", "+") + "{{ x40 }}",
        DOUBLED.replace("x0 = 'xxxxxxxxxxxxxxxx'", "x0 = ['x']").replace("%s", "+"),
        "{% set x0 = ['x'] %}"
        + "".join(f"{{% set x{n + 1} = [x{n}, x{n}] %}}" for n in range(40))
        + "{{ x40 }}",
        "(" * 5 + "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
        "{% for x in [1] %}" * 60 + "{% endfor %}" * 60,
        "x" * 300_000,
    ],
)
def test_a_template_without_end_is_ended(tmp_path: Path, text: str) -> None:
    (tmp_path / "again.j2").write_text("{% include 'again.j2' %}{% include 'again.j2' %}")
    began = time.monotonic()
    with pytest.raises(ConfigError) as caught:
        rendered(tmp_path, text)
    assert time.monotonic() - began < QUICK
    assert "\n" not in str(caught.value)
    assert str(tmp_path) in str(caught.value)


def test_each_rendering_has_all_its_steps(tmp_path: Path) -> None:
    path = tmp_path / "question.j2"
    path.write_text(
        "{% block system %}{% endblock %}{% block user %}{% for a in range(60) %}"
        "{% for b in range(10000) %}{% endfor %}{% endfor %}{% endblock %}"
    )
    template = ChatTemplate(path)
    assert template.render({}) == template.render({})


def test_a_constant_without_meaning_is_refused_when_it_is_compiled(tmp_path: Path) -> None:
    path = tmp_path / "question.j2"
    path.write_text("{% block system %}{{ 1.5.type }}{% endblock %}{% block user %}{% endblock %}")
    with pytest.raises(ConfigError, match="has no attribute"):
        ChatTemplate(path).render({})
