# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert records of model calls to and from adhoc_interfaces."""

import math
from collections import defaultdict
from typing import Any

from adhoc_interfaces import msg as ros

from adhoc_teamwork.teamwork.ros.conversions.fields import number_to_ros, text_to_ros, texts_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros, time_to_ros
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall


def llm_call_to_ros(call: LlmCall) -> Any:
    """Return an adhoc_interfaces/LlmCall."""
    return ros.LlmCall(
        stamp=time_to_ros(call.stamp),
        robot=text_to_ros(call.robot),
        call_id=number_to_ros(call.call_id),
        stage=text_to_ros(call.stage),
        model=text_to_ros(call.model),
        temperature=float(call.temperature),
        roles=texts_to_ros(message.role for message in call.prompt),
        contents=texts_to_ros(message.content for message in call.prompt),
        pictures=[picture for message in call.prompt for picture in message.pictures],
        picture_of=[at for at, message in enumerate(call.prompt) for _ in message.pictures],
        answer=text_to_ros(call.answer),
        error=text_to_ros(call.error),
        attempt=number_to_ros(call.attempt, bits=8),
        prompt_tokens=number_to_ros(call.prompt_tokens),
        completion_tokens=number_to_ros(call.completion_tokens),
        latency=float(call.latency),
        cached=call.cached,
        usd=math.nan if call.usd is None else float(call.usd),
    )


def llm_call_from_ros(message: Any) -> LlmCall:
    """Return an LlmCall.

    Raises:
        ValueError: Lists of different lengths, or what is no picture.
    """
    pictures: dict[int, list[str]] = defaultdict(list)
    for of, picture in zip(message.picture_of, message.pictures, strict=True):
        pictures[of].append(picture)
    # Bags of older definitions say nothing of money.
    usd = getattr(message, "usd", math.nan)
    return LlmCall(
        stamp=time_from_ros(message.stamp),
        robot=message.robot,
        call_id=message.call_id,
        stage=message.stage,
        model=message.model,
        temperature=message.temperature,
        prompt=tuple(
            ChatMessage(role, content, tuple(pictures[at]))
            for at, (role, content) in enumerate(zip(message.roles, message.contents, strict=True))
        ),
        answer=message.answer,
        error=message.error,
        attempt=message.attempt,
        prompt_tokens=message.prompt_tokens,
        completion_tokens=message.completion_tokens,
        latency=message.latency,
        cached=message.cached,
        usd=usd if 0.0 <= usd < math.inf else None,
    )
