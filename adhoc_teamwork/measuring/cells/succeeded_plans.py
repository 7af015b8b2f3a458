# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plans that succeed in physics, whatever the checks say of them.

Robots talk as in an episode, but what they settle is carried out without being checked; it has
succeeded where all that its actions promise is so afterwards.
"""

from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.model_queries.offline_in_process import OfflineModel
from adhoc_teamwork.benchmark.arms.playing import cell_of, cells_folder
from adhoc_teamwork.cells.actions import CellAction, read_action
from adhoc_teamwork.cells.dialog import Dialog, Past, Round, load_dialog
from adhoc_teamwork.cells.effects import unkept
from adhoc_teamwork.cells.episode import Episode
from adhoc_teamwork.cells.plan_check import PlanCheck, Verdict
from adhoc_teamwork.cells.relations import relations
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.skills.arms.failure import ArmFailure
from adhoc_teamwork.skills.several_arms.plan_text import parse_plan


@dataclass(frozen=True)
class Succeeded:
    """Hold a plan that succeeded in physics, and what the checks said of it before."""

    task: str
    seed: int
    text: str
    verdict: Verdict


async def succeeded_plans(task: str, seed: int) -> list[Succeeded]:
    """Return the plans of one episode that succeed in physics.

    Raises:
        ConfigError: There is no such task, or MuJoCo is missing.
    """
    description, model = cell_of(task)
    world = CellWorld(model)
    episode = Episode(description, world, begin(description, world, seed).goal, seed)
    check = PlanCheck(episode.script, episode.goal)
    offline = OfflineModel()
    dialog = Dialog(load_dialog(cells_folder()), episode.known(), lambda _: offline)
    found: list[Succeeded] = []
    last: Past | None = None
    for number in range(description.rounds):
        state = episode.world.observe()
        talk = await dialog.talk(Round(number, episode.own(state), (), last))
        verdict = check.check(talk.plan, state)
        actions = _carried_out(episode, talk.plan)
        if actions is None:
            break
        before = relations(episode.script, state)
        after = relations(episode.script, episode.world.observe())
        wrong = unkept(description, actions, before, after)
        last = Past(number, talk.said, talk.plan, " and ".join(wrong) or "all was carried out")
        if not all(action.waits for action in actions.values()):
            if not wrong:
                found.append(Succeeded(task, seed, talk.plan, verdict))
        else:
            break
    return found


def _carried_out(episode: Episode, text: str) -> dict[str, CellAction] | None:
    """Carry a plan out as it stands; return its actions, None where it moves nothing."""
    script, task = episode.script, episode.script.task
    try:
        planned = parse_plan(text, list(task.agents))
        actions = {robot: read_action(task, one) for robot, one in planned.items()}
        state = episode.world.observe()
        ways = {robot: script.ways.of(action, state) for robot, action in actions.items()}
        motion = script.hands.plan({robot: own for robot, own in ways.items() if own})
    except ArmFailure:
        return None
    script.hands.play(motion)
    script.note(actions)
    script.settle(episode.world.observe())
    return actions
