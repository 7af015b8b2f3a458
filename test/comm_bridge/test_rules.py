# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What each kind of message is owed, from a file."""

from dataclasses import replace
from pathlib import Path

import pytest

from adhoc_teamwork.comm_bridge.rules import KindRules, load_rules
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.message import MessageKind

SHIPPED = Path(__file__).parents[2] / "config" / "communication" / "kinds.yaml"


def test_the_shipped_file_says_what_is_built_in() -> None:
    shipped, built_in = load_rules(SHIPPED), KindRules()
    assert [shipped[kind] for kind in MessageKind] == [built_in[kind] for kind in MessageKind]
    assert shipped[MessageKind.INTENT].priority < shipped[MessageKind.CHAT].priority


def test_a_file_may_say_little(tmp_path: Path) -> None:
    path = tmp_path / "kinds.yaml"
    path.write_text("kinds:\n  chat: {delivery: latest, rate: 2}\n")
    rules = load_rules(path)
    assert not rules[MessageKind.CHAT].is_reliable
    assert rules[MessageKind.CHAT].rate == 2.0
    assert rules[MessageKind.INTENT] == KindRules()[MessageKind.INTENT]


def test_what_a_kind_leaves_out_is_as_that_kind_has_it_built_in(tmp_path: Path) -> None:
    path = tmp_path / "kinds.yaml"
    path.write_text("kinds:\n  state: {rate: 5}\n")
    state, built_in = load_rules(path)[MessageKind.STATE], KindRules()[MessageKind.STATE]
    assert state == replace(built_in, rate=5.0)
    assert not state.is_reliable


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("kinds: {chatter: {}}", "chatter"),
        ("kinds: {chat: {delivery: sometimes}}", "delivery"),
        ("kinds: {chat: {rate: 0}}", "kinds.chat.rate: expected a number above 0, got 0"),
        ("kinds: {chat: {expiry: .inf}}", "kinds.chat.expiry"),
        ("kinds: {chat: {colour: red}}", "colour"),
    ],
)
def test_a_wrong_value_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "kinds.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=r"kinds\.yaml") as error:
        load_rules(path)
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


def test_a_rule_changes_and_goes_back_to_what_was_given() -> None:
    rules, given = KindRules(), KindRules()[MessageKind.CHAT]
    rules.change(MessageKind.CHAT, rate=5.0, expiry=0.0)
    assert rules[MessageKind.CHAT] == replace(given, rate=5.0)
    rules.change(MessageKind.CHAT, rate=0.0, expiry=30.0)
    assert rules[MessageKind.CHAT] == replace(given, expiry=30.0)
    rules.change(MessageKind.CHAT, rate=0.0, expiry=0.0)
    assert rules[MessageKind.CHAT] == given
