"""Find stage and sections of a prompt by its headings, and what was refused before."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

STAGES = {
    "generate candidate sub-tasks": "generate",
    "rank the candidates": "rank",
    "reflect on the sub-task": "reflect",
    "agree with the plans made so far or object, then choose yours": "negotiate",
    "choose the next sub-skill": "subskill",
    "judge where objects belong": "judge",
    "decide the next sub-task": "naive",
    "think step by step and decide the next sub-task": "cot",
    "predict what your teammates do next": "predict",
    "score the candidates": "score",
    "choose what to do next": "direct",
}
"""The stage that each heading of instructions stands for."""

_HEADING = re.compile(r"^##\s+(.+?)\s*$")
_INSTRUCTIONS = re.compile(r"^Instructions:\s*(.+)$")
_QUOTED = re.compile(r"«[^»]*»?")


@dataclass(frozen=True)
class Prompt:
    """Hold a prompt's stage, its sections' lines by heading, and the answers refused so far."""

    stage: str
    sections: Mapping[str, tuple[str, ...]]
    refused: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    """Every message, word for word."""

    def lines(self, heading: str) -> tuple[str, ...]:
        """Return the lines of a section without quoted words; none where there is no section."""
        return tuple(_QUOTED.sub("«»", line) for line in self.sections.get(heading, ()))

    def items(self, heading: str) -> tuple[tuple[str, ...], ...]:
        """Return the fields of each ``- a | b | c`` line of a section."""
        return tuple(
            tuple(field.strip() for field in line[2:].split(" | "))
            for line in self.lines(heading)
            if line.startswith("- ")
        )


def read_prompt(messages: Sequence[Mapping[str, object]]) -> Prompt | None:
    """Return what the last message with instructions asks, or None where no stage is known."""
    texts = [(str(m.get("role", "")), _text(m.get("content"))) for m in messages]
    for index in range(len(texts) - 1, -1, -1):
        role, text = texts[index]
        if role != "user":
            continue
        sections = _sections(text.splitlines())
        for heading in sections:
            match = _INSTRUCTIONS.match(heading)
            stage = STAGES.get(match.group(1).lower()) if match else None
            if stage:
                later = tuple(t for r, t in texts[index + 1 :] if r == "assistant")
                return Prompt(stage, sections, later, tuple(text for _, text in texts))
    return None


def _text(content: object) -> str:
    """Return the text of a message, whose content may be a string or a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(str(p.get("text", "")) for p in content if isinstance(p, dict))
    return ""


def _sections(lines: Iterable[str]) -> dict[str, tuple[str, ...]]:
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines:
        match = _HEADING.match(line)
        if match:
            current = sections.setdefault(match.group(1), [])
        elif line.strip():
            current.append(line.rstrip())
    return {heading: tuple(body) for heading, body in sections.items()}
