"""Note which robots have a planner behind their topic and which have vanished."""

GONE_AFTER = 3.0


class Presence:
    """Follow how many publishers each robot's topic has; times in seconds of wall time."""

    def __init__(self, gone_after: float = GONE_AFTER) -> None:
        self._gone_after = gone_after
        self._last_seen: dict[str, float] = {}
        self._told: dict[str, bool] = {}

    def see(self, robot: str, publishers: int, now: float) -> None:
        """Note the number of publishers that a robot's topic has at `now`."""
        if publishers > 0:
            self._last_seen[robot] = now

    def changes(self, now: float) -> list[str]:
        """Return a sentence for each robot that came, vanished or came back since last asked."""
        sentences = []
        for robot, seen in sorted(self._last_seen.items()):
            here = now - seen <= self._gone_after
            if self._told.get(robot) == here:
                continue
            if here:
                sentences.append(f"{robot} is {'back' if robot in self._told else 'here'}")
            else:
                sentences.append(f"{robot} is gone: no planner of it for {now - seen:.0f} s")
            self._told[robot] = here
        return sentences

    @property
    def present(self) -> list[str]:
        """Return the robots that were here when last asked for changes."""
        return sorted(robot for robot, here in self._told.items() if here)

    @property
    def gone(self) -> list[str]:
        """Return the robots that had vanished when last asked for changes."""
        return sorted(robot for robot, here in self._told.items() if not here)
