"""Every value of the vocabulary survives the way into a ROS message and back."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("adhoc_interfaces.msg", reason="interfaces not built: run ./adhoc setup")

from teamwork.capability import Capability
from teamwork.geometry import Point, Pose, Size
from teamwork.llm_call import ChatMessage, LlmCall
from teamwork.message import MessageKind, TeamMessage
from teamwork.robot_state import RobotState
from teamwork.ros import conversions
from teamwork.scene import Detection, Misplaced, Predicate, Presence, Relation, Room, SceneGraph
from teamwork.subtask import Intent, IntentStatus, Reflection, SubTask, SubTaskKind

text = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=20)
single = st.floats(-1000, 1000, width=32)
double = st.floats(-1000, 1000)
seconds = st.integers(0, 10**6).map(lambda tenths: tenths / 10.0)
uint32 = st.integers(0, 2**32 - 1)
points = st.builds(Point, double, double, double)
poses = st.builds(Pose, double, double, st.floats(-3.1, 3.1))
texts = st.lists(text, max_size=3).map(tuple)
capabilities = st.builds(
    Capability,
    robot_type=text,
    can_navigate=st.booleans(),
    can_manipulate=st.booleans(),
    **{
        name: single
        for name in Capability.__dataclass_fields__
        if name not in ("robot_type", "can_navigate", "can_manipulate")
    },
)
states = st.builds(
    RobotState,
    pose=poses,
    room=text,
    held_object=text,
    held_category=text,
    battery=single,
    subtask=text,
    subskill=text,
    explored_rooms=texts,
)
subtasks = st.builds(
    SubTask,
    kind=st.sampled_from(SubTaskKind),
    room=text,
    object_id=text,
    receptacle=text,
)
intents = st.builds(
    Intent,
    intent_id=uint32,
    status=st.sampled_from(IntentStatus),
    subtask=subtasks,
    object_category=text,
    object_position=st.none() | points,
    reason=text,
)
reflections = st.builds(
    Reflection, to=text, intent_id=uint32, conflict=st.booleans(), explored_rooms=texts, text=text
)
detections = st.builds(
    Detection,
    object_id=text,
    category=text,
    position=points,
    size=st.builds(Size, double, double, double),
    room=text,
    room_type=text,
    receptacle=text,
    receptacle_category=text,
    relation=st.none() | st.sampled_from(Predicate),
    support_height=single,
    pickupable=st.booleans(),
    is_receptacle=st.booleans(),
    misplaced=st.sampled_from(Misplaced),
    reason=text,
    confidence=single,
    status=st.sampled_from(Presence),
    seen=seconds,
    seen_by=text,
)
rooms = st.builds(
    Room,
    room_id=text,
    outline=st.lists(st.tuples(single, single), max_size=5).map(tuple),
    room_type=text,
    type_confidence=single,
    explored=single,
)
graphs = st.builds(
    SceneGraph,
    stamp=seconds,
    rooms=st.lists(rooms, max_size=2).map(tuple),
    objects=st.lists(detections, max_size=2).map(tuple),
    relations=st.lists(st.builds(Relation, text, st.sampled_from(Predicate), text), max_size=2).map(
        tuple
    ),
)
messages = st.builds(
    TeamMessage,
    sender=text,
    session=uint32,
    sequence=uint32,
    stamp=seconds,
    kind=st.sampled_from(MessageKind),
    recipient=text,
    remembered=st.booleans(),
    capability=st.none() | capabilities,
    state=st.none() | states,
    intent=st.none() | intents,
    reflection=st.none() | reflections,
    detections=st.lists(detections, max_size=2).map(tuple),
    text=text,
)
calls = st.builds(
    LlmCall,
    stamp=seconds,
    robot=text,
    call_id=uint32,
    stage=text,
    model=text,
    temperature=single,
    prompt=st.lists(st.builds(ChatMessage, text, text), max_size=3).map(tuple),
    answer=text,
    error=text,
    attempt=st.integers(0, 255),
    prompt_tokens=uint32,
    completion_tokens=uint32,
    latency=single,
)


def same(left: object, right: object) -> bool:
    """Compare field by field; floats to a nanometre, since quaternions and stamps round."""
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-9)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(same, left, right))
    if hasattr(left, "__dataclass_fields__") and type(left) is type(right):
        return all(
            same(getattr(left, name), getattr(right, name)) for name in left.__dataclass_fields__
        )
    return left == right


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("point", points),
        ("pose", poses),
        ("capability", capabilities),
        ("robot_state", states),
        ("intent", intents),
        ("reflection", reflections),
        ("detection", detections),
        ("room", rooms),
        ("scene_graph", graphs),
        ("team_message", messages),
        ("llm_call", calls),
    ],
)
def test_round_trip(name: str, values: st.SearchStrategy[object]) -> None:
    to_ros = getattr(conversions, f"{name}_to_ros")
    from_ros = getattr(conversions, f"{name}_from_ros")

    @settings(max_examples=25, deadline=None)
    @given(values)
    def check(value: object) -> None:
        assert same(from_ros(to_ros(value)), value)

    check()


def test_unknown_kind_is_a_value_error() -> None:
    message = conversions.team_message_to_ros(TeamMessage("a", 1, 1, 0.0, MessageKind.CHAT))
    message.kind = 99
    with pytest.raises(ValueError, match="99"):
        conversions.team_message_from_ros(message)


def test_unknown_support_height_stays_unknown() -> None:
    detection = Detection("Mug_0", "Mug", Point(1, 2, 3))
    back = conversions.detection_from_ros(conversions.detection_to_ros(detection))
    assert math.isnan(back.support_height)
