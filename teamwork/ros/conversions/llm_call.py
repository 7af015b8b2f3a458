"""Convert records of model calls to and from adhoc_interfaces."""

from typing import Any

from adhoc_interfaces import msg as ros

from teamwork.llm_call import ChatMessage, LlmCall
from teamwork.ros.conversions.stamp import time_from_ros, time_to_ros


def llm_call_to_ros(call: LlmCall) -> Any:
    """Return an adhoc_interfaces/LlmCall."""
    return ros.LlmCall(
        stamp=time_to_ros(call.stamp),
        robot=call.robot,
        call_id=call.call_id,
        stage=call.stage,
        model=call.model,
        temperature=float(call.temperature),
        roles=[message.role for message in call.prompt],
        contents=[message.content for message in call.prompt],
        answer=call.answer,
        error=call.error,
        attempt=call.attempt,
        prompt_tokens=call.prompt_tokens,
        completion_tokens=call.completion_tokens,
        latency=float(call.latency),
        cached=call.cached,
    )


def llm_call_from_ros(message: Any) -> LlmCall:
    """Return an LlmCall."""
    return LlmCall(
        stamp=time_from_ros(message.stamp),
        robot=message.robot,
        call_id=message.call_id,
        stage=message.stage,
        model=message.model,
        temperature=message.temperature,
        prompt=tuple(
            ChatMessage(role, content)
            for role, content in zip(message.roles, message.contents, strict=True)
        ),
        answer=message.answer,
        error=message.error,
        attempt=message.attempt,
        prompt_tokens=message.prompt_tokens,
        completion_tokens=message.completion_tokens,
        latency=message.latency,
        cached=message.cached,
    )
