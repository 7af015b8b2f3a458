# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the format that a stranger's configuration asks for."""

from pathlib import Path

from adhoc_teamwork.comm_bridge.foreign_agents.config import FormatName, StrangerConfig
from adhoc_teamwork.comm_bridge.foreign_agents.field_format import FieldFormat
from adhoc_teamwork.comm_bridge.foreign_agents.formats import StrangerFormat
from adhoc_teamwork.comm_bridge.foreign_agents.free_text import FreeTextFormat
from adhoc_teamwork.comm_bridge.foreign_agents.sentence_format import SentenceFormat
from adhoc_teamwork.llm_port.port import LanguageModel
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.templates import ChatTemplate

TEMPLATE = "free_text.j2"
"""The question to the model, beside the stranger's file."""


def make_format(config: StrangerConfig, path: Path, model: LanguageModel | None) -> StrangerFormat:
    """Return the format of the stranger whose file is at `path`.

    Raises:
        ConfigError: It needs a language model and there is none, or its template is wrong.
    """
    if config.format is FormatName.FIELDS:
        return FieldFormat(config)
    if config.format is FormatName.SENTENCES:
        return SentenceFormat(config)
    if model is None:
        raise ConfigError(
            f"{path}: format {config.format} needs a language model: expected parameters "
            "llm_base_url and llm_model"
        )
    return FreeTextFormat(config, model, ChatTemplate(path.parent / TEMPLATE))
