# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which model is asked: options, and the name by which results keep it."""

import argparse

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.benchmark.agents.llm_session import OfflineModel, make_model
from adhoc_teamwork.benchmark.models.choice import model_name, model_names
from adhoc_teamwork.benchmark.models.names import (
    HostedChoice,
    pooled_names,
    read_model_name,
    weaker_name,
)
from adhoc_teamwork.benchmark.models.options import add_model_options
from adhoc_teamwork.llm_port.answer_limits import AnswersBy
from adhoc_teamwork.offline_model.error_rates import ErrorRates
from adhoc_teamwork.offline_model.settings import OfflineSettings, Variant
from adhoc_teamwork.teamwork.settings.config import ConfigError


def named(*arguments: str) -> str:
    parser = argparse.ArgumentParser()
    add_model_options(parser)
    return model_name(parser.parse_args(arguments))


def test_the_defaults_are_the_papers_temperature_and_one_slip_in_ten() -> None:
    assert named() == "offline t0.3 h0.1 s0"
    assert named("--llm", "offline-weak", "--temperature", "0", "--hallucination", "0.25",
                 "--llm-seed", "7") == "offline-weak t0 h0.25 s7"  # fmt: skip


def test_error_rates_are_part_of_the_name() -> None:
    name = named("--errors", "stages=0.5, misjudge=0.1", "--hallucination", "0")
    assert name == "offline t0.3 h0 misjudge=0.1,stages=0.5 s0"
    pooled = pooled_names([name, name.replace("s0", "s1"), "offline t0.3 h0 s0"])
    assert pooled[name] == "offline t0.3 h0 misjudge=0.1,stages=0.5 s0,1"
    with pytest.raises(ConfigError, match="misjudge=2: expected"):
        read_model_name("offline misjudge=2 s0")


def test_seeds_are_names_that_tables_take_together(monkeypatch: pytest.MonkeyPatch) -> None:
    parser = argparse.ArgumentParser()
    add_model_options(parser)
    names = model_names(parser.parse_args(["--seeds", "3", "--llm-seed", "4"]))
    assert names == [f"offline t0.3 h0.1 s{seed}" for seed in (4, 5, 6)]
    others = ["", "offline-weak t0.3 h0.1 s4", "openai:m t1"]
    pooled = pooled_names([*reversed(names), *others])
    assert {pooled[name] for name in names} == {"offline t0.3 h0.1 s4,5,6"}
    assert [pooled[name] for name in others] == others
    assert model_names(parser.parse_args([])) == [named()]
    monkeypatch.setenv("OPENAI_API_KEY", "any")
    with pytest.raises(ConfigError, match="--seeds: only for the offline models"):
        model_names(parser.parse_args(["--llm", "openai", "--seeds", "2"]))


def test_a_hosted_models_name_holds_its_temperature(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "any")
    assert named("--llm", "openai", "--model", "m") == "openai:m t0.3"
    assert named("--llm", "openai", "--model", "m", "--temperature", "1") == "openai:m t1"
    limits = ("--llm-time-limit", "90", "--llm-max-tokens", "4000")
    assert named("--llm", "openai", "--model", "m", *limits) == "openai:m t0.3 l90 n4000"
    by_schema = named("--llm", "openai", "--model", "m", "--llm-answers", "schema")
    assert by_schema == "openai:m t0.3 schema"
    assert read_model_name(by_schema) == HostedChoice("m", answers=AnswersBy.SCHEMA)
    assert named("--llm", "openai", "--model", "m", "--llm-answers", "text") == "openai:m t0.3"
    with pytest.raises(ConfigError, match="expected text or schema"):
        named("--llm", "openai", "--llm-answers", "auto")
    with pytest.raises(ConfigError, match="--llm-answers: only for --llm openai"):
        named("--llm-answers", "schema")
    for option, value in (("--hallucination", "0"), ("--errors", ""), ("--llm-seed", "0")):
        with pytest.raises(ConfigError, match=f"{option}: only for the offline models"):
            named("--llm", "openai", option, value)


@pytest.mark.parametrize(
    "wrong",
    [("--hallucination", "1.1"), ("--hallucination", "nan"), ("--temperature", "-1"),
     ("--temperature", "3"), ("--errors", "wrong=1"), ("--llm-seed", "-1"), ("--llm-seed", "x")],
)  # fmt: skip
def test_wrong_values(wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        named(*wrong)
    assert f"argument {wrong[0]}: '{wrong[1]}': expected" in capsys.readouterr().err


@given(
    st.builds(
        OfflineSettings,
        st.integers(0, 10**6),
        st.integers(0, 200).map(lambda n: n / 100),
        st.integers(0, 1000).map(lambda n: n / 1000),
        st.sampled_from(Variant),
        st.builds(
            ErrorRates,
            st.sampled_from([0.0, 0.1, 0.5]),
            st.sampled_from([0.0, 0.05, 1.0]),
            st.sampled_from([0.0, 0.001]),
            st.sampled_from([0.0, 0.5]),
            st.sampled_from([0.0, 1.0]),
        ),
    )
)
def test_names_are_read_as_they_were_written(settings: OfflineSettings) -> None:
    assert read_model_name(settings.name) == settings


def test_what_a_name_leaves_out() -> None:
    assert read_model_name("offline") == OfflineSettings()
    assert read_model_name("offline-weak h0.5") == OfflineSettings(
        hallucination=0.5, variant=Variant.WEAK
    )
    assert read_model_name("openai:qwen2.5:14b t1") == HostedChoice("qwen2.5:14b", 1.0)
    assert read_model_name("openai:m") == HostedChoice("m", 0.3)
    assert read_model_name("openai:m t0.3 l90 n4000") == HostedChoice("m", 0.3, 90.0, 4000)
    for wrong in ("clever", "openai:", "offline h2", "offline tx", "offline-weakest"):
        with pytest.raises(ConfigError):
            read_model_name(wrong)


def test_the_weaker_model_beside_another(monkeypatch: pytest.MonkeyPatch) -> None:
    assert weaker_name("offline t0.3 h0.1 s2") == "offline-weak t0.3 h0.1 s2"
    assert weaker_name("openai:gpt-4o t1") == "openai:gpt-3.5-turbo t1"
    monkeypatch.setenv("OPENAI_WEAKER_MODEL", "small")
    assert weaker_name("openai:gpt-4o t0.3") == "openai:small t0.3"


def test_the_model_of_a_name_has_its_settings() -> None:
    model = make_model("offline-weak t0.3 h0.1 s2")
    assert isinstance(model, OfflineModel)
    assert (model.name, model.temperature) == ("offline-weak t0.3 h0.1 s2", 0.3)
