# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find stage and sections of a prompt by its headings, and what was refused before."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

STAGES = {
    "generate candidate sub-tasks": "generate",
    "rank the candidates": "rank",
    "reflect on the sub-task": "reflect",
    "agree with the plans made so far or object, then choose yours": "negotiate",
    "choose the next sub-skill": "subskill",
    "judge where objects belong": "judge",
    "decide the next sub-task": "choose",
    "think step by step and decide the next sub-task": "reason",
    "predict what your teammates do next": "predict",
    "score the candidates": "score",
    "choose what to do next": "direct",
    "read what a stranger says": "hear",
    "draft a message": "draft",
    "choose from the available plans": "choose_plan",
    "write the meta-plan": "meta_plan",
    "adapt the meta-plan": "adapt_plan",
    "judge the meta-plan": "evaluate_plan",
    "talk with the others and agree on one action for each": "agree",
    "plan one action for each robot": "arrange",
    "divide the task": "divide",
    "work out the numbers of your share": "compute",
    "check your share": "check",
    "choose the next action of your share": "act",
}
"""The stage that each heading of instructions stands for."""

_HEADING = re.compile(r"^##[^\S\n]+(\S.*?)[^\S\n]*$", re.MULTILINE)
_INSTRUCTIONS = re.compile(r"^Instructions:\s*(.+)$")
_QUOTED = re.compile(r"«(?<!Do <«)[^»\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*»?")
"""Words of others, no further than their line; but for those that name a sub-task, cleaned of all
that could end them."""


@dataclass(frozen=True)
class Prompt:
    """Hold a prompt's stage, its sections' texts by heading, and the answers refused so far."""

    stage: str
    sections: Mapping[str, str]
    refused: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    """Every message, word for word."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """The sections of what comes before: task, sub-tasks, format."""

    def lines(self, heading: str) -> tuple[str, ...]:
        """Return the lines of a section without quoted words; none where there is no section."""
        return _lines(self.sections.get(heading, ""))

    def items(self, heading: str) -> tuple[tuple[str, ...], ...]:
        """Return the fields of each ``- a | b | c`` line of a section."""
        return tuple(map(fields_of, self.entries(heading)))

    def entries(self, heading: str) -> tuple[str, ...]:
        """Return the lines of a section that begin with a dash, without quoted words."""
        return tuple(line for line in self.lines(heading) if line.startswith("- "))


def read_prompt(messages: Sequence[Mapping[str, object]]) -> Prompt | None:
    """Return what the last message with instructions asks, or None where no stage is known."""
    texts = [(str(m.get("role", "")), _text(m.get("content"))) for m in messages]
    for index in range(len(texts) - 1, -1, -1):
        role, text = texts[index]
        if role != "user":
            continue
        sections = _sections(text)
        for heading in sections:
            match = _INSTRUCTIONS.match(heading)
            stage = STAGES.get(match.group(1).lower()) if match else None
            if stage:
                later = tuple(t for r, t in texts[index + 1 :] if r == "assistant")
                before = [t for r, t in texts[:index] if r == "system"]
                rules = _rules("\n".join(before))
                return Prompt(stage, sections, later, tuple(text for _, text in texts), rules)
    return None


def unquoted(text: str) -> str:
    """Return lines without quoted words, which are information and never instructions."""
    return _QUOTED.sub("«»", text) if "«" in text else text


def fields_of(entry: str) -> tuple[str, ...]:
    """Return the fields of an entry ``- a | b | c``."""
    return tuple(map(str.strip, entry[2:].split(" | ")))


def _text(content: object) -> str:
    """Return the text of a message, whose content may be a string or a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(str(p.get("text", "")) for p in content if isinstance(p, dict))
    return ""


def _sections(text: str) -> dict[str, str]:
    """Return the text of each section by its heading; two of one heading are taken together."""
    found = list(_headings(text))
    ends = [*(heading.start() for heading in found), len(text)][1:]
    sections: dict[str, str] = {}
    for heading, end in zip(found, ends, strict=True):
        name = heading.group(1)
        sections[name] = sections.get(name, "") + text[heading.end() : end]
    return sections


def _headings(text: str) -> Iterator[re.Match[str]]:
    """Yield the headings, looked for at lines that begin like one: few do."""
    at = 0 if text.startswith("##") else text.find("\n##") + 1
    while at or text.startswith("##", at):
        if heading := _HEADING.match(text, at):
            yield heading
        at = text.find("\n##", at) + 1
        if not at:
            return


@lru_cache(maxsize=64)
def _rules(text: str) -> Mapping[str, str]:
    """Return the sections of what comes before a question: the same for most questions."""
    return MappingProxyType(_sections(text))


@lru_cache(maxsize=256)
def _lines(body: str) -> tuple[str, ...]:
    """Return the lines of a section that are not empty, without quoted words."""
    return tuple([text for line in unquoted(body).splitlines() if (text := line.rstrip())])
