# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Have interface files parsed once: six generators read each of them, by a grammar that is slow.

Python imports this module as it starts where its folder is on the path, which it is for the build
of interfaces alone. What is parsed is kept in the folder that ADHOC_PARSED names.
"""

import hashlib
import os
import pickle
import sys
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any


class _Finder:
    """Find rosidl's parser as Python would, and have it remember."""

    def find_spec(self, name: str, path: Any = None, _target: Any = None) -> ModuleSpec | None:
        if name != "rosidl_parser.parser":
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_wrap(module: ModuleType) -> None:
                load(module)
                _remember(module)

            spec.loader.exec_module = load_and_wrap  # type: ignore[method-assign]
        return spec


def _remember(parser: ModuleType) -> None:
    folder, parse = Path(os.environ["ADHOC_PARSED"]), parser.parse_idl_string

    def parse_once(text: str, png_file: str | None = None) -> Any:
        path = folder / hashlib.sha256(text.encode()).hexdigest()
        if path.exists():
            return pickle.loads(path.read_bytes())
        content = parse(text, png_file)
        folder.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.write_bytes(pickle.dumps(content))
        draft.replace(path)
        return content

    parser.parse_idl_string = parse_once


if os.environ.get("ADHOC_PARSED"):
    sys.meta_path.insert(0, _Finder())
