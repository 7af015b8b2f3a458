# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Play an episode of a task of arms: plan, check, move, judge, round after round.

This is algorithm 1 of roco.txt. Nothing is taken back and nothing is put anywhere but by a hand:
what goes wrong stays so, and is told in the next round.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from adhoc_teamwork.cells.actions import CellAction
from adhoc_teamwork.cells.at_work import CellAtWork
from adhoc_teamwork.cells.dialog import Known, Own, Past, Planners, Refused, Round, Talk
from adhoc_teamwork.cells.hands import Hands
from adhoc_teamwork.cells.plan_check import Checked, PlanCheck
from adhoc_teamwork.cells.script import Script
from adhoc_teamwork.cells.sight import CellState
from adhoc_teamwork.cells.switching import ALL_ON, Switches, farewell, introduction
from adhoc_teamwork.cells.task_file import CellTask, Goal
from adhoc_teamwork.cells.task_world import judge
from adhoc_teamwork.cells.telling import Teller, by_name, options
from adhoc_teamwork.skills.arms.failure import ArmFailure
from adhoc_teamwork.teamwork.text.quoting import clean_words

MOST_REPLANS = 5
_KEPT_OFF = 0.1
"""Radians by which a joint may be elsewhere than it was sent."""
_WRONG_SHOWN = 400


@dataclass(frozen=True)
class Rules:
    """Say how a method plays.

    Attributes:
        replans: Plans that are made in a round at the most.
        tells_feedback: What is wrong with a plan is told.
        tells_history: What was said and done in earlier rounds is told.
        longer: How many times as many rounds as the task has are played.
        knows_all: Whoever plans is told what all robots see.
    """

    replans: int = MOST_REPLANS
    tells_feedback: bool = True
    tells_history: bool = True
    longer: int = 1
    knows_all: bool = False


METHODS = {
    "roco": Rules(),
    "roco-no-history": Rules(tells_history=False),
    "roco-no-feedback": Rules(replans=1, tells_feedback=False, longer=2),
}
"""How methods play whose robots talk."""


@dataclass
class Played:
    """Hold an episode.

    Attributes:
        success: It was done.
        steps: Rounds that it took.
        plans: How many plans each round took.
        calls: What was asked of models.
        refused: How many plans failed at each check.
        unmoved: Rounds in which a plan passed and no motion was found for it.
        rounds: What was said and done.
    """

    success: bool = False
    steps: int = 0
    plans: list[int] = field(default_factory=list)
    calls: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    unmoved: int = 0
    rounds: list[Past] = field(default_factory=list)


class Episode:
    """Play one episode.

    Args:
        task: Which task.
        world: Its cell, at the beginning of an episode.
        goal: What is to be reached.
        seed: What planning draws from.
        switches: Who is switched on and off when.
    """

    def __init__(
        self,
        task: CellTask,
        world: CellAtWork,
        goal: Goal,
        seed: int,
        switches: Switches = ALL_ON,
    ) -> None:
        self.world, self.goal = world, goal
        self.script = Script(task, world, seed)
        self._whole, self._switches = task, switches
        self.script.task = switches.present(task, 0)
        self._check = PlanCheck(self.script, self.goal)
        self.teller = Teller(self.script)

    @property
    def task(self) -> CellTask:
        """Return the task with the robots that are on."""
        return self.script.task

    def known(self) -> Known:
        """Return what everybody knows."""
        task = self.task
        return Known(
            tuple(task.agents), task.words, self.goal.words, self.teller.layout(), task.names
        )

    def own(self, state: CellState, knows_all: bool = False) -> dict[str, Own]:
        """Return what each robot knows by itself; of it, where one planner knows all."""
        made = {}
        for robot, agent in self.task.agents.items():
            lines = self.teller.observation(robot, state)
            told = agent.told
            if knows_all:
                lines = [by_name(line, robot) for line in lines]
                told = by_name(told, robot)
            # Which actions there are everybody knows, and who has which.
            made[robot] = Own(options(self.task, tuple(self.task.agents)), lines, told)
        return made

    async def play(
        self, make: Callable[[Known], Planners], rules: Rules, played: Played | None = None
    ) -> Played:
        """Play it to its end.

        Raises:
            ModelUnavailableError: A model does not answer.
        """
        played = played or Played()
        planners, is_judged = make(self.known()), False
        for number in range(self.task.rounds * rules.longer):
            if news := self._switch(number):
                planners = make(self.known())
            checked, talk = await self._plan(planners, rules, number, news, played)
            result = "nothing was carried out"
            if checked is not None:
                result = self._move(checked, played) if checked.ways else "all waited"
                # While all wait nothing comes that one look has not seen.
                if checked.ways or not is_judged:
                    played.success = not judge(self.task, self.goal, self.world)
                    is_judged = not checked.ways
            plan = talk.plan if checked is not None else ""
            played.rounds.append(Past(number, talk.said, plan, result, news))
            played.steps = number + 1
            if played.success:
                break
        return played

    def _switch(self, number: int) -> tuple[str, ...]:
        """Switch robots on and off before a round; return what the others hear of it.

        Who is off from the beginning is not known to the others.
        """
        due = self._switches.before(number) if number else ()
        news = []
        for robot in (one.robot for one in due if not one.is_on):
            held = self.script.hands.held(robot)
            keeps = self.script.switch_off(robot)
            news.append(farewell(robot, held.name if held else "", keeps))
        self.script.task = self._switches.present(self._whole, number)
        for robot in (one.robot for one in due if one.is_on):
            kind, state = self.world.model.kinds[robot], self.world.observe()
            news.append(introduction(self.task, robot, kind, self.teller.reached(robot, state)))
        return tuple(news)

    async def _plan(
        self, planners: Planners, rules: Rules, number: int, news: Sequence[str], played: Played
    ) -> tuple[Checked | None, Talk]:
        """Return the first plan of a round that passes the checks, if any, and the last talk."""
        state = self.world.observe()
        own = self.own(state, rules.knows_all)
        history = tuple(played.rounds) if rules.tells_history else ()
        last = played.rounds[-1] if played.rounds else None
        feedback: list[Refused] = []
        played.plans.append(0)
        talk = Talk()
        for _ in range(rules.replans):
            shown = tuple(feedback) if rules.tells_feedback else ()
            talk = await planners.talk(Round(number, own, history, last, shown, news))
            played.calls += talk.calls
            played.plans[-1] += 1
            verdict = self._check.check(talk.plan, state)
            if verdict.plan is not None:
                return verdict.plan, talk
            name = str(verdict.failed)
            played.refused[name] = played.refused.get(name, 0) + 1
            feedback.append(Refused(talk.plan, clean_words(verdict.feedback, _WRONG_SHOWN)))
        return None, talk

    def _move(self, checked: Checked, played: Played) -> str:
        """Carry out a plan; return what came of it, in a sentence."""
        hands = self.script.hands
        try:
            motion = hands.plan_reachable(checked.ways)
        except ArmFailure as failure:
            played.unmoved += 1
            return f"nothing was carried out, for {failure.message}"
        hands.play(motion)
        self.script.note(checked.actions)
        state = self.world.observe()
        self.script.settle(state)
        wrong = _wrong(hands, checked.actions, state)
        return " and ".join(wrong) if wrong else "all was carried out"


def _wrong(hands: Hands, actions: Mapping[str, CellAction], state: CellState) -> list[str]:
    """Return what the controllers and the hands report to be otherwise than planned."""
    lines = []
    for robot, action in actions.items():
        off = float(np.abs(state.arms[robot].positions - hands.at[robot]).max())
        if off > _KEPT_OFF:
            lines.append(f"{robot}'s arm was kept off its way at {action}")
        takes = action.verbs[-1] == "PICK"
        if takes and hands.held(robot) is None:
            lines.append(f"{robot}'s hand is empty after {action}")
    return lines
