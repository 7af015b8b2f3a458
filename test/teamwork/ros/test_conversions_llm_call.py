# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Records of model calls survive the way into a ROS message and back."""

import math
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import strategies as st
from vocabulary_values import check_round_trip, seconds, single, text, uint32

from adhoc_teamwork.teamwork.crop import jpeg_address
from adhoc_teamwork.teamwork.ros.conversions import llm_call
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall

PROMPT = (ChatMessage("user", "?"),)
pictures = st.lists(st.binary().map(lambda b: jpeg_address(b"\xff\xd8\xff" + b)), max_size=3).map(
    tuple
)
calls = st.builds(
    LlmCall,
    stamp=seconds,
    robot=text,
    call_id=uint32,
    stage=text,
    model=text,
    temperature=single,
    prompt=st.lists(st.builds(ChatMessage, text, text, pictures), max_size=3).map(tuple),
    answer=text,
    error=text,
    attempt=st.integers(0, 255),
    prompt_tokens=uint32,
    completion_tokens=uint32,
    latency=single,
    cached=st.booleans(),
    usd=st.none() | st.floats(0.0, 1e6),
)


def test_round_trip() -> None:
    check_round_trip(llm_call.llm_call_to_ros, llm_call.llm_call_from_ros, calls)


@pytest.mark.parametrize(
    ("pictures", "of"),
    [(["http://127.0.0.1/"], [0]), ([jpeg_address(b"\xff\xd8\xff")], []), ([], [0])],
)
def test_what_is_no_picture_of_a_message_is_refused(pictures: list[str], of: list[int]) -> None:
    message = llm_call.llm_call_to_ros(LlmCall(1.0, "dog", 1, "judge", "m", 0.0, PROMPT))
    message.pictures, message.picture_of = pictures, of
    with pytest.raises(ValueError):  # noqa: PT011 - of the check or of zip
        llm_call.llm_call_from_ros(message)


@pytest.mark.parametrize("usd", [math.nan, math.inf, -1.0, None], ids=str)
def test_what_is_no_sum_of_money_is_not_known(usd: float | None) -> None:
    """Nor is it in a bag of when calls had no such field."""
    message: Any = llm_call.llm_call_to_ros(LlmCall(1.0, "dog", 1, "judge", "m", 0.0, PROMPT))
    if usd is None:
        fields = [name for name in message.get_fields_and_field_types() if name != "usd"]
        message = SimpleNamespace(**{name: getattr(message, name) for name in fields})
    else:
        message.usd = usd
    assert llm_call.llm_call_from_ros(message).usd is None
