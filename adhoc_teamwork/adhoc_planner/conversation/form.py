# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a method says of how its conversations go."""

from dataclasses import dataclass, replace

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.channel import TeamChannel
from adhoc_teamwork.teamwork.team.utterance import LONGEST_WORDS


class Topology(StrEnum):
    """Say who speaks to whom.

    BROADCAST: the leader puts something forward, all who are there answer; the matter is the
    leader's own, and it alone judges the answers (IRoT's reflection, a plan of the negotiating
    team; CoELA's message, to which nobody has to answer).
    STAR: the same, for all of them: it ends when nobody refuses (CaPo, EMOS).
    ROUND_ROBIN: one after the other, until one gives a plan after all have spoken (RoCo).
    """

    BROADCAST = "broadcast"
    STAR = "star"
    ROUND_ROBIN = "round_robin"


class Role(StrEnum):
    """Say what a member whose turn it is has to do.

    LEAD: put something forward, or answer the refusals by something better. ANSWER: agree or
    refuse. SPEAK: say something, or give the plan for all. JUDGE: make up one's mind.
    """

    LEAD = "lead"
    ANSWER = "answer"
    SPEAK = "speak"
    JUDGE = "judge"


@dataclass(frozen=True)
class Form:
    """Describe a kind of conversation.

    Attributes:
        name: What its utterances are marked with.
        topology: Who speaks to whom.
        rounds: Most rounds; a round of ROUND_ROBIN has one turn of each member. A STAR of none ends
            with the first thing that its leader puts forward: nobody is asked.
        wait: Longest turn, in seconds of the ROS clock (steps in the benchmark), whoever's it is.
        characters: Longest utterance; what is longer is refused.
    """

    name: str
    topology: Topology
    rounds: int
    wait: float
    characters: int = LONGEST_WORDS

    def patience(self, members: int) -> float:
        """Return how long (s) a leader may be silent to `members` robots, itself included."""
        turns = members if self.topology is Topology.ROUND_ROBIN else 2
        return (turns + 1) * self.wait

    def over(self, channel: TeamChannel, step: float = 1.0) -> "Form":
        """Return the form as it goes over a channel: no longer turns, and time to pay for them.

        Delay and price are in steps, each so many seconds long.
        """
        if channel.characters is None:
            return self
        longest = min(self.characters, channel.characters)
        delay = channel.lag + channel.price.of("x" * longest)
        return replace(self, characters=longest, wait=self.wait + step * delay)

    def bound(self, members: int) -> float:
        """Return the longest time (s) that a conversation can take."""
        return (self.rounds + 1) * self.patience(members)


@dataclass(frozen=True)
class Draft:
    """Hold what a method has to say in a turn; the conversation makes an utterance of it.

    Attributes:
        text: Words, a plan, or the reason of a refusal.
        assignments: A task for each robot. In ROUND_ROBIN they are the plan that ends it.
        agrees: Whether what was put forward is agreed to, where it is answered.
        settles: Whether there is nothing to be asked about it: a leader of a STAR ends it so.
    """

    text: str = ""
    assignments: tuple[tuple[str, str], ...] = ()
    agrees: bool = False
    settles: bool = False


class Outcome(StrEnum):
    """Say how a conversation ended for one member.

    AGREED: nobody refused (STAR), there is a plan (ROUND_ROBIN), the leader took it up (BROADCAST).
    NOT_AGREED: the leader ended it without. Of both there is one word, the leader's, so whoever
    has it has the same. UNKNOWN: this member did not hear how it ended.
    """

    AGREED = "agreed"
    NOT_AGREED = "not_agreed"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Ending:
    """Hold how a conversation ended: what was put forward last, and who `agreed` to it.

    Of an UNKNOWN one `text` says why it is not known.
    """

    outcome: Outcome
    text: str = ""
    assignments: tuple[tuple[str, str], ...] = ()
    agreed: tuple[str, ...] = ()
