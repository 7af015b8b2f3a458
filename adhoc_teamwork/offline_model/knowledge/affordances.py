# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where each kind of thing is kept in ordinary homes, and where it may lie in use.

Written from what is commonly known of homes, kind by kind, and from nothing that scores a robot:
where do most homes keep such a thing, where do some, where does it lie while somebody uses it?
Anywhere else most people would call it out of place.

Where people who were asked (Housekeep, Kant et al. 2022) would rather have such things tidied away
from a place than tidied to it, and at most one in five to it, the place counts one grade less.
"""

from dataclasses import dataclass

ROOM_GROUPS: dict[str, tuple[str, ...]] = {
    "anywhere": (
        "kitchen", "dining", "living", "bedroom", "bathroom", "office", "hall", "laundry",
        "garage",
    ),
    "eating": ("kitchen", "dining"),
    "meals": ("kitchen", "dining", "living"),
    "rest": ("living", "bedroom", "office", "hall"),
    "day": ("living", "dining", "office", "hall", "bedroom"),
    "wet": ("bathroom", "laundry"),
    "back": ("garage", "laundry", "hall"),
}  # fmt: skip
"""Rooms that are often meant together."""

_FURNITURE_GROUPS: dict[str, tuple[str, ...]] = {
    "tables": ("dining table", "coffee table", "side table", "desk"),
    "storage": ("shelf", "dresser", "cabinet"),
}

Places = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
"""Pairs kinds of receptacles with kinds of rooms, the most usual pair first."""


@dataclass(frozen=True, eq=False)
class Affordance:
    """Say of one kind of thing where it is kept and where else it may be; `phrase` says why.

    Each is one of a kind, so that what follows from it can be looked up by it.

    Args:
        phrase: A clause that names the kind of thing and says where it belongs.
        kept: Where most homes keep it.
        also: Where some homes keep it.
        in_use: Where it may lie while somebody uses it, or is put by: nobody tidies it there.
    """

    phrase: str
    kept: Places
    also: Places = ()
    in_use: Places = ()


def _places(*lines: str) -> Places:
    """Read lines such as ``fridge, counter: kitchen``; groups stand for what is in them."""
    pairs = []
    for line in lines:
        kinds, rooms = (part.strip() for part in line.split(":"))
        furniture = [k for kind in kinds.split(", ") for k in _FURNITURE_GROUPS.get(kind, (kind,))]
        where = [r for room in rooms.split() for r in ROOM_GROUPS.get(room, (room,))]
        pairs.append((tuple(dict.fromkeys(furniture)), tuple(dict.fromkeys(where))))
    return tuple(pairs)


AFFORDANCES: dict[str, Affordance] = {
    # --- food and drink -------------------------------------------------------------------------
    "fruit": Affordance(
        "fruit is kept cool or at hand in the kitchen",
        _places("fridge, counter: kitchen"),
        _places("dining table: meals", "vessel: eating living", "cabinet, shelf: kitchen"),
        _places("sink, side table: kitchen", "coffee table: living", "fridge: living office"),
    ),
    "vegetable": Affordance(
        "vegetables are kept cool and prepared in the kitchen",
        _places("fridge, counter: kitchen"),
        _places("vessel: eating", "cabinet, shelf: kitchen"),
        _places("sink, stove, microwave, side table: kitchen", "dining table: eating"),
    ),
    "fresh food": Affordance(
        "what spoils is kept in the fridge",
        _places("fridge: kitchen"),
        _places("counter: kitchen"),
        _places("stove, microwave, sink: kitchen", "vessel: eating living",
                "dining table: eating", "fridge: living office garage"),
    ),
    "meal": Affordance(
        "meals are kept in the kitchen and eaten at a table",
        _places("fridge, counter: kitchen", "dining table: meals"),
        _places("vessel: meals"),
        _places("stove, microwave: kitchen", "coffee table: living", "desk: office",
                "fridge: living office garage"),
    ),
    "dry food": Affordance(
        "what keeps is stored in the kitchen",
        _places("counter, cabinet: kitchen"),
        _places("shelf: kitchen", "dining table: dining living", "fridge: kitchen"),
        _places("toaster, microwave, side table, dining table: kitchen", "vessel: meals",
                "cabinet: dining", "coffee table: living"),
    ),
    "condiment": Affordance(
        "seasoning stands where one cooks or eats",
        _places("counter, cabinet: kitchen"),
        _places("dining table: meals", "shelf: kitchen", "fridge: kitchen"),
        _places("stove, side table: kitchen", "cabinet: dining"),
    ),
    "drink": Affordance(
        "drinks are kept in the kitchen and stand on a table in use",
        _places("fridge, counter: kitchen"),
        _places("cabinet: eating", "dining table: meals", "shelf: eating", "trolley: meals"),
        _places("coffee table, shelf, cabinet, side table: living",
                "desk, side table: office bedroom", "desk: living", "side table: kitchen",
                "dining table: office", "fridge: living office garage"),
    ),
    "supplies": Affordance(
        "unopened supplies are stored away",
        _places("fridge, cabinet: kitchen"),
        _places("shelf, counter: kitchen", "cabinet, shelf: dining back", "fridge: garage",
                "shelf, cabinet: living office bedroom"),
        _places("dining table, side table: eating", "fridge: living office",
                "dining table, coffee table: living"),
    ),
    "waste": Affordance("waste goes into the bin", _places("bin: anywhere")),
    # --- cooking and eating ---------------------------------------------------------------------
    "kettle": Affordance(
        "kettles stand by the stove or on the counter",
        _places("counter, stove: kitchen"),
        _places("cabinet: kitchen"),
        _places("shelf, sink, side table, microwave: kitchen", "dining table: eating"),
    ),
    "pan": Affordance(
        "pots and pans are kept where one cooks",
        _places("stove, counter, cabinet: kitchen"),
        _places("shelf: kitchen"),
        _places("fridge, sink, side table, dresser: kitchen", "dining table: eating"),
    ),
    "kitchen tool": Affordance(
        "tools for cooking are kept in the kitchen",
        _places("counter, cabinet, dresser: kitchen"),
        _places("shelf: kitchen"),
        _places("stove, sink, side table, vessel: kitchen", "dining table: eating"),
    ),
    "cutlery": Affordance(
        "cutlery is kept in the kitchen and laid on the dining table",
        _places("cabinet, dresser: kitchen"),
        _places("counter: kitchen", "dining table: kitchen living", "cabinet, dresser: dining"),
        _places("shelf, side table, sink: kitchen", "dining table: dining", "vessel: meals"),
    ),
    "dishes": Affordance(
        "dishes are kept and washed in the kitchen",
        _places("counter, cabinet: kitchen"),
        _places("shelf: kitchen", "dining table: meals", "cabinet: dining"),
        _places("fridge, microwave, stove, sink, side table, dresser: kitchen",
                "coffee table, shelf, cabinet: living", "shelf: dining", "vessel: meals"),
    ),
    "cup": Affordance(
        "cups are kept in the kitchen and stand where one drinks",
        _places("counter, cabinet: kitchen"),
        _places("shelf: kitchen", "dining table: living", "cabinet: dining"),
        _places("coffee table, shelf, cabinet, side table: living",
                "desk, side table: office bedroom", "desk: living", "shelf: dining",
                "side table, microwave, vessel, coffee machine, sink: kitchen",
                "dining table: eating office"),
    ),
    "table linen": Affordance(
        "what covers a table is kept near it",
        _places("dining table: meals", "cabinet, dresser: eating"),
        _places("counter, shelf: kitchen"),
        _places("coffee table, side table, cabinet, dresser, shelf: living", "washer: anywhere"),
    ),
    # --- living and working ---------------------------------------------------------------------
    "computer": Affordance(
        "computers are used and kept at a desk",
        _places("desk: office bedroom living"),
        _places("coffee table, side table: living", "dining table: living dining office",
                "side table: bedroom office"),
        _places("sofa: living office bedroom", "bed: bedroom", "chair, shelf: rest",
                "dresser: bedroom", "tv stand: living bedroom", "dining table: kitchen"),
    ),
    "phone": Affordance(
        "phones lie at hand",
        _places("desk: office bedroom living", "side table: bedroom living hall"),
        _places("coffee table: living", "dresser: bedroom", "dining table: living office",
                "shelf: rest", "counter: kitchen"),
        _places("dining table: eating", "sofa, chair, tv stand: living", "bed, chair: bedroom",
                "cabinet: rest", "dresser: hall living"),
    ),
    "remote": Affordance(
        "remote controls lie near the television",
        _places("tv stand: living bedroom", "coffee table: living"),
        _places("sofa, side table: living", "side table: bedroom"),
        _places("chair, shelf, dresser, cabinet, desk: living bedroom", "bed: bedroom",
                "dining table: living", "footrest: living bedroom"),
    ),
    "electronics": Affordance(
        "devices stand where they are plugged in",
        _places("tv stand: living bedroom", "desk: office bedroom living"),
        _places("shelf: living office bedroom", "side table: bedroom living"),
        _places("coffee table: living", "dresser: bedroom", "cabinet: rest", "counter: kitchen",
                "shelf, side table, dresser: hall living"),
    ),
    "media": Affordance(
        "discs are kept on shelves and by what plays them",
        _places("shelf: living office bedroom", "tv stand: living bedroom"),
        _places("desk: office bedroom living", "cabinet, dresser: living bedroom"),
        _places("side table, coffee table: living bedroom office"),
    ),
    "book": Affordance(
        "books are kept on shelves and lie where one reads",
        _places("shelf: living office bedroom hall", "desk: office bedroom living"),
        _places("side table: bedroom living", "coffee table: living"),
        _places("sofa, chair, bed: living bedroom office", "dresser, cabinet, tv stand: rest",
                "side table: office hall", "dining table: meals office",
                "footrest: living bedroom"),
    ),
    "paper": Affordance(
        "papers lie where one reads them",
        _places("coffee table: living", "desk: office bedroom living"),
        _places("side table: living bedroom hall", "dining table: meals", "shelf: rest"),
        _places("sofa, chair, bed: living bedroom office", "dresser, cabinet, tv stand: rest",
                "counter: kitchen", "footrest: living bedroom"),
    ),
    "stationery": Affordance(
        "things for writing are kept at a desk",
        _places("desk: office bedroom living"),
        _places("shelf: office living bedroom", "side table, dresser: bedroom office"),
        _places("coffee table, side table, dresser: living hall", "dining table: meals office",
                "cabinet: rest", "tv stand: living", "counter: kitchen", "vessel, box: rest"),
    ),
    "pocket things": Affordance(
        "what one takes along lies on a small table near the door or the bed",
        _places("side table, shelf, dresser: hall", "side table: living bedroom",
                "desk: office bedroom living"),
        _places("dresser: bedroom", "coffee table: living", "shelf: living bedroom office"),
        _places("dining table: meals", "counter: kitchen", "holder, cabinet: hall",
                "tv stand, cabinet: living", "safe, box, vessel: day", "dresser: living"),
    ),
    "jewellery": Affordance(
        "what one wears is laid down near the bed",
        _places("side table, dresser: bedroom"),
        _places("desk: bedroom office", "shelf: bedroom", "side table: living hall"),
        _places("coffee table, shelf, desk: living", "safe, box: day", "dresser, shelf: hall",
                "counter, shelf: bathroom", "dining table: living dining"),
    ),
    "clock": Affordance(
        "alarm clocks stand by the bed",
        _places("side table: bedroom"),
        _places("desk, dresser, shelf: bedroom", "desk, shelf: office", "shelf: living"),
        _places("side table, cabinet, tv stand, desk: living", "side table, shelf: hall"),
    ),
    "lamp": Affordance(
        "small lamps stand on desks and beside beds",
        _places("desk: office bedroom living", "side table: bedroom living"),
        _places("dresser, shelf, cabinet: rest"),
        _places("tv stand, coffee table: living", "side table: office hall"),
    ),
    "bag": Affordance(
        "bags are put down near the door or with clothes",
        _places("holder, shelf: hall", "dresser: bedroom hall"),
        _places("shelf: bedroom garage", "chair: hall", "cabinet: hall bedroom"),
        _places("floor: hall bedroom office garage", "desk, chair: office bedroom living",
                "bed, chair: bedroom", "sofa: living"),
    ),
    # --- washing and cleaning -------------------------------------------------------------------
    "toiletry": Affordance(
        "things for washing are kept in the bathroom",
        _places("counter, sink, cabinet, shelf: bathroom"),
        _places("side table, dresser: bathroom"),
        _places("bathtub, toilet, holder, washer: bathroom", "shelf, cabinet: laundry"),
    ),
    "beauty": Affordance(
        "things for one's looks are kept in the bathroom or the bedroom",
        _places("counter, cabinet, shelf: bathroom", "dresser: bedroom"),
        _places("sink, dresser: bathroom", "side table: bathroom bedroom"),
        _places("desk, shelf: bedroom", "toilet, bathtub: bathroom"),
    ),
    "medicine": Affordance(
        "medicine is kept in a cabinet",
        _places("cabinet, shelf: bathroom"),
        _places("counter: bathroom", "cabinet: kitchen", "side table, dresser: bedroom"),
        _places("counter, shelf, fridge: kitchen", "sink, side table: bathroom",
                "dining table: meals", "shelf: bedroom"),
    ),
    "toilet paper": Affordance(
        "toilet paper is kept dry and beside the toilet",
        _places("holder, toilet: bathroom"),
        _places("shelf, cabinet: bathroom", "counter, side table: bathroom"),
        _places("dresser: bathroom", "shelf, cabinet: laundry"),
    ),
    "soap": Affordance(
        "soap stands where one washes",
        _places("sink, counter: bathroom"),
        _places("sink, counter: kitchen", "bathtub, shelf, cabinet: bathroom"),
        _places("side table, dresser, toilet, holder: bathroom", "cabinet, shelf: kitchen",
                "sink, counter, shelf, cabinet, washer: laundry"),
    ),
    "towel": Affordance(
        "towels hang or are kept in the bathroom",
        _places("holder: bathroom"),
        _places("shelf, cabinet: bathroom", "dresser: bathroom", "hamper: bathroom",
                "dresser, cabinet: bedroom"),
        _places("bathtub, sink, counter, side table, chair, toilet: bathroom", "washer: anywhere",
                "hamper: bedroom laundry", "shelf, counter, cabinet: laundry",
                "holder, counter, cabinet: kitchen", "shelf: bedroom"),
    ),
    "washing-up": Affordance(
        "sponges lie at the sink",
        _places("sink, counter: kitchen"),
        _places("sink, counter: bathroom", "cabinet: kitchen"),
        _places("bathtub, shelf, cabinet, side table, toilet: bathroom", "stove, shelf: kitchen",
                "sink, counter, shelf, cabinet: laundry"),
    ),
    "kitchen roll": Affordance(
        "paper towels stand in the kitchen",
        _places("counter: kitchen"),
        _places("cabinet, shelf: kitchen", "dining table: eating"),
        _places("sink, holder, side table, stove: kitchen", "counter, shelf, cabinet: wet",
                "dining table: living"),
    ),
    "cleaning": Affordance(
        "things for cleaning are kept where there is water",
        _places("cabinet: kitchen bathroom laundry", "counter: laundry"),
        _places("counter: kitchen bathroom", "shelf: bathroom laundry kitchen",
                "shelf, cabinet: garage"),
        _places("bathtub, toilet, side table, dresser, holder: bathroom",
                "holder, stove: kitchen", "washer: anywhere", "dining table: eating",
                "floor: laundry garage", "sink: kitchen bathroom laundry"),
    ),
    "toilet tool": Affordance(
        "such tools stand in the bathroom",
        _places("cabinet: bathroom laundry"),
        _places("shelf: bathroom laundry", "counter, toilet, bathtub: bathroom"),
        _places("floor: bathroom laundry", "sink: bathroom laundry"),
    ),
    "tissues": Affordance(
        "tissues are kept at hand",
        _places("side table: bedroom living", "coffee table: living", "counter: bathroom"),
        _places("dresser: bedroom", "desk: office bedroom", "shelf: bedroom living bathroom",
                "toilet, cabinet: bathroom"),
        _places("dining table: meals", "counter: kitchen", "tv stand, desk: living",
                "side table, dresser: bathroom hall", "cabinet, shelf: rest"),
    ),
    # --- clothes and beds -----------------------------------------------------------------------
    "bedding": Affordance(
        "pillows and blankets belong on beds and sofas",
        _places("bed: bedroom", "sofa: living"),
        _places("chair: living bedroom", "sofa: bedroom office"),
        _places("dresser, cabinet: bedroom", "shelf, cabinet: hall laundry", "shelf: bedroom",
                "chair: office", "footrest: living bedroom", "pet bed: anywhere",
                "washer: anywhere"),
    ),
    "clothing": Affordance(
        "clothes are kept with clothes",
        _places("dresser: bedroom"),
        _places("holder, shelf, dresser: hall", "hamper: bedroom bathroom laundry",
                "shelf, cabinet: bedroom"),
        _places("chair, bed, holder: bedroom", "chair, cabinet: hall", "washer: anywhere",
                "holder: bathroom", "shelf: laundry"),
    ),
    "footwear": Affordance(
        "shoes stand near the door or with clothes",
        _places("shelf, cabinet: hall", "shelf, dresser: bedroom"),
        _places("shelf: garage laundry living", "dresser: hall"),
        _places("floor: hall bedroom garage laundry living"),
    ),
    # --- play and sport -------------------------------------------------------------------------
    "soft toy": Affordance(
        "soft toys sit on the bed or a shelf",
        _places("bed: bedroom"),
        _places("shelf, dresser, chair: bedroom", "sofa, shelf: living"),
        _places("desk, side table, box, sofa: bedroom", "chair, box: living"),
    ),
    "toy": Affordance(
        "toys and games are kept on shelves",
        _places("shelf: bedroom living"),
        _places("dresser, desk, box: bedroom", "cabinet, tv stand, box: living"),
        _places("bed: bedroom", "coffee table: living",
                "dining table: living dining", "side table, chair: bedroom"),
    ),
    "ball": Affordance(
        "balls are kept out of the way with sports things",
        _places("shelf: garage bedroom hall"),
        _places("dresser: bedroom", "box: garage bedroom hall", "cabinet: garage hall"),
        _places("floor: bedroom garage", "bed, desk, chair: bedroom", "shelf: laundry"),
    ),
    "weight": Affordance(
        "things for exercise are kept low and out of the way",
        _places("shelf: garage bedroom"),
        _places("dresser: bedroom", "shelf: hall living office", "cabinet: garage"),
        _places("floor: bedroom garage living office", "bed, desk, chair: bedroom",
                "box: garage bedroom"),
    ),
    "bat": Affordance(
        "sports gear is put away on a shelf or in a wardrobe",
        _places("shelf: garage hall bedroom", "dresser: bedroom hall"),
        _places("cabinet: garage hall", "box: garage bedroom"),
        _places("floor: garage", "bed, desk, chair: bedroom", "shelf: laundry"),
    ),
    # --- decoration and the rest ----------------------------------------------------------------
    "decoration": Affordance(
        "decoration stands where one sees it, on shelves and tables",
        _places("shelf: living bedroom office hall", "coffee table, side table: living"),
        _places("dining table: living dining", "tv stand, cabinet: living", "dresser: bedroom",
                "side table: bedroom hall", "desk: office bedroom"),
        _places("tables, storage: day", "tv stand: bedroom", "dining table, shelf: kitchen",
                "counter: kitchen bathroom", "shelf, side table: bathroom"),
    ),
    "plant": Affordance(
        "plants stand where there is light",
        _places("side table, shelf: living", "coffee table: living"),
        _places("dining table: meals", "desk: office bedroom", "counter: kitchen",
                "shelf: bedroom hall office", "dresser: bedroom office"),
        _places("floor: living dining bedroom office hall", "tables, storage, tv stand: day",
                "shelf, counter: bathroom kitchen"),
    ),
    "candle": Affordance(
        "candles stand on tables",
        _places("coffee table: living", "dining table: living dining"),
        _places("side table: living bedroom", "dresser: bedroom", "counter: bathroom",
                "shelf: living bathroom", "tv stand: living"),
        _places("tables, storage: day", "dining table, counter, shelf: kitchen",
                "bathtub, toilet, side table: bathroom", "tv stand: bedroom"),
    ),
    "container": Affordance(
        "boxes are kept on shelves or on the floor",
        _places("shelf: garage office hall bedroom living"),
        _places("cabinet: garage hall office", "dresser: bedroom", "desk: office",
                "shelf: laundry kitchen"),
        _places("floor: anywhere", "tables, storage: day", "dining table: kitchen",
                "counter: kitchen", "chair: rest"),
    ),
    "garden": Affordance(
        "things for plants stand near water or plants",
        _places("shelf, cabinet: garage laundry"),
        _places("shelf, side table: living", "counter, cabinet: kitchen"),
        _places("floor: anywhere", "sink: kitchen wet", "shelf: day kitchen",
                "coffee table, side table: day", "counter: laundry"),
    ),
    "tool": Affordance(
        "tools are kept where one works",
        _places("shelf, cabinet, desk: garage"),
        _places("shelf, cabinet: laundry hall", "dresser: hall", "shelf: office"),
        _places("floor: garage", "desk: office", "box: anywhere", "dresser: kitchen"),
    ),
}  # fmt: skip
