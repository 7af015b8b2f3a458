# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Speak for one arm of a cell: its turns of each dialog, over the radio (executable).

A model takes the turns, or with the method `person` whoever sits in for the robot
(``./adhoc chat --for ROBOT``); what either says is read and checked alike.
"""

import logging
import sys
import time
from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import Any

from adhoc_interfaces.msg import LlmCall as RosLlmCall
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from std_msgs.msg import String

from adhoc_teamwork.adhoc_planner.agent.message_sender import MessageSender
from adhoc_teamwork.adhoc_planner.journal.inputs import Answer
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import CallLog
from adhoc_teamwork.adhoc_planner.parameters import PARAMETERS, model_settings
from adhoc_teamwork.adhoc_planner.ros.model_thread import ModelThread
from adhoc_teamwork.cells.arm_file import load_arm_kind
from adhoc_teamwork.cells.capability import arm_capability
from adhoc_teamwork.cells.cell_file import arm_path
from adhoc_teamwork.cells.dialog import DialogPart, dialog_form, load_dialog
from adhoc_teamwork.cells.seat import CellSeat
from adhoc_teamwork.cells.task_file import load_task
from adhoc_teamwork.cells.told_round import (
    ToldRound,
    ToldTalk,
    round_from_json,
    talk_to_json,
)
from adhoc_teamwork.comm_bridge.ros.radio import RobotRadio
from adhoc_teamwork.llm_port.bounded_client import log_no_requests
from adhoc_teamwork.llm_port.openai_model import OpenAIModel
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros
from adhoc_teamwork.teamwork.ros.conversions.llm_call import llm_call_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.parameters import NodeParameters
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.parameters import Parameter, ParameterTable
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.seat import order_from_json, seat_to_json
from adhoc_teamwork.teamwork.team.utterance import Utterance

PERSON = "person"
STAGE = "turn"
_TICK = 0.1
_ASK_AGAIN = 3.0
"""Seconds of wall time after which a model that gave no answer is asked once more."""
_EARLY = 64
"""Turns that are kept for a dialog of which this robot has not been told yet."""
_FROM_PLANNER = (
    *("llm_base_url", "llm_model", "llm_temperature", "llm_time_limit", "llm_max_tokens"),
    *("llm_answers", "kinds"),
)
SPEAKER_PARAMETERS = ParameterTable(
    "cell_speaker",
    (
        Parameter("cell", "", "File of the cell's task.", is_needed=True),
        Parameter("method", "roco", "Who takes the turns: a model, or `person`."),
        Parameter(
            "turn_wait",
            600.0,
            "Seconds of ROS time that a turn may take, whoever's it is.",
            least=1.0,
            most=36000.0,
        ),
        *(
            replace(one, is_live=False)
            for one in PARAMETERS.parameters
            if one.name in _FROM_PLANNER
        ),
    ),
)


class SpeakerNode(Node):
    """Take part in dialogs as the robot whose namespace this is."""

    def __init__(self, **arguments: Any) -> None:
        """Declare parameters; `arguments` are those of rclpy's Node."""
        super().__init__("cell_speaker", **arguments)
        self._values = NodeParameters(self, SPEAKER_PARAMETERS, lambda _: None)
        self._robot = self.get_namespace().strip("/")
        self._told: ToldRound | None = None
        self._part: DialogPart | None = None
        self._early: deque[tuple[str, Utterance]] = deque(maxlen=_EARLY)
        self._answers: deque[Answer] = deque(maxlen=_EARLY)
        self._call, self._asked_at, self._ask_from = 0, 0.0, 0.0
        self._is_asking = False
        self._gone: frozenset[str] = frozenset()
        self._seat: CellSeat | None = None
        self._is_ready = self._is_over = False

    def setup(self) -> None:
        """Read the task, and connect.

        Raises:
            ConfigError: No namespace, or an unusable file or parameter.
        """
        values = self._values.values()
        path = Path(values["cell"])
        task = load_task(path)
        if self._robot not in task.agents:
            known = ", ".join(task.agents)
            raise ConfigError(
                f"cell_speaker: namespace '/{self._robot}': {path.stem} has no such robot; "
                f"expected one of {known}"
            )
        kind = load_arm_kind(arm_path(path.parent, task.cell.robots[self._robot]))
        standing = task.cell.robots[self._robot]
        self._capability = arm_capability(kind, standing.at[2])
        self._state = RobotState(Pose(standing.at[0], standing.at[1], standing.yaw))
        self._prompts = load_dialog(path.parent)
        self._form = dialog_form(len(task.agents), values["turn_wait"])
        session = int(time.time())
        self._radio = RobotRadio(
            self, self._hear, session=session, told_gone=self._note_gone, kinds=values["kinds"]
        )
        self._sender = MessageSender(self._robot, session, self._now, self._radio.say)
        self._llm_calls = self.create_publisher(RosLlmCall, topics.LLM_CALLS, qos.LLM_CALLS)
        self._log = CallLog(self._robot, self._now, self._record)
        self._model = ModelThread(
            OpenAIModel(model_settings(values, values["llm_model"], self._robot)),
            self._answers.append,
        )
        self._talks = self.create_publisher(String, topics.CELL_TALK, qos.RELIABLE)
        self.create_subscription(String, topics.CELL_ROUND, self._on_round, qos.LATCHED)
        if values["method"] == PERSON:
            self._seat = CellSeat(self._robot)
            self._offers = self.create_publisher(String, topics.SEAT_OFFER, qos.LATCHED)
            self.create_subscription(String, topics.SEAT_ORDER, self._on_order, qos.RELIABLE)
        self._radio.setup()
        self._model.start()
        self._is_ready = True
        self.create_timer(_TICK, self._tick, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def shutdown(self) -> None:
        """Say goodbye, and end the model's thread."""
        if not self._is_ready:
            return
        self._is_ready = False
        if self.context.ok():
            self._leave("its speaker ends")
            self._radio.shutdown()
        self._model.stop(0.6)

    # --- what is heard ----------------------------------------------------------------------------

    def _hear(self, message: TeamMessage) -> None:
        if message.utterance is None:
            return
        self._early.append((message.sender, message.utterance))
        if self._part is not None:
            self._part.hear(message.sender, message.utterance, self._now())

    def _note_gone(self, gone: frozenset[str]) -> None:
        self._gone = gone

    def _on_round(self, message: Any) -> None:
        try:
            told = round_from_json(message.data)
        except ValueError as error:
            self.get_logger().warning(
                f"a round is not understood: {error}", throttle_duration_sec=5.0
            )
            return
        if told.is_over:
            self._part, self._told = None, None
            self._is_over = True
            self._leave("the task is over")
        elif self._robot in told.known.robots and self._robot in told.now.own:
            self._begin(told)

    def _begin(self, told: ToldRound) -> None:
        """Begin a dialog, with what was said in it already."""
        now = self._now()
        self._told = told
        self._part = part = DialogPart(
            self._prompts, told.known, self._robot, told.now, now, self._form
        )
        # An answer that is under way was asked for by another dialog.
        self._call += 1
        self._is_asking = False
        for sender, said in self._early:
            part.hear(sender, said, now)
        if self._seat is not None:
            self._seat.begin([one.wrong for one in told.now.feedback], told.now.number)

    def _on_order(self, message: Any) -> None:
        if self._seat is None:
            return
        try:
            self._seat.take(order_from_json(message.data))
        except ValueError as error:
            self.get_logger().warning(f"an order is not understood: {error}")

    # --- what is said -----------------------------------------------------------------------------

    def _tick(self) -> None:
        now = self._now()
        if now <= 0.0 or self._is_over:
            self._offer()
            return
        if not self._sender.has_joined:
            # Who is switched on later joins then.
            if self._told is None or not self._radio.is_heard():
                return
            self._sender.join(self._capability, self._state)
        self._sender.state(self._state)
        part, told = self._part, self._told
        if part is not None and told is not None:
            self._take_part(part, told, now)
        self._offer()

    def _take_part(self, part: DialogPart, told: ToldRound, now: float) -> None:
        others = set(told.known.robots) - {self._robot} - self._gone
        if (ended := part.let_pass(now, others)) is not None:
            self._sender.utterance("", ended)
        if part.speaks:
            self._speak(part, now)
        if part.talk is not None:
            if told.known.robots[0] == self._robot:
                done = ToldTalk(told.now.number, len(told.now.feedback), part.talk)
                self._talks.publish(String(data=text_to_ros(talk_to_json(done))))
            self._part = None

    def _speak(self, part: DialogPart, now: float) -> None:
        """Say what the model or the person has answered, or ask for it."""
        if self._seat is not None:
            said = self._seat.answer("\n".join(message.content for message in part.prompt()))
        else:
            said = self._answer(part)
        if said is not None:
            self._sender.utterance("", part.say(said, now))

    def _answer(self, part: DialogPart) -> str | None:
        while self._answers:
            answer = self._answers.popleft()
            if answer.call != self._call:
                continue
            self._is_asking = False
            self._log.add(
                stage=STAGE,
                model=self._model.model,
                prompt=self._prompt,
                attempt=1,
                stamp=self._now(),
                latency=time.monotonic() - self._asked_at,
                completion=answer.completion,
                error=answer.error,
            )
            if answer.completion is not None:
                return answer.completion.text
            self._ask_from = time.monotonic() + _ASK_AGAIN
            self.get_logger().warning(f"the model does not answer: {answer.error:.200}")
        if not self._is_asking and time.monotonic() >= self._ask_from:
            self._ask(part)
        return None

    def _ask(self, part: DialogPart) -> None:
        self._call += 1
        self._is_asking, self._asked_at = True, time.monotonic()
        self._prompt = part.prompt()
        self._model.ask(self._call, self._prompt)

    def _leave(self, why: str) -> None:
        if self._sender.has_joined:
            self._sender.leave(why)

    def _record(self, call: LlmCall) -> None:
        self._llm_calls.publish(llm_call_to_ros(call))

    def _offer(self) -> None:
        if self._seat is None:
            return
        offer = self._seat.news(self._is_over)
        if offer is not None:
            self._offers.publish(String(data=text_to_ros(seat_to_json(offer))))

    def _now(self) -> float:
        return seconds_now(self)


def main() -> int:
    """Speak for one arm until told to end."""
    logging.basicConfig(level=logging.INFO, format="[%(levelname)s] [%(name)s]: %(message)s")
    log_no_requests()
    return run_node(SpeakerNode, quick=True)


if __name__ == "__main__":
    sys.exit(main())
