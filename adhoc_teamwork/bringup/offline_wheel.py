# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Build the wheel for use without ROS, and try it where nothing else of ours is.

python -m adhoc_teamwork.bringup.offline_wheel --out dist        # build it
python -m adhoc_teamwork.bringup.offline_wheel --out dist --try  # and try it
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT, DONE, Parser
from adhoc_teamwork.teamwork.text.console import complain, say

EXTRA = "offline"
PINS = REPOSITORY / "requirements" / "sourced.txt"
TRIED = (
    ("bench", "generate", "--per-size", "1", "--out", "tasks"),
    ("bench", "run", "--taskset", "tasks", "--tasks", "2", "--out", "bench"),
    ("bench", "table", "--results", "bench"),
    ("world", "two_rooms", "--map", "map.yaml"),
)
"""Commands that run in an empty folder, with no variables of ours."""
_BUILT_IN = "[build]\nbuild_base = {folder}/build\n[egg_info]\negg_base = {folder}\n"
"""What setuptools is told of the folder in which it builds."""
_PIN = re.compile(r"^([A-Za-z0-9][\w.-]*==[^\\]*?)\s*\\?$", re.MULTILINE)


def constraints(lock: str) -> str:
    """Return the versions in a lock as pip's constraints, without the hashes of files."""
    return "".join(f"{pin}\n" for pin in _PIN.findall(lock))


def build(folder: Path) -> Path:
    """Build the wheel of this checkout into a folder; return its file.

    Nothing is left in the checkout, and nothing of an earlier build there gets into the wheel: a
    module that has been removed would go on being packed.

    Raises:
        subprocess.CalledProcessError: pip has said why not.
    """
    folder.mkdir(parents=True, exist_ok=True)
    words = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    with tempfile.TemporaryDirectory(prefix="adhoc_wheel_") as scratch:
        told = Path(scratch, "setup.cfg")
        told.write_text(_BUILT_IN.format(folder=scratch), encoding="utf-8")
        env = {**os.environ, "DIST_EXTRA_CONFIG": str(told)}
        subprocess.run([sys.executable, "-m", "pip", *words, str(REPOSITORY)], check=True, env=env)
    return max(folder.glob("adhoc_teamwork-*.whl"), key=lambda path: path.stat().st_mtime_ns)


def try_it(wheel: Path, folder: Path) -> None:
    """Install a wheel into a new environment in a folder, and run what needs no ROS there.

    Raises:
        subprocess.CalledProcessError: Something failed, and has said why.
    """
    venv, pins, work = folder / "venv", folder / "pins.txt", folder / "work"
    pins.write_text(constraints(PINS.read_text(encoding="utf-8")), encoding="utf-8")
    work.mkdir()
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    # Neither our code nor a sourced ROS 2 may lie on its paths.
    strange = ("PYTHONPATH", "AMENT_PREFIX_PATH", "VIRTUAL_ENV", "LD_LIBRARY_PATH")
    env = {key: value for key, value in os.environ.items() if key not in strange}
    wanted = f"{wheel.resolve()}[{EXTRA}]"
    install = [str(venv / "bin" / "pip"), "install", "--quiet", "--constraint", str(pins), wanted]
    subprocess.run(install, check=True, env=env)
    for words in TRIED:
        say(f"adhoc {' '.join(words)}")
        subprocess.run([str(venv / "bin" / "adhoc"), *words], check=True, env=env, cwd=work)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code: 1 where building or trying failed."""
    parser = Parser(prog="offline_wheel", description="Build the wheel for use without ROS.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for it")
    parser.add_argument("--try", dest="is_tried", action="store_true",
        help="install it into a new environment and run the benchmark from there")  # fmt: skip
    options = parser.parse_args(arguments)
    if not PINS.is_file():
        complain(f"{PINS}: not there; expected a checkout")
        return BAD_INPUT
    try:
        wheel = build(options.out)
        say(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")
        if options.is_tried:
            with tempfile.TemporaryDirectory(prefix="adhoc_wheel_") as folder:
                try_it(wheel, Path(folder))
    except (OSError, subprocess.CalledProcessError) as error:
        complain(str(error))
        return 1
    return DONE


if __name__ == "__main__":
    sys.exit(main())
