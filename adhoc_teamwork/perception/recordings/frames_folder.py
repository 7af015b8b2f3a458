# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A recording as a folder of plain files: pictures, poses, and what the mask's ids stand for.

===================== ==========================================================================
``camera.json``       width, height, fx, fy, cx, cy in pixels; range in metres
``labels.json``       mask id -> category, pickupable, is_receptacle
``floor_plan.json``   rooms and CONNECTED relations, where a floor plan is given
``frames.jsonl``      one line a frame: stamp (s), camera (4x4, optical frame in `map`), base
                      (x, y, yaw), depth and instances (names of files)
``*.depth.png``       16 bit, millimetres; 0 invalid, 65535 nothing within range
``*.depth.npy``       the same as float32 metres; NaN invalid, +inf nothing within range
``*.instances.png``   16 bit mask ids; 0 is background
===================== ==========================================================================
"""

import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from adhoc_teamwork.perception.frames.camera import BadFrameError, FloatArray, Frame, Intrinsics
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.recordings.recording import Event, NewFloorPlan, NewLabels, Refused
from adhoc_teamwork.perception.scene.graph_json import read_scene_graph, scene_graph_to_json
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import SceneGraph
from adhoc_teamwork.teamwork.settings.config import ConfigError, parse_config, read_text, read_yaml
from adhoc_teamwork.teamwork.settings.files import MEGABYTE, read_regular
from adhoc_teamwork.teamwork.settings.parsing import parse_json

CAMERA, LABELS, FLOOR_PLAN = "camera.json", "labels.json", "floor_plan.json"
FRAMES = "frames.jsonl"
_BEYOND = 65535
"""Value of a depth picture's pixel that met nothing within the camera's range."""
_LARGEST = 65534
_LARGEST_PICTURE = 256 * MEGABYTE


@dataclass(frozen=True)
class CameraFile:
    """Hold the content of ``camera.json``: pixels, and metres of range (0: not known)."""

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float
    range: float = 0.0


@dataclass(frozen=True)
class FrameLine:
    """Hold one line of ``frames.jsonl``."""

    stamp: float
    camera: tuple[tuple[float, float, float, float], ...]
    base: tuple[float, float, float]
    depth: str
    instances: str


@dataclass
class FramesFolder:
    """Play a folder of frames; see `read_folder`."""

    path: Path
    intrinsics: Intrinsics
    camera_range: float
    labels: Mapping[int, Label]
    floor_plan: SceneGraph | None
    lines: tuple[FrameLine, ...]
    done: int = 0

    @property
    def total(self) -> int:
        """Return how many frames there are."""
        return len(self.lines)

    def events(self) -> Iterator[Event]:
        """Yield labels, floor plan and each frame; a broken one is told of and left out."""
        yield NewLabels(self.labels)
        if self.floor_plan is not None:
            yield NewFloorPlan(self.floor_plan)
        for line in self.lines:
            self.done += 1
            try:
                yield self.frame(line)
            except BadFrameError as error:
                yield Refused(f"bad_{error.kind}", f"{line.depth}: {error}")

    def frame(self, line: FrameLine) -> Frame:
        """Return the frame that a line names.

        Raises:
            BadFrameError: A picture that cannot be read or used, or a pose that is not finite.
        """
        return Frame(
            stamp=line.stamp,
            depth=_read_depth(self.path / line.depth),
            instances=_read_picture(self.path / line.instances),
            intrinsics=self.intrinsics,
            pose=np.array(line.camera, np.float64),
            base=Pose(*line.base),
            camera_range=self.camera_range,
        )


def read_folder(path: Path) -> FramesFolder:
    """Return the recording in a folder, its pictures not read yet.

    Raises:
        ConfigError: A file is missing or wrong; one line names file, line and key.
    """
    camera = parse_config(read_yaml(path / CAMERA), CameraFile, str(path / CAMERA))
    try:
        intrinsics = Intrinsics(
            camera.width, camera.height, camera.fx, camera.fy, camera.cx, camera.cy
        )
    except BadFrameError as error:
        raise ConfigError(f"{path / CAMERA}: {error}; expected positive numbers") from None
    plan = path / FLOOR_PLAN
    return FramesFolder(
        path=path,
        intrinsics=intrinsics,
        camera_range=camera.range,
        labels=_read_labels(path / LABELS),
        floor_plan=read_scene_graph(plan) if plan.exists() else None,
        lines=tuple(_read_lines(path)),
    )


@dataclass
class FramesWriter:
    """Write a folder of frames; use it in a `with` block.

    Attributes:
        path: The folder; made where missing. Frames of an earlier recording in it are replaced.
        intrinsics: Of every frame.
        camera_range: Depth up to which +inf means free space, metres.
        exact: Write depth as float32 metres rather than as millimetres.
    """

    path: Path
    intrinsics: Intrinsics
    camera_range: float = 0.0
    exact: bool = False
    _labels: dict[int, Label] = field(default_factory=dict)
    _lines: TextIO | None = None
    _count: int = 0

    def __enter__(self) -> "FramesWriter":
        """Make the folder and write ``camera.json``."""
        self.path.mkdir(parents=True, exist_ok=True)
        for old in (*self.path.glob("*.depth.*"), *self.path.glob("*.instances.png")):
            old.unlink()
        (self.path / FLOOR_PLAN).unlink(missing_ok=True)
        camera = CameraFile(**asdict(self.intrinsics), range=self.camera_range)
        _write_json(self.path / CAMERA, asdict(camera))
        self.set_labels({})
        self._lines = (self.path / FRAMES).open("w", encoding="utf-8")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the list of frames."""
        if self._lines is not None:
            self._lines.close()

    def set_labels(self, labels: Mapping[int, Label]) -> None:
        """Add names of mask ids to those known."""
        self._labels.update(labels)
        ordered = sorted(self._labels.items())
        _write_json(self.path / LABELS, {str(number): asdict(label) for number, label in ordered})

    def set_floor_plan(self, graph: SceneGraph) -> None:
        """Write the floor plan."""
        (self.path / FLOOR_PLAN).write_text(scene_graph_to_json(graph), encoding="utf-8")

    def add(self, frame: Frame) -> None:
        """Write one frame; its pictures first, so that no line names a missing one.

        Raises:
            ValueError: Used outside a `with` block.
        """
        if self._lines is None:
            raise ValueError("frames are added within a `with` block")
        name = f"{self._count:06d}"
        depth = f"{name}.depth.{'npy' if self.exact else 'png'}"
        if self.exact:
            np.save(self.path / depth, frame.depth.astype(np.float32))
        else:
            Image.fromarray(_millimetres(frame.depth)).save(self.path / depth)
        instances = f"{name}.instances.png"
        Image.fromarray(frame.instances.astype(np.uint16)).save(self.path / instances)
        base = frame.base
        line = {
            "stamp": frame.stamp,
            "camera": frame.pose.tolist(),
            "base": [base.x, base.y, base.yaw],
            "depth": depth,
            "instances": instances,
        }
        self._lines.write(json.dumps(line) + "\n")
        self._lines.flush()
        self._count += 1


def _millimetres(depth: FloatArray) -> NDArray[np.uint16]:
    """Return depth in metres as the 16 bit values of a depth picture."""
    finite = np.where(np.isfinite(depth), depth, np.float32(0.0))
    values = np.clip(np.rint(finite * 1000.0), 0, _LARGEST).astype(np.uint16)
    return np.where(np.isposinf(depth), np.uint16(_BEYOND), values).astype(np.uint16)


def _read_depth(path: Path) -> FloatArray:
    if path.suffix == ".npy":
        try:
            depth = np.load(io.BytesIO(read_regular(path, _LARGEST_PICTURE)), allow_pickle=False)
        except (OSError, ValueError, EOFError, MemoryError) as error:
            raise BadFrameError("picture", f"cannot be read: {error}") from None
        if depth.ndim != 2 or depth.dtype.kind != "f":
            raise BadFrameError(
                "encoding",
                f"depth is {depth.dtype} of shape {depth.shape}; expected float32 (h, w)",
            )
        return np.asarray(depth, np.float32)
    values = _read_picture(path)
    metres: FloatArray = (values / np.float32(1000.0)).astype(np.float32)
    metres[values == 0] = np.nan
    metres[values == _BEYOND] = np.inf
    return metres


def _read_picture(path: Path) -> NDArray[np.uint16]:
    try:
        with Image.open(io.BytesIO(read_regular(path, _LARGEST_PICTURE))) as image:
            values: NDArray[Any] = np.asarray(image)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise BadFrameError("picture", f"cannot be read: {error}") from None
    if values.ndim != 2 or values.dtype.kind not in "ui" or values.min(initial=0) < 0:
        raise BadFrameError(
            "encoding", f"picture is {values.dtype} of shape {values.shape}; expected 16 bit grey"
        )
    return values.astype(np.uint16)


def _read_labels(path: Path) -> dict[int, Label]:
    data = read_yaml(path)
    if not isinstance(data, dict):
        raise ConfigError(f"{path}: expected an object of mask ids, got {type(data).__name__}")
    labels = {}
    for key, value in data.items():
        if not str(key).isdigit():
            raise ConfigError(f"{path}: key {key!r}: expected a mask id, a whole number")
        labels[int(key)] = parse_config(value, Label, f"{path}: {key}")
    return labels


def _read_lines(folder: Path) -> Iterator[FrameLine]:
    path = folder / FRAMES
    texts = read_text(path, expected="one line of JSON a frame").split("\n")
    for number, text in enumerate(texts, 1):
        where = f"{path}:{number}"
        if not text.strip():
            continue
        try:
            data = parse_json(text)
        except ValueError as error:
            raise ConfigError(f"{where}: not valid JSON: {error}") from None
        line = parse_config(data, FrameLine, where)
        for name in (line.depth, line.instances):
            if ".." in Path(name).parts or Path(name).is_absolute():
                raise ConfigError(f"{where}: {name!r:.100}: expected a picture in its folder")
            if not (folder / name).is_file():
                raise ConfigError(f"{where}: {name}: no such file; expected a picture beside it")
        yield line


def _write_json(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
