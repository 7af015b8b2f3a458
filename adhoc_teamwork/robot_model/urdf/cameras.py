# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find the cameras of an URDF: sensors that it describes, and frames named as cameras' are.

Gazebo's <sensor> inside <gazebo reference="LINK"> is what robots' descriptions give optics in; it
looks along x of its link. A frame whose name ends in `optical_frame` looks along z (REP-103).
"""

import logging
import math
import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, transform
from adhoc_teamwork.robot_model.model import Camera, Joint, Link
from adhoc_teamwork.robot_model.urdf.values import Place

_LOG = logging.getLogger(__name__)
_KINDS = (
    "camera",
    "depth",
    "depth_camera",
    "rgbd_camera",
    "rgbd",
    "wideanglecamera",
    "multicamera",
)
_OPTICAL = re.compile(r"optical(_frame|_link)?$", re.IGNORECASE)
_CAMERA_LINK = re.compile(r"camera|realsense|kinect|xtion|zed_|webcam", re.IGNORECASE)
_OTHER_SENSOR = re.compile(r"accel|gyro|(^|[_/])imu(_|$)", re.IGNORECASE)
"""Frames of a camera's housing that are no cameras."""

FROM_OPTICAL: Floats = np.array(
    [[0.0, -1.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
)
"""The frame with x ahead and z up, in an optical frame: z ahead, x right, y down."""


def read_cameras(
    root: Element, source: str, links: Mapping[str, Link], joints: Mapping[str, Joint]
) -> tuple[Camera, ...]:
    """Return the cameras, those with optics first; frames near a described sensor are its own.

    A sensor on a link that the robot does not have is left out with a word, as Gazebo does.

    Raises:
        ConfigError: The numbers of a described sensor are wrong.
    """
    found = []
    for gazebo in root.findall("gazebo"):
        for sensor in gazebo.findall("sensor"):
            if sensor.get("type", "") in _KINDS:
                place, link = _place(sensor, source), gazebo.get("reference", "")
                if _has(links, link, place):
                    found.append(_gazebo_camera(sensor, link, place))
    for sensor in root.findall("sensor"):
        if sensor.find("camera") is not None:
            place = _place(sensor, source)
            link = place.text(place.child(sensor, "parent"), "link")
            if _has(links, link, place):
                found.append(_urdf_camera(sensor, link, place))
    # Some descriptions give a sensor twice.
    once = {(camera.name, camera.link): camera for camera in found}
    return tuple(once.values()) or _by_name(links, joints)


def _place(sensor: Element, source: str) -> Place:
    return Place(source, f"sensor '{sensor.get('name', '')}'")


def _has(links: Mapping[str, Link], link: str, place: Place) -> bool:
    """Tell whether the robot has a sensor's link; say so where not."""
    if link not in links:
        _LOG.warning("%s", place.wrong(f"left out, as there is no link '{link}'"))
    return link in links


def _gazebo_camera(sensor: Element, link: str, place: Place) -> Camera:
    pose = (sensor.findtext("pose") or "0 0 0 0 0 0").strip()
    x, y, z, roll, pitch, yaw = place.numbers(pose, 6, "pose")
    origin = transform((x, y, z), (roll, pitch, yaw))
    if _OPTICAL.search(link):
        # Gazebo itself would look along x; those who reference an optical frame mean its z.
        origin = origin @ FROM_OPTICAL
    camera = sensor.find("camera")
    optics = _Optics(place, camera if camera is not None else Element("camera"))
    return Camera(
        name=sensor.get("name", "") or link,
        link=link,
        origin=origin,
        horizontal_fov=optics.horizontal,
        vertical_fov=optics.vertical,
        range=optics.range,
    )


def _urdf_camera(sensor: Element, link: str, place: Place) -> Camera:
    """Return the camera of URDF's own <sensor>: optical axis along z."""
    image = place.child(place.child(sensor, "camera"), "image")
    fov = place.number(image, "hfov")
    shape = place.number(image, "height") / place.number(image, "width")
    return Camera(
        name=sensor.get("name", "") or link,
        link=link,
        origin=place.origin(sensor) @ FROM_OPTICAL,
        horizontal_fov=fov,
        vertical_fov=_other_fov(fov, shape),
        range=place.number(image, "far"),
    )


class _Optics:
    """Read field of view and range out of a <camera>; None where it does not say.

    Without focal lengths the pixels are taken to be square, as Gazebo does.
    """

    def __init__(self, place: Place, camera: Element) -> None:
        def number(path: str) -> float | None:
            text = camera.findtext(path)
            return None if text is None else place.numbers(text, 1, path)[0]

        self.horizontal = number("horizontal_fov")
        width, height = number("image/width"), number("image/height")
        self.range = number("clip/far")
        if self.horizontal is not None and not 0.0 < self.horizontal < 2.0 * math.pi:
            raise place.wrong(f"horizontal_fov: expected radians above 0, got {self.horizontal:g}")
        if (width is not None and width <= 0.0) or (height is not None and height <= 0.0):
            raise place.wrong("image: expected width and height above 0")
        self.vertical = None
        focal_x, focal_y = number("lens/intrinsics/fx"), number("lens/intrinsics/fy")
        if width and height and focal_x and focal_y:
            self.horizontal = 2.0 * math.atan2(width, 2.0 * focal_x)
            self.vertical = 2.0 * math.atan2(height, 2.0 * focal_y)
        elif self.horizontal is not None and width and height:
            self.vertical = _other_fov(self.horizontal, height / width)


def _other_fov(fov: float, ratio: float) -> float:
    """Return the field of view across the other side of an image; wide ones by their angle."""
    if fov >= math.pi:
        return min(fov * ratio, math.pi)
    return 2.0 * math.atan(math.tan(fov / 2.0) * ratio)


def _by_name(links: Mapping[str, Link], joints: Mapping[str, Joint]) -> tuple[Camera, ...]:
    """Return a camera for each optical frame, or else for each link named as a camera is."""
    links = {name: link for name, link in links.items() if not _OTHER_SENSOR.search(name)}
    optical = [name for name in links if _OPTICAL.search(name)]
    above = {joint.child: joint.parent for joint in joints.values()}
    if optical:
        return tuple(Camera(above.get(name, name), name, FROM_OPTICAL) for name in optical)
    named = [name for name in links if _CAMERA_LINK.search(name)]
    tops = [name for name in named if above.get(name) not in named]
    return tuple(Camera(name, name, transform()) for name in tops)
