# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Every Python file begins with the licence's header, as ament_copyright asks of packages."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
HEADER = "# Copyright 2026 adhoc_teamwork maintainers\n#\n# Licensed under the Apache License"
MADE = {".adhoc", "build", "install", "log", "runs"}
"""Folders that no commit holds."""


def test_every_file_has_its_header() -> None:
    files = [f for f in ROOT.rglob("*.py") if f.relative_to(ROOT).parts[0] not in MADE]
    lacking = [
        str(f.relative_to(ROOT))
        for f in files
        if f.name != "setup.py" and (text := f.read_text("utf-8")) and HEADER not in text[:300]
    ]
    assert len(files) > 1000
    assert not lacking, f"{lacking}: expected the header that other files have"
