# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Records of model calls survive the way into a ROS message and back."""

from hypothesis import strategies as st
from vocabulary_values import check_round_trip, seconds, single, text, uint32

from adhoc_teamwork.teamwork.ros.conversions import llm_call
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall

calls = st.builds(
    LlmCall,
    stamp=seconds,
    robot=text,
    call_id=uint32,
    stage=text,
    model=text,
    temperature=single,
    prompt=st.lists(st.builds(ChatMessage, text, text), max_size=3).map(tuple),
    answer=text,
    error=text,
    attempt=st.integers(0, 255),
    prompt_tokens=uint32,
    completion_tokens=uint32,
    latency=single,
    cached=st.booleans(),
)


def test_round_trip() -> None:
    check_round_trip(llm_call.llm_call_to_ros, llm_call.llm_call_from_ros, calls)
