"""The greedy rule: whatever is out of place and nearest, for every task that says where to."""

from collections.abc import Iterator

from adhoc_planner.moving import moving
from adhoc_planner.policies.heuristic import LAST_RESORTS, explore_next
from adhoc_planner.policies.rule import Rule
from adhoc_planner.progress import tally
from adhoc_planner.validity import check_subtask
from adhoc_planner.view import PlannerView
from teamwork.goal import Place
from teamwork.scene import Misplaced, Presence
from teamwork.subtask import SubTask, SubTaskKind


class GreedyPolicy(Rule):
    """Put away what is held, else fetch the nearest thing, else look into what is closed, explore.

    It takes no container along and leaves nothing to a robot that is nearer.
    """

    def decide(self, view: PlannerView) -> SubTask:
        """Return the first of these that can be done."""
        held = view.state.held_object
        if held:
            return self._moving(view, held, view.state.held_category)
        options = (*self._fetching(view), *_checking(view), explore_next(view))
        left = (s for s in options if s == view.subtask or check_subtask(view, s) is None)
        return next(left, SubTask(SubTaskKind.STOP))

    def _fetching(self, view: PlannerView) -> Iterator[SubTask]:
        here = view.state.pose.point
        things = [
            o
            for o in view.known_objects
            if o.misplaced is Misplaced.YES and o.status is Presence.PRESENT
        ]
        for thing in sorted(
            things, key=lambda o: (here.planar_distance_to(o.position), o.object_id)
        ):
            yield self._moving(view, thing.object_id, thing.category)

    def _moving(self, view: PlannerView, object_id: str, category: str) -> SubTask:
        wishes = [t for t in tally(view.task, view.known_objects) if t.wish.concerns(category)]
        wishes.sort(key=lambda t: t.there >= t.wish.count)
        place = wishes[0].wish.place if wishes else self._home(category)
        return moving(view.task, object_id, category, place)

    def _home(self, category: str) -> Place:
        return Place(*(self.home(category) or LAST_RESORTS[0]))


def _checking(view: PlannerView) -> Iterator[SubTask]:
    here = view.state.pose.point
    closed = [o for o in view.known_objects if o.closed]
    for thing in sorted(closed, key=lambda o: (here.planar_distance_to(o.position), o.object_id)):
        yield SubTask(SubTaskKind.CHECK, object_id=thing.object_id)
