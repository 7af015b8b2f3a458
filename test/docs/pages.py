# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read documentation pages: their fenced blocks, the files that they show, commands and links."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
DOCS = REPOSITORY / "docs"
_BLOCK = re.compile(r"^(?:`([^`\n]+)`:\n\n)?( *)```(\w*)\n(.*?)^\2```$", re.MULTILINE | re.DOTALL)
"""One block; within an item of a list it is indented."""
_LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)")
_SETTING = re.compile(r"[A-Z_]+=\S*")


@dataclass(frozen=True)
class Block:
    """Hold a fenced block; `file` is the name in the line before it, or empty."""

    file: str
    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    """Return a page's fenced blocks."""
    found = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return [
        Block(file, language, re.sub(f"^{indent}", "", text, flags=re.MULTILINE))
        for file, indent, language, text in found
    ]


def files(page: Path) -> dict[str, str]:
    """Return the files that a page shows, by name."""
    return {block.file: block.text for block in blocks(page) if block.file}


def commands(page: Path) -> list[list[str]]:
    """Return the commands of a page's shell blocks as words, without settings before them."""
    found = []
    for block in blocks(page):
        if block.language != "sh" or block.file:
            continue
        for line in block.text.replace("\\\n", " ").splitlines():
            for part in re.split(r"(?<=\s)(?:\||&&)(?=\s)", line):
                words = shlex.split(part, comments=True)
                while words and _SETTING.fullmatch(words[0]):
                    words.pop(0)
                if words:
                    found.append(words)
    return found


def headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    text = re.sub(r"^( *)```.*?^\1```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken_links(page: Path) -> list[str]:
    """Return the links of a page that lead to no file or heading of the repository."""
    broken = []
    for link in _LINK.findall(page.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        if "://" in name:
            continue
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and anchor not in headings(target)):
            broken.append(link)
    return broken
