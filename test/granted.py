# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a policy grants, read as SROS2 reads it: a denial goes before what is allowed."""

import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True)
class Rights:
    """Hold the patterns of one enclave by right, denials of publishing apart."""

    granted: dict[str, tuple[str, ...]]
    never_says: tuple[str, ...]

    @property
    def says(self) -> tuple[str, ...]:
        return self.granted.get("publish", ())

    def may_say(self, topic: str) -> bool:
        return self.may("publish", topic) and not _any(self.never_says, topic)

    def may_hear(self, topic: str) -> bool:
        return self.may("subscribe", topic)

    def acts(self, right: str, name: str) -> bool:
        """Tell whether a service or topic is one of an action's that it may call or execute."""
        action, found, _ = name.partition("/_action/")
        return bool(found) and self.may(right, action)

    def may(self, right: str, name: str) -> bool:
        return _any(self.granted.get(right, ()), name)


def rights(text: str) -> dict[str, Rights]:
    """Return the rights of every enclave of a policy, by its path."""
    found = {}
    for enclave in ElementTree.fromstring(text).iter("enclave"):
        granted: dict[str, tuple[str, ...]] = {}
        denied: tuple[str, ...] = ()
        for profile in enclave.iter("profile"):
            for listed in profile:
                names = tuple(child.text or "" for child in listed)
                for right, rule in listed.attrib.items():
                    if rule == "ALLOW":
                        granted[right] = granted.get(right, ()) + names
                    else:
                        assert right == "publish"
                        denied += names
        found[str(enclave.get("path"))] = Rights(granted, denied)
    return found


def _any(patterns: tuple[str, ...], name: str) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
