# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike the readers of prompt folders: templates are programs of a language of their own."""

from collections.abc import Sequence
from pathlib import Path

from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.trial.target import Strike, Target, read_with
from adhoc_teamwork.comm_bridge.foreign_agents.config import load_stranger
from adhoc_teamwork.comm_bridge.foreign_agents.free_text import FreeTextFormat
from adhoc_teamwork.llm_port.endpoint import ModelSettings
from adhoc_teamwork.llm_port.openai_model import OpenAIModel
from adhoc_teamwork.teamwork.default_task import TIDY_UP
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.templates import ChatTemplate

_NO_MODEL = OpenAIModel(ModelSettings("http://127.0.0.1:9/v1", "none"), {})
"""It is never asked: the question is what is looked at."""


def make_targets() -> list[Target]:
    """Return a target for a task's folder of templates, and one for a stranger's template."""
    config = config_dir()
    task = config / "tasks" / TIDY_UP
    generate = (config / "prompts" / "generate.j2").read_bytes()
    question = (config / "strangers" / "free_text.j2").read_bytes()

    def prepare(folder: Path) -> Strike:
        own = folder / "tasks" / "x"
        own.mkdir(parents=True)
        (folder / "prompts").symlink_to(config / "prompts")
        for path in task.iterdir():
            (own / path.name).write_bytes(path.read_bytes())

        def strike(data: bytes) -> object:
            (own / "generate.j2").write_bytes(data)
            return load_prompts(own)

        return strike

    stranger = load_stranger(config / "strangers" / "visitor.yaml")

    def ask(path: Path) -> object:
        return FreeTextFormat(stranger, _NO_MODEL, ChatTemplate(path)).prompt("hello")

    return [
        Target("prompt template", prepare, (generate,), (ConfigError,), Shape.TEXT, _in_user),
        Target("stranger's template", read_with(ask, "free_text.j2"), (question,), (ConfigError,),
               Shape.TEXT, _in_both),
    ]  # fmt: skip


def _in_user(canary: Path) -> Sequence[bytes]:
    return [b"{% block user %}" + text + b"{% endblock %}" for text in _programs(canary)]


def _in_both(canary: Path) -> Sequence[bytes]:
    return [b"{% block system %}x{% endblock %}" + text for text in _in_user(canary)]


def _programs(canary: Path) -> Sequence[bytes]:
    """Return templates that run commands, read files, or never end."""
    touch = f"touch {canary}/template"
    texts = (
        "{{ cycler.__init__.__globals__.os.system('%s') }}" % touch,
        "{{ lipsum.__globals__['os'].popen('%s').read() }}" % touch,
        "{{ joiner.__init__.__globals__.os.system('%s') }}" % touch,
        "{{ namespace.__init__.__globals__.os.system('%s') }}" % touch,
        "{{ self.__init__.__globals__.__builtins__.__import__('os').system('%s') }}" % touch,
        "{{ self._TemplateReference__context.cycler.__init__.__globals__.os.system('%s') }}"
        % touch,
        "{{ object_head.__globals__ }}",
        "{{ object_head.__wrapped__.__globals__.__builtins__.open('%s/opened', 'w') }}" % canary,
        "{% for c in ''.__class__.__mro__[1].__subclasses__() %}{% if c.__name__ == 'Popen' %}"
        + "{{ c(['touch', '%s/popen']) }}" % canary
        + "{% endif %}{% endfor %}",
        "{{ ''|attr('__class__')|attr('__mro__')|last|attr('__subclasses__')() }}",
        "{{ ().__class__.__base__.__subclasses__() }}",
        "{{ '{0.__class__.__init__.__globals__}'.format(cycler) }}",
        "{{ '{x}'.format_map(self.__dict__) }}",
        "{% include '/etc/passwd' %}",
        "{% include '../../../../../../etc/passwd' %}",
        "{% import 'os' as os %}" + "{{ os.system('%s') }}" % touch,
        "{% extends 'generate.j2' %}",
        "{% include 'generate.j2' %}",
        "{% for i in range(10 ** 10) %}x{% endfor %}",
        "{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}",
        "{{ 'x' * (10 ** 10) }}",
        "{{ 10 ** (10 ** 9) }}",
        "{{ [0] * (10 ** 9) }}",
        "{{ 'x'.center(10 ** 10) }}",
        "{{ 'x'|center(10 ** 10) }}",
        "{{ lipsum(n=10 ** 7) }}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{{ robot.__class__ }}",
        "{{ robot.nothing.at.all }}",
        "{{ 1 / 0 }}",
        "{% set x = x %}{{ x }}",
        "{{ " + "(" * 3000 + ")" * 3000 + " }}",
        "{% if true %}" * 500,
        "{{ " + "-" * 5000 + "1 }}",
        "{% do robot.__setattr__('x', 1) %}",
        "{% raw %}",
        "{{",
        "\x1b[2J{{ x }}",
    )
    encoded = (*texts, *evil.code(canary), *evil.TEXTS)
    return [text.encode("utf-8", "surrogatepass") for text in encoded] + [b"\xff\xfe\x00"]
