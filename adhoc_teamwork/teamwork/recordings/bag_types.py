# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Message definitions for recorded bags: ROS 2's, this project's and those that it builds."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rosbags.typesys import Stores, get_types_from_msg, get_typestore

from adhoc_teamwork.teamwork.settings.places import CHECKOUT, shares

OURS = "adhoc_interfaces"
_EMBEDDED = "embedded_interfaces"
_PACKAGES = (OURS, "nav2_msgs", "vision_msgs")
"""Packages that the store of ROS 2 Jazzy lacks."""


@dataclass(frozen=True)
class Definition:
    """Hold what a bag says of a type: its name, its whole text, and its hash (REP-2011)."""

    name: str
    text: str
    digest: str


def make_typestore() -> Any:
    """Return the types of ROS 2 and of this project, for bags that do not hold their own."""
    store = get_typestore(Stores.ROS2_JAZZY)
    found: dict[str, Any] = {}
    for package in _PACKAGES:
        for path in _files(package, "msg"):
            text = path.read_text(encoding="utf-8")
            found.update(get_types_from_msg(text, f"{package}/msg/{path.stem}"))
        for path in _files(package, "action"):
            found.update(_feedback_types(package, path))
    store.register({name: fields for name, fields in found.items() if name not in store.types})
    return store


def define(store: Any, name: str) -> Definition:
    """Return the definition of one type of `store`, as a rosbag2 holds it.

    Raises:
        KeyError: The store has no such type.
    """
    text, _ = store.generate_msgdef(name.replace("/action/", "/msg/"), ros_version=2)
    if "/action/" in name:
        package, part = name.removesuffix("Message").split("/action/")
        text = text.replace(f"{package}/{part}", f"{package}/action/{part}")
    return Definition(name, text, store.hash_rihs01(name))


def _feedback_types(package: str, path: Path) -> dict[str, Any]:
    """Return the types of an action's feedback, under its own name and under that of a message."""
    feedback = path.read_text(encoding="utf-8").split("\n---")[2].strip("-\n")
    found: dict[str, Any] = {}
    for folder in ("action", "msg"):
        part = f"{package}/{folder}/{path.stem}_Feedback"
        whole = f"unique_identifier_msgs/msg/UUID goal_id\n{part} feedback\n"
        found.update(get_types_from_msg(feedback, part))
        found.update(get_types_from_msg(whole, f"{part}Message"))
    return found


def _files(package: str, folder: str) -> Iterator[Path]:
    """Yield the definitions of a package, beside the code or where it is installed."""
    places = (CHECKOUT / package, CHECKOUT / _EMBEDDED / package, *shares(package))
    present = next((place / folder for place in places if (place / folder).is_dir()), None)
    pattern = "*.msg" if folder == "msg" else "*.action"
    yield from sorted(present.glob(pattern)) if present else ()
