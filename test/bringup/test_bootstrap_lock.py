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

import subprocess
import sys
import time
from pathlib import Path

import pytest

from bringup.bootstrap.errors import SetUpError
from bringup.bootstrap.lock import set_up_lock


def test_a_second_holder_is_refused_after_its_wait(tmp_path: Path) -> None:
    path = tmp_path / "state" / "lock"
    with set_up_lock(path):
        begin = time.monotonic()
        with pytest.raises(SetUpError, match="another set-up") as refusal, set_up_lock(path, 0.3):
            pytest.fail("two set-ups at once")
        assert refusal.value.exit_code == 2
        assert 0.3 <= time.monotonic() - begin < 5.0
    with set_up_lock(path, wait=0.0):
        pass


def test_a_child_that_outlives_its_parent_keeps_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with set_up_lock(path) as descriptor:
        child = subprocess.Popen(
            [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=(descriptor,)
        )
    try:
        with pytest.raises(SetUpError), set_up_lock(path, wait=0.2):
            pytest.fail("an orphan is still writing")
    finally:
        child.communicate(b"\n", timeout=10)
    with set_up_lock(path, wait=5.0):
        pass
