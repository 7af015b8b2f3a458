# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Say what one knows, and settle an action for each robot once all have spoken."""

from collections.abc import Callable, Mapping

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.errors.error_injection import invented_id
from adhoc_teamwork.offline_model.fallibility import Fallibility
from adhoc_teamwork.offline_model.options.joint_plan import joint_plan
from adhoc_teamwork.offline_model.reading.scene import Scene, read_scene
from adhoc_teamwork.offline_model.reading.sections import Prompt

_TURN = "I have said what I know."


def agree(prompt: Prompt, chance: Chance, errors: Fallibility) -> str:
    """Return one's turn: what one sees, reaches and wants, or the plan where all have spoken."""
    scene = read_scene(prompt, errors)
    if not set(scene.robots) - {scene.me} <= scene.spoken:
        return f"{_told(scene, chance, chance.slips)} {_TURN}\n\nPROCEED"
    parts = ("telling", "plan") if _can_mistake(scene) else ("plan",)
    told = _told(scene, chance, chance.slips_in("telling", parts))
    return f"{told}\n\n{_executed(scene, chance, chance.slips_in('plan', parts))}"


def arrange(prompt: Prompt, chance: Chance, errors: Fallibility) -> str:
    """Return the plan for all, from what all see."""
    return _executed(read_scene(prompt, errors), chance, chance.slips)


def _can_mistake(scene: Scene) -> bool:
    """Tell whether a thing can be said to be where another is."""
    return len(set(scene.place.values())) > 1


def _told(scene: Scene, chance: Chance, slips: bool) -> str:
    """Return what one knows; a slip is a thing that is said to be elsewhere."""
    place = dict(scene.place)
    if slips and _can_mistake(scene):
        name = chance.pick("misplaced", sorted(place))
        place[name] = chance.pick("elsewhere", sorted(set(place.values()) - {place[name]}))
    held = scene.holds.get(scene.me, "")
    lines = [f"I hold {held}." if held else "My hand is empty."]
    if scene.me in scene.beside:
        lines.append(f"I am at {scene.beside[scene.me]}.")
    lines.extend(f"{name} is on {where}." for name, where in sorted(place.items()))
    if reach := sorted(scene.reach.get(scene.me, ())):
        lines.append(f"{scene.me} can reach {', '.join(reach)}.")
    if scene.goals:
        lines.append(f"My goal is that {scene.own_goals}.")
    return " ".join(lines)


def _executed(scene: Scene, chance: Chance, slips: bool) -> str:
    actions = joint_plan(scene)
    if slips:
        actions = _with_slip(scene, actions, chance)
    lines = [f"NAME {robot} ACTION {action}" for robot, action in actions.items()]
    return "\n".join(["EXECUTE", *lines])


def _with_slip(scene: Scene, actions: dict[str, str], chance: Chance) -> dict[str, str]:
    """Return a plan with one thing wrong in it, of the kinds that can be in this one."""
    for make in chance.shuffled("kind of slip", _SLIPS):
        made = make(scene, actions, chance)
        if made is not None and made != actions:
            return made
    return actions


def _forgotten(scene: Scene, actions: Mapping[str, str], chance: Chance) -> dict[str, str]:
    gone = chance.pick("forgotten", scene.robots)
    return {robot: action for robot, action in actions.items() if robot != gone}


def _invented(scene: Scene, actions: Mapping[str, str], chance: Chance) -> dict[str, str] | None:
    return _renamed(actions, chance, lambda name: invented_id(name, scene.known))


def _mistaken(scene: Scene, actions: Mapping[str, str], chance: Chance) -> dict[str, str] | None:
    def other(name: str) -> str:
        alike = [names for names in scene.names.values() if name in names]
        rest = sorted({one for names in alike for one in names} - {name})
        return chance.pick("mistaken", rest) if rest else name

    return _renamed(actions, chance, other)


def _finished(scene: Scene, actions: Mapping[str, str], chance: Chance) -> dict[str, str] | None:
    del scene, chance
    return dict.fromkeys(actions, "WAIT") if set(actions.values()) != {"WAIT"} else None


def _renamed(
    actions: Mapping[str, str], chance: Chance, other: Callable[[str], str]
) -> dict[str, str] | None:
    """Return a plan in which one name of one action is another."""
    able = [robot for robot, action in actions.items() if " " in action]
    if not able:
        return None
    robot = chance.pick("robot", able)
    action, path, points = actions[robot].partition(" PATH ")
    words = action.split()
    places = [index for index, word in enumerate(words) if not word.isupper()]
    where = chance.pick("name", places)
    words[where] = other(words[where])
    return {**actions, robot: f"{' '.join(words)}{path}{points}"}


_SLIPS = (_forgotten, _invented, _mistaken, _finished)
