# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Load and render prompt templates; what is wrong with one names its file and line."""

import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import jinja2

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.templates import TemplateEnvironment, plain_template_name

_ROLES = {"system": "system", "user": "user"}
_CACHED = {
    "object_head": ("object_lines.j2", "head", 4096),
    "object_tail": ("object_lines.j2", "tail", 4096),
    "told_now": ("object_lines.j2", "now", 16),
    "told_before": ("object_lines.j2", "before", 16),
    "room_line": ("room_lines.j2", "room", 4096),
    "ability_line": ("teammate_lines.j2", "ability", 256),
}
"""What templates call without names: macros, and how many of their texts are kept, which are lines
or whole lists."""


class Templates:
    """Hold the compiled templates of one task; each stage's file has blocks named after roles."""

    def __init__(self, folders: Sequence[Path], environment: TemplateEnvironment) -> None:
        self._folders = folders
        self._environment = environment

    def of_method(self, name: str, stages: tuple[str, ...]) -> "Templates":
        """Return templates with those of a method's folder before all others, tried once.

        Raises:
            ConfigError: A template is missing or wrong.
        """
        folder = Path(name)
        return _load(
            (folder if folder.is_absolute() else self._folders[-1] / name, *self._folders), stages
        )

    def render(self, stage: str, facts: Mapping[str, Any]) -> tuple[ChatMessage, ...]:
        """Return the messages of `stage` filled with `facts`.

        Raises:
            ConfigError: The template uses a value that there is none of, or is at fault otherwise.
        """
        template = self._environment.get_template(f"{stage}.j2")
        messages = []
        try:
            for block, role in _ROLES.items():
                if block in template.blocks:
                    text = self._environment.render_block(template, block, facts)
                    messages.append(ChatMessage(role, text.strip()))
        except jinja2.TemplateError as error:
            raise ConfigError(f"{self._place(error, stage)}: {error.message}") from None
        except (TypeError, ValueError, ArithmeticError, LookupError) as error:
            raise ConfigError(f"{self._place(error, stage)}: {error}") from None
        return tuple(messages)

    def _place(self, error: Exception, stage: str) -> str:
        """Return file and line of the template in which `error` came up."""
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if Path(frame.filename).parent in self._folders and frame.lineno is not None:
                try:
                    template = self._environment.get_template(Path(frame.filename).name)
                except jinja2.TemplateError:
                    # It has done all that is allowed, and may not even be looked up any more.
                    return frame.filename
                return f"{frame.filename}:{template.get_corresponding_lineno(frame.lineno)}"
        return str(_place_of(self._folders, f"{stage}.j2"))


@lru_cache(maxsize=32)
def _load(folders: tuple[Path, ...], stages: tuple[str, ...]) -> Templates:
    """Return templates that every robot of a process shares."""
    return load_templates(folders, stages)


def load_templates(folders: Sequence[Path], stages: Sequence[str]) -> Templates:
    """Compile every template in `folders`, the first of which goes before the others.

    Raises:
        ConfigError: A stage's file is missing or without the block `user`, a file that is included
            is missing, or a template is not valid; the message names file and line.
    """
    for folder in folders:
        if not folder.is_dir():
            raise ConfigError(f"{folder}: no such folder; expected one with prompt templates")
    environment = TemplateEnvironment(folders, keep_trailing_newline=True)
    for name in sorted({path.name for folder in folders for path in folder.glob("*.j2")}):
        if not plain_template_name(name):
            raise ConfigError(
                f"{_place_of(folders, name)}: not a template's name; expected "
                "letters, digits, _, - and ."
            )
        _compile(environment, _place_of(folders, name))
    for stage in stages:
        path = _place_of(folders, f"{stage}.j2")
        if "user" not in _compile(environment, path).blocks:
            raise ConfigError(f"{path}:1: no block 'user'; expected {{% block user %}}")
    for name, (file, macro, most) in _CACHED.items():
        environment.add_macro(name, _cached_macro(environment, file, macro, most))
    return Templates(folders, environment)


def _cached_macro(
    environment: TemplateEnvironment, name: str, macro: str, most: int
) -> Callable[..., str]:
    """Return a macro that renders equal arguments once: most of a prompt is as it was before."""

    @lru_cache(maxsize=most)
    def render(*arguments: object) -> str:
        return str(getattr(environment.get_template(name).module, macro)(*arguments))

    return render


def _place_of(folders: Sequence[Path], name: str) -> Path:
    """Return where a template is, or where it would be looked for first."""
    return next((f / name for f in folders if (f / name).is_file()), folders[0] / name)


def _compile(environment: TemplateEnvironment, path: Path) -> jinja2.Template:
    try:
        return environment.get_template(path.name)
    except jinja2.TemplateSyntaxError as error:
        raise ConfigError(f"{path}:{error.lineno}: {error.message}") from None
    except jinja2.TemplateNotFound:
        raise ConfigError(f"{path}: no such file; expected a prompt template") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {error}; expected a readable UTF-8 template") from None
