# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read a run's folder into the team's picture."""

from collections.abc import Iterator
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from adhoc_teamwork.bringup.run_record.events import (
    Source,
    event_from_json,
    read_events,
    read_recorded,
)
from adhoc_teamwork.bringup.run_record.team_events import model_event
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.teamwork.settings.config import ConfigError, read_json
from adhoc_teamwork.teamwork.settings.parsing import parse_json
from adhoc_teamwork.teamwork.team.llm_call import LlmCall

EVENTS, CALLS = "events.jsonl", "llm_calls.jsonl"
_CALL = TypeAdapter(LlmCall)


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
    """Yield the exchanges of a file; what is none is left out and said once, at the end.

    Raises:
        ConfigError: The file cannot be read.
    """
    yield from read_recorded(path, _call, "exchanges with models")


def _call(line: bytes, source: str) -> LlmCall:
    """Return the exchange in a line.

    Raises:
        ConfigError: The line is none.
    """
    try:
        call: LlmCall = _CALL.validate_python(parse_json(line))
        # What it tells is bounded as that of every event.
        event_from_json(model_event(call).to_json(), source)
    except ValidationError as error:
        reason = error.errors()[0]["msg"]
    except (ValueError, OverflowError) as error:
        reason = str(error)
    else:
        return call
    raise ConfigError(f"{source}: not an exchange ({reason:.200})")


def describe_run(folder: Path) -> str:
    """Return what to call a run: its folder and, where task.json says it, the scenario."""
    try:
        task = read_json(folder / "task.json")
        scenario = f"{task['scenario']}, seed {task['seed']}"
    except (ConfigError, KeyError, TypeError):
        return folder.resolve().name
    return f"{folder.resolve().name}: {scenario}"
