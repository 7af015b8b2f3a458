# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Open a recording, whichever kind it is, and the belief that takes it in."""

from dataclasses import replace
from pathlib import Path

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.perception.recordings.frames_folder import CAMERA, read_folder
from adhoc_teamwork.perception.recordings.progress import Progress
from adhoc_teamwork.perception.recordings.recording import Recording, Replay, replay
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard, load_robot_card
from adhoc_teamwork.teamwork.bodies.traversability import Footing
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config

_NAMELESS = "robot"
_BAG_SUFFIXES = (".db3", ".mcap")


def open_recording(
    path: Path,
    robot: str = "",
    card: Path | None = None,
    camera_range: float | None = None,
    config: Path | None = None,
) -> tuple[Recording, Perception]:
    """Return what plays a recording, and a belief that knows nothing yet.

    Args:
        path: A folder of frames, the folder of a rosbag2, or its file.
        robot: Whose topics of a bag are read; empty where only one robot's are there.
        card: The robot's card, or None.
        camera_range: Metres; None for the folder's, or the card's.
        config: YAML file with fields of `PerceptionConfig`, or None.

    Raises:
        ConfigError: No recording, or an unusable file; one line.
    """
    body = load_robot_card(card) if card else RobotCard(Capability(_NAMELESS))
    capability = body.capability
    settings = load_config(config, PerceptionConfig) if config else PerceptionConfig()
    # Whether a floor plan is there is known from the start.
    settings = replace(settings, plan_wait=0.0, room_interval=0.0)
    reach = camera_range or (capability.camera_range if card else None)
    recording: Recording
    if (path / CAMERA).is_file():
        folder = read_folder(path)
        recording = replace(folder, camera_range=reach or folder.camera_range)
    elif (path / "metadata.yaml").is_file() or path.suffix in _BAG_SUFFIXES:
        from adhoc_teamwork.perception.recordings.bag import BagRecording

        recording = BagRecording(path, robot, reach or 0.0)
    else:
        raise ConfigError(
            f"{path}: expected a folder with {CAMERA} or a rosbag2 with metadata.yaml"
            if path.exists()
            else f"{path}: no such file or folder; expected a rosbag2 or a folder of frames"
        )
    step = Footing.of(body).step
    return recording, Perception(robot or _NAMELESS, capability, settings, step, body.reach_line)


def perceive(recording: Recording, belief: Perception, every: float = 0.0) -> Replay:
    """Let a belief take in a recording, with progress; see `replay`.

    Raises:
        ConfigError: There was no frame that could be used.
    """
    progress = Progress()
    try:
        result = replay(recording, belief, every, progress)
    finally:
        progress.end()
    if result.frames == 0:
        first = next(iter(result.refused.values()), "it holds none")
        raise ConfigError(f"no frame could be used: {first}")
    return result
