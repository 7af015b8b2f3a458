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

"""Records of model calls survive the way into a ROS message and back."""

from hypothesis import strategies as st
from vocabulary_values import check_round_trip, seconds, single, text, uint32

from teamwork.llm_call import ChatMessage, LlmCall
from teamwork.ros.conversions import llm_call

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
