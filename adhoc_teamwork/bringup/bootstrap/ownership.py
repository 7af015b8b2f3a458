# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Know to which clone an environment belongs: all paths within it are those of one place."""

from pathlib import Path

from adhoc_teamwork.bringup.bootstrap.layout import Layout
from adhoc_teamwork.bringup.bootstrap.steps import SetUpError


def other_owner(layout: Layout) -> Path | None:
    """Return the other clone to which the environment belongs, or None.

    A clone that was moved or copied with its environment finds its old place noted there; nobody
    finds this environment at that place any more, so it is this clone's own now.
    """
    own = layout.root.resolve()
    for owner in (_noted(layout), layout.base.resolve().parent.parent):
        if owner is not None and owner != own and _has(owner, layout):
            return owner
    return None


def refuse_foreign(layout: Layout) -> None:
    """Refuse to work on an environment of another clone, which is reached by a link or a mount.

    Raises:
        SetUpError: It belongs to another clone, which finds it at its own place; or the link leads
            nowhere.
    """
    for link in (layout.state, layout.base):
        if link.is_symlink() and not link.exists():
            raise SetUpError(
                f"{link} is a link to {link.readlink()}, which is not there; take the link "
                "away, or make that folder",
                exit_code=2,
            )
    owner = other_owner(layout)
    if owner is not None:
        raise SetUpError(
            f"{layout.base} is the environment of the clone in {owner} and stays as it is; type "
            f"{owner / 'adhoc'}, or take away the link or mount for an environment of its own here",
            exit_code=2,
        )


def claim(layout: Layout) -> None:
    """Note in the environment that it is this clone's."""
    layout.base.mkdir(parents=True, exist_ok=True)
    layout.owner.write_text(str(layout.root.resolve()), encoding="utf-8")


def _noted(layout: Layout) -> Path | None:
    try:
        return Path(layout.owner.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError, UnicodeDecodeError):
        return None


def _has(owner: Path, layout: Layout) -> bool:
    """Tell whether a clone finds the same environment at its own place."""
    try:
        return Layout(owner, layout.flavour).base.samefile(layout.base)
    except (OSError, ValueError):
        return False
