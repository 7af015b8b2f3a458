# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Let a robot's skills node press the button of a fridge: python press_on_nodes.py CARD."""

import json
import sys
from dataclasses import replace
from pathlib import Path

from adhoc_interfaces.srv import Manipulate
from rclpy.context import Context
from scripted_servers import eventually
from skills_fakes import scene, thing
from skills_team import CARD, Team

from adhoc_teamwork.teamwork.ros.conversions.scene import scene_graph_to_ros
from adhoc_teamwork.teamwork.ros.conversions.team import intent_from_ros, intent_to_ros
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask


def main(card: Path) -> None:
    """Send the goal; print how it ended, and what the hand was asked for."""
    card.write_text(CARD, encoding="utf-8")
    context = Context()
    context.init()
    team = Team(context, card)
    try:
        fridge = thing("Fridge_0", 2.6, 1.0)
        fridge = replace(fridge, pickupable=False, is_receptacle=True, closed=True)
        team.graphs.publish(scene_graph_to_ros(scene(fridge)))
        pressed = eventually(
            lambda: team.end(team.send("Press", object_id="Fridge_0"))[1].success, 20.0
        )
        opened = team.robot.calls[-1].command == Manipulate.Request.OPEN
        drove = team.nav.pose.x
    finally:
        team.close()
        context.try_shutdown()
    intent = Intent(1, IntentStatus.ADOPTED, SubTask("Operate", object_id="Fridge_0"))
    crossed = intent_from_ros(intent_to_ros(intent)) == intent
    told = {"pressed": pressed, "opened": opened, "x": drove, "crossed": crossed}
    sys.stdout.write(json.dumps(told) + "\n")


main(Path(sys.argv[1]))
