# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Read a run's folder into the team's picture."""

import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from bringup.events import Source, read_events
from bringup.team_console.picture import Picture
from bringup.team_events import model_event
from teamwork.config import ConfigError
from teamwork.llm_call import LlmCall

EVENTS, CALLS = "events.jsonl", "llm_calls.jsonl"


def read_run(folder: Path, picture: Picture) -> None:
    """Read events and exchanges with models, in the order in which they were heard.

    Raises:
        ConfigError: The folder is no run's, or a file in it cannot be read.
    """
    if not folder.is_dir():
        raise ConfigError(f"{folder}: no such folder; expected the folder of a run")
    path = folder / CALLS
    calls = {model_event(c).identity: c for c in read_calls(path)} if path.is_file() else {}
    for event in read_events(folder / EVENTS):
        call = calls.get(event.identity) if event.source is Source.MODEL else None
        if call is not None:
            picture.take_call(call)
        else:
            picture.take(event)


def read_calls(path: Path) -> Iterator[LlmCall]:
    """Yield the exchanges of a file; a last line that was cut off is left out.

    Raises:
        ConfigError: The file cannot be read, or a line in it is no exchange.
    """
    adapter = TypeAdapter(LlmCall)
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}; expected exchanges with models") from None
    for number, line in enumerate(lines[:-1], 1):
        try:
            yield adapter.validate_json(line)
        except ValidationError as error:
            reason = error.errors()[0]["msg"]
            raise ConfigError(f"{path}:{number}: not an exchange ({reason})") from None


def describe_run(folder: Path) -> str:
    """Return what to call a run: its folder and, where task.json says it, the scenario."""
    try:
        task = json.loads((folder / "task.json").read_text(encoding="utf-8"))
        scenario = f"{task['scenario']}, seed {task['seed']}"
    except (OSError, ValueError, KeyError, TypeError):
        return folder.resolve().name
    return f"{folder.resolve().name}: {scenario}"
