# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Conversations over an unfair wire: they end in time, and nobody is wrong about how."""

import random
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adhoc_teamwork.adhoc_planner.conversation.conversations import MOST_IN_PLACE, Conversations
from adhoc_teamwork.adhoc_planner.conversation.form import (
    Draft,
    Ending,
    Form,
    Outcome,
    Role,
    Topology,
)
from adhoc_teamwork.teamwork.team.channel import find_channel
from adhoc_teamwork.teamwork.team.utterance import Act, Topic, Utterance

STEP = 0.5
FORMS = {
    Topology.STAR: Form("capo", Topology.STAR, 3, 4.0, 200),
    Topology.ROUND_ROBIN: Form("roco", Topology.ROUND_ROBIN, 2, 4.0, 200),
}


def test_delays_and_prices_are_in_steps_and_turns_in_seconds() -> None:
    form = Form("rooms", Topology.STAR, 3, 4.0)
    priced = find_channel("text:3")
    assert form.over(priced).wait == 4.0 + 1.0 + 3.0
    assert form.over(priced, step=0.2).wait == pytest.approx(4.0 + 0.8)


@dataclass
class Wire:
    """Deliver late, twice, out of order, or not at all; `delay` in seconds."""

    draw: random.Random
    loss: float = 0.0
    delay: float = 0.0
    twice: float = 0.0
    waiting: list[tuple[float, str, str, Utterance]] = field(default_factory=list)

    def send(self, now: float, sender: str, to: str, said: Utterance) -> None:
        for _ in range(2 if self.draw.random() < self.twice else 1):
            if self.draw.random() >= self.loss:
                due = now + self.draw.uniform(0.0, self.delay)
                self.waiting.append((due, sender, to, said))

    def due(self, now: float) -> list[tuple[float, str, str, Utterance]]:
        come = [item for item in self.waiting if item[0] <= now]
        self.waiting = [item for item in self.waiting if item[0] > now]
        self.draw.shuffle(come)
        return come


class Table:
    """Robots around a table; who `dies` hears and says nothing from then on."""

    def __init__(self, form: Form, names: str, wire: Wire, talks_nonsense: str = "") -> None:
        self.form, self.wire, self.now = form, wire, 100.0
        self.draw, self.nonsense = wire.draw, talks_nonsense
        self.robots = {name: Conversations(form, name) for name in names}
        self.alive = set(names)
        self.asked: list[tuple[str, Role]] = []
        self.told: list[tuple[str, Utterance]] = []
        self.endings: dict[tuple[str, Topic], Ending] = {}

    def say(self, name: str, said: Utterance) -> None:
        self.told.append((name, said))
        for other in sorted(self.alive - {name}):
            self.wire.send(self.now, name, other, said)

    def step(self) -> None:
        self.now += STEP
        for _, sender, to, said in self.wire.due(self.now):
            if to in self.alive:
                yielded = self.robots[to].hear(sender, said, self.now)
                if yielded is not None:
                    self.say(to, yielded)
        for name in sorted(self.alive):
            self.act(name)

    def act(self, name: str) -> None:
        robot = self.robots[name]
        for said in robot.let_pass(self.now, self.alive - {name}):
            self.say(name, said)
        talk = robot.current
        if talk is not None and talk.turn is not None:
            self.asked.append((name, talk.turn))
            if name in self.nonsense:
                self.say(name, self.garble(talk.topic))
            else:
                self.say(name, talk.say(self.draft(name, talk.turn), self.now))
        talk = robot.current
        if talk is not None and talk.ending is not None:
            self.endings[name, talk.topic] = talk.ending

    def draft(self, name: str, role: Role) -> Draft:
        words = f"{name} {len(self.told)}"
        if role is Role.SPEAK and self.draw.random() < 0.5:
            return Draft(words, ((name, "Stop"),))
        return Draft(words, agrees=self.draw.random() < 0.6)

    def garble(self, topic: Topic) -> Utterance:
        """Say anything at all, in good form."""
        draw = self.draw
        other = Topic(draw.choice([topic.begun, 0.0, 1e6]), draw.choice(sorted(self.robots)), 1)
        return Utterance(
            draw.choice(list(Act)),
            draw.choice([self.form.name, "other"]),
            draw.choice([topic, other]),
            draw.randint(1, 100),
            "x" * draw.choice([0, 10, 300]),
            agrees=draw.random() < 0.5,
            members=tuple(draw.sample(sorted(self.robots), 2)),
        )

    def run_until_quiet(self) -> bool:
        """Let the time pass within which everything has to be over; tell whether it is."""
        turns = self.form.bound(len(self.robots)) + len(self.robots) * self.form.wait
        end = self.now + (MOST_IN_PLACE + 1) * turns
        while self.now < end:
            if not any(self.robots[name].is_open for name in self.alive) and not self.wire.waiting:
                return True
            self.step()
        return False

    def definite(self) -> dict[Topic, set[Ending]]:
        """Return all endings of each conversation that somebody knows."""
        found: dict[Topic, set[Ending]] = {}
        for (_, topic), ending in self.endings.items():
            if ending.outcome is not Outcome.UNKNOWN:
                found.setdefault(topic, set()).add(ending)
        return found


seeds = st.integers(0, 2**32 - 1)
topologies = st.sampled_from(sorted(FORMS))


@settings(max_examples=40, deadline=None)
@given(seeds, topologies, st.integers(2, 5), st.floats(0.0, 0.6), st.floats(0.0, 6.0))
def test_whatever_the_wire_does_all_end_in_time_and_nobody_is_wrong_about_how(
    seed: int, topology: Topology, count: int, loss: float, delay: float
) -> None:
    draw = random.Random(seed)
    names = "abcde"[:count]
    table = Table(FORMS[topology], names, Wire(draw, loss, delay, twice=0.3))
    for name in names:
        if draw.random() < 0.6:
            table.robots[name].want(draw.sample(names, count), table.now)
    table.robots["a"].want(names, table.now)
    dies = draw.sample(names, draw.randint(0, count - 1))
    for name in dies:
        for _ in range(draw.randint(0, 20)):
            table.step()
        table.alive.discard(name)
    assert table.run_until_quiet()
    assert all(len(endings) == 1 for endings in table.definite().values())


@settings(max_examples=15, deadline=None)
@given(seeds, topologies, st.integers(3, 5))
def test_who_talks_nonsense_holds_nobody_up(seed: int, topology: Topology, count: int) -> None:
    draw = random.Random(seed)
    names = "abcde"[:count]
    wire = Wire(draw, 0.1, 2.0, twice=0.3)
    table = Table(FORMS[topology], names, wire, talks_nonsense=draw.choice(names))
    table.robots["a"].want(names, table.now)
    for _ in range(int(4 * FORMS[topology].bound(count) / STEP)):
        table.step()
        if not any(table.robots[n].is_open for n in table.alive - set(table.nonsense)):
            break
    honest = [n for n in names if n not in table.nonsense]
    leads = {name: [t for n, t in table.told if n == name and t.members] for name in honest}
    assert all(said.round <= table.form.rounds for told in leads.values() for said in told)
    for topic, endings in table.definite().items():
        assert topic.opener in table.nonsense or len(endings) == 1


@settings(max_examples=40, deadline=None)
@given(seeds, topologies, st.integers(2, 5), st.integers(0, 30))
@example(33, Topology.ROUND_ROBIN, 3, 1)
@example(465, Topology.STAR, 3, 1)
def test_where_all_is_heard_the_living_know_the_same_end_also_when_a_leader_dies(
    seed: int, topology: Topology, count: int, steps: int
) -> None:
    draw = random.Random(seed)
    names = "abcde"[:count]
    table = Table(FORMS[topology], names, Wire(draw, delay=1.0, twice=0.2))
    order = draw.sample(names, count)
    for name in names:
        table.robots[name].want(order, table.now)
    for _ in range(steps):
        table.step()
    table.alive.discard(order[0])
    assert table.run_until_quiet()
    last = [table.robots[name].current for name in sorted(table.alive)]
    talks = [talk for talk in last if talk is not None]
    assert len(talks) == len(table.alive)
    assert len({talk.topic for talk in talks}) == 1
    assert len({talk.ending for talk in talks}) == 1
    assert talks[0].ending is not None
    assert talks[0].ending.outcome is not Outcome.UNKNOWN


class QuietTable(Table):
    """A table where all is heard, and everyone says the same."""

    def __init__(self, topology: Topology, names: str, says: Draft) -> None:
        super().__init__(FORMS[topology], names, Wire(random.Random(1)))
        self.says = says
        for name in names:
            self.robots[name].want(names, self.now)

    def draft(self, name: str, role: Role) -> Draft:
        del name, role
        return self.says


AGREE, REFUSE = Draft("well", agrees=True), Draft("no")


def test_a_star_ends_once_nobody_refuses() -> None:
    table = QuietTable(Topology.STAR, "abc", AGREE)
    answers = iter([False, True, True, True])

    def draft(name: str, role: Role) -> Draft:
        if role is Role.ANSWER:
            return Draft("too heavy for me", agrees=next(answers))
        talk = table.robots[name].current
        assert talk is not None
        return Draft(f"plan {talk.round} {talk.refusals}")

    table.draft = draft  # type: ignore[method-assign]
    assert table.run_until_quiet()
    ending = table.endings["c", Topic(100.5, "a", 1)]
    assert ending == Ending(
        Outcome.AGREED, "plan 2 (('b', 'too heavy for me'),)", (), ("a", "b", "c")
    )
    assert [role for _, role in table.asked].count(Role.LEAD) == 2


def test_a_star_ends_without_agreement_after_its_rounds() -> None:
    table = QuietTable(Topology.STAR, "ab", REFUSE)
    assert table.run_until_quiet()
    ending = table.endings["b", Topic(100.5, "a", 1)]
    assert ending.outcome is Outcome.NOT_AGREED
    assert ending.agreed == ("a",)
    assert [role for _, role in table.asked] == [Role.LEAD, Role.ANSWER] * 3


def test_in_a_round_robin_no_plan_counts_before_all_have_spoken() -> None:
    table = QuietTable(Topology.ROUND_ROBIN, "abc", Draft("now", (("c", "Stop"),)))
    assert table.run_until_quiet()
    assert [name for name, _ in table.asked] == ["a", "b", "c"]
    assert table.endings["b", Topic(100.5, "a", 1)].assignments == (("c", "Stop"),)


@pytest.mark.parametrize("topology", list(FORMS))
def test_who_joins_late_is_asked_in_the_next_round_and_who_left_is_not_waited_for(
    topology: Topology,
) -> None:
    table = QuietTable(topology, "abc", REFUSE)
    table.alive.discard("c")
    while not any(said.round == 1 for _, said in table.told):
        table.step()
    table.alive.add("c")
    assert table.run_until_quiet()
    assert "c" in [name for name, _ in table.asked]
    assert table.now <= 104.0


def test_of_two_opened_at_once_all_hold_the_same() -> None:
    table = QuietTable(Topology.STAR, "abc", AGREE)
    table.robots = {name: Conversations(table.form, name) for name in "abc"}
    for name in "bc":
        table.robots[name].want(name, table.now)
    assert table.run_until_quiet()
    assert {talk.current and talk.current.topic.opener for talk in table.robots.values()} == {"b"}


def test_who_talked_to_itself_on_joining_takes_part_in_what_was_open_before() -> None:
    """It knew of nobody yet, so that one was over in no time; the others wait for its answer."""
    late = Conversations(QuietTable(Topology.STAR, "abc", AGREE).form, "z")
    late.want("z", 110.0)
    late.let_pass(110.0, frozenset())
    assert late.current is not None
    late.current.say(Draft("all of it"), 110.0)
    late.let_pass(110.1, frozenset())
    assert late.current.ending is not None
    earlier = Topic(100.0, "a", 1)
    open_one = Utterance(Act.PROPOSE, late.form.name, earlier, 2, "yours", members=("a", "z"))
    late.hear("a", open_one, 110.2, remembered=True)
    assert late.current.topic != earlier
    late.hear("a", open_one, 110.3)
    assert late.current.topic == earlier
    assert late.current.turn is Role.ANSWER


def test_what_is_remembered_opens_nothing_but_tells_how_it_ended() -> None:
    table = QuietTable(Topology.STAR, "ab", AGREE)
    assert table.run_until_quiet()
    late = Conversations(table.form, "z")
    for sender, said in table.told:
        late.hear(sender, said, table.now, remembered=True)
    assert late.current is not None
    assert late.current.ending == table.endings["a", Topic(100.5, "a", 1)]
    opening = replace(table.told[0][1], topic=Topic(200.0, "a", 9))
    late.hear("a", opening, table.now, remembered=True)
    assert late.current.ending is not None


def test_what_is_too_long_is_neither_said_nor_heard() -> None:
    form = FORMS[Topology.STAR]
    one, other = Conversations(form, "a"), Conversations(form, "b")
    one.want("a", 1.0)
    one.let_pass(1.0, {"b"})
    assert one.current is not None
    with pytest.raises(ValueError, match="201 characters; expected at most 200"):
        one.current.say(Draft("x" * 201), 1.0)
    said = one.current.say(Draft("x" * 200), 1.0)
    other.hear("a", replace(said, text="x" * 201), 1.0)
    assert other.current is not None
    assert other.current.turn is None


def test_who_never_answers_is_waited_for_twice_and_asked_ever_after() -> None:
    table = QuietTable(Topology.STAR, "ab", AGREE)
    table.alive.discard("b")
    waited = []
    for _ in range(3):
        robot, begun = table.robots["a"], table.now
        robot.want("a", table.now)
        while robot.is_open:
            table.now += STEP
            for said in robot.let_pass(table.now, {"b"}):
                table.say("a", said)
            talk = robot.current
            if talk is not None and talk.turn is Role.LEAD:
                assert talk.members == ("a", "b")
                talk.say(AGREE, table.now)
        waited.append(table.now - begun)
    assert waited[0] == waited[1] > 2 * waited[2]


@pytest.mark.parametrize(("rounds", "settles"), [(0, False), (3, True)])
def test_a_star_of_no_round_or_about_nothing_new_ends_with_what_its_leader_says(
    rounds: int, settles: bool
) -> None:
    form = replace(FORMS[Topology.STAR], rounds=rounds)
    one, other = Conversations(form, "a"), Conversations(form, "b")
    one.want("a", 1.0)
    one.let_pass(1.0, {"b"})
    assert one.current is not None
    said = one.current.say(Draft("the plan", settles=settles), 1.0)
    assert said.act is Act.CONCLUDE
    other.hear("a", said, 1.5)
    assert other.current is not None
    assert other.current.ending == one.current.ending
    assert other.current.ending == Ending(Outcome.AGREED, "the plan", (), ("a",))


@pytest.mark.parametrize("topology", sorted(FORMS))
def test_all_talk_again_after_their_clocks_were_set_back(topology: Topology) -> None:
    table = Table(FORMS[topology], "abc", Wire(random.Random(1)))
    table.robots["a"].want(("a",), table.now)
    assert table.run_until_quiet()
    table.now = 2.0
    for robot in table.robots.values():
        robot.clock_set_back(table.now)
    table.robots["a"].want(("a",), table.now)
    table.step()
    assert table.run_until_quiet()
    topics = {robot.current.topic for robot in table.robots.values() if robot.current}
    assert [topic.begun < 100.0 for topic in topics] == [True]
    assert {name for name, said in table.told if said.topic in topics} >= {"a", "b", "c"}
