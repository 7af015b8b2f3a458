# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The command line of the measurement."""

import pytest

from adhoc_teamwork.measuring.broker import command, performance
from adhoc_teamwork.measuring.broker.children import ChildError
from adhoc_teamwork.measuring.broker.findings import Result, none_of
from adhoc_teamwork.measuring.broker.setting import Setting
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT


@pytest.mark.parametrize(
    "words",
    [
        ["--only", "weather"],
        ["--minutes", "0"],
        ["--seconds", "nan"],
        ["--domains", "5,300"],
        ["--domains", "five"],
    ],
)
def test_bad_input_is_refused_in_one_line(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        command.main(words)
    assert refused.value.code == BAD_INPUT
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(("lost", "code"), [(0, command.HOLDS), (2, command.MISSED)])
def test_the_exit_code_says_whether_all_limits_hold(
    lost: int, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[Setting] = []

    def measure(setting: Setting) -> Result:
        asked.append(setting)
        return Result("Latency", (none_of("lost", lost),))

    monkeypatch.setattr(performance, "measure_latency", measure)
    assert command.main(["--only", "latency", "--seconds", "3", "--domains", "7,8"]) == code
    assert asked == [Setting(3.0, 10.0, (7, 8))]
    assert ("missed: Latency: lost 2, expected 0" in capsys.readouterr().err) is bool(lost)


def test_a_process_that_fails_is_told_and_misses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure(setting: Setting) -> Result:
        raise ChildError(f"broker has ended in domain {setting.domains[0]}")

    monkeypatch.setattr(performance, "measure_latency", measure)
    assert command.main(["--only", "latency", "--domains", "7"]) == command.MISSED
    assert "broker has ended in domain 7" in capsys.readouterr().err


def test_every_measurement_can_be_found() -> None:
    import importlib

    for measurement in command.MEASUREMENTS:
        assert callable(getattr(importlib.import_module(measurement.module), measurement.function))
