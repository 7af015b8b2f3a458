# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answers of action servers that are quicker than rclpy's notes of what it has asked."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from nav2_msgs.action import NavigateToPose
from rclpy.executors import SingleThreadedExecutor
from rclpy.experimental.events_executor import EventsExecutor
from rclpy.node import Node
from scripted_servers import ScriptedNav2, Spinner, eventually, new_name

from adhoc_teamwork.skills.ros.action_client import ActionClient
from adhoc_teamwork.teamwork import topics

LATE = 0.3


class LateNotes(dict[Any, Any]):
    """Take so long to note something that its answer is there before."""

    def __setitem__(self, key: Any, value: Any) -> None:
        time.sleep(LATE)
        super().__setitem__(key, value)


@pytest.fixture(params=[SingleThreadedExecutor, EventsExecutor])
def client(request: pytest.FixtureRequest, ros_context: Any) -> Iterator[ActionClient]:
    name = new_name()
    robot = Node("scripted_nav2", namespace=name, context=ros_context)
    asking = Node("asking", namespace=name, context=ros_context)
    ScriptedNav2(robot)
    client = ActionClient(asking, NavigateToPose, topics.NAVIGATE_TO_POSE)
    spinners = [
        Spinner(ros_context, robot),
        Spinner(ros_context, asking, executor=request.param(context=ros_context)),
    ]
    assert eventually(client.server_is_ready)
    yield client
    for spinner in spinners:
        spinner.close()
    client.destroy()
    for node in (robot, asking):
        node.destroy_node()


def test_no_quick_answer_is_missed(client: ActionClient) -> None:
    client._pending_goal_requests = LateNotes()
    client._pending_result_requests = LateNotes()
    client._pending_cancel_requests = LateNotes()
    accepted = client.send_goal_async(NavigateToPose.Goal())
    assert eventually(accepted.done)
    result = accepted.result().get_result_async()
    assert eventually(result.done)
    cancelled = accepted.result().cancel_goal_async()
    assert eventually(cancelled.done)
