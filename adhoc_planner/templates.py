"""Load and render prompt templates; what is wrong with one names its file and line."""

import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2

from teamwork.config import ConfigError
from teamwork.llm_call import ChatMessage

_ROLES = {"system": "system", "user": "user"}


class Templates:
    """Hold the compiled templates of one task; each stage's file has blocks named after roles."""

    def __init__(self, directory: Path, environment: jinja2.Environment) -> None:
        self._directory = directory
        self._environment = environment

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
                    context = template.new_context(dict(facts))
                    text = "".join(template.blocks[block](context))
                    messages.append(ChatMessage(role, text.strip()))
        except jinja2.TemplateError as error:
            raise ConfigError(f"{self._place(error, stage)}: {error.message}") from None
        except (TypeError, ValueError, ArithmeticError, LookupError) as error:
            raise ConfigError(f"{self._place(error, stage)}: {error}") from None
        return tuple(messages)

    def _place(self, error: Exception, stage: str) -> str:
        """Return file and line of the template in which `error` came up."""
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if Path(frame.filename).parent == self._directory and frame.lineno is not None:
                template = self._environment.get_template(Path(frame.filename).name)
                return f"{frame.filename}:{template.get_corresponding_lineno(frame.lineno)}"
        return str(self._directory / f"{stage}.j2")


def load_templates(directory: Path, stages: tuple[str, ...]) -> Templates:
    """Compile every template in `directory`.

    Raises:
        ConfigError: A stage's file is missing or without the block `user`, a file that is included
            is missing, or a template is not valid; the message names file and line.
    """
    if not directory.is_dir():
        raise ConfigError(f"{directory}: no such folder; expected the folder of prompt templates")
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(directory),
        undefined=jinja2.StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    for path in sorted(directory.glob("*.j2")):
        _compile(environment, path)
    for stage in stages:
        path = directory / f"{stage}.j2"
        if "user" not in _compile(environment, path).blocks:
            raise ConfigError(f"{path}:1: no block 'user'; expected {{% block user %}}")
    return Templates(directory, environment)


def _compile(environment: jinja2.Environment, path: Path) -> jinja2.Template:
    try:
        return environment.get_template(path.name)
    except jinja2.TemplateSyntaxError as error:
        raise ConfigError(f"{path}:{error.lineno}: {error.message}") from None
    except jinja2.TemplateNotFound:
        raise ConfigError(f"{path}: no such file; expected a prompt template") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {error}; expected a readable UTF-8 template") from None
