# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What kinds of things there are, by which words, where each is kept, where it may lie about."""

from dataclasses import dataclass

_THINGS: dict[str, str] = {
    "food": "apple banana carrot cheese egg fruit lettuce meat onion orange pear potato salad "
    "sandwich tomato vegetable pizza food meal lemon",
    "dry food": "bread cake cookie snack cereal chocolate",
    "cookware": "kettle knife butterknife ladle pan pot spatula peppershaker saltshaker shaker "
    "aluminumfoil foil teapot whisk grater cuttingboard",
    "tableware": "bowl plate fork spoon chopstick dish saucer cutlery tray pitcher jug",
    "cup": "cup mug glass wineglass teacup tumbler",
    "drink": "bottle winebottle beer wine juice milk soda water cola can drink beverage",
    "waste": "trash garbage rubbish waste wrapper peel litter emptybottle emptycan emptybox",
    "computer": "laptop tablet notebookcomputer computer keyboard mouse",
    "phone": "cellphone phone smartphone mobile headphone charger camera",
    "remote": "remotecontrol remote controller",
    "media": "cd dvd disc record videogame",
    "reading": "book newspaper magazine comic notebook journal paper letter textbook",
    "stationery": "pen pencil marker scissors stapler eraser crayon tape",
    "personal": "keychain key creditcard card watch wallet purse sunglasses eyeglasses coin ring "
    "jewelry",
    "clock": "alarmclock clock",
    "toiletry": "soapbar toothbrush toothpaste shampoo razor comb hairbrush lotion conditioner",
    "toilet paper": "toiletpaper toiletpaperroll toiletroll",
    "soap": "soapbottle soap dishsoap handsoap detergent",
    "linen": "towel handtowel bathtowel washcloth",
    "cleaning": "dishsponge sponge cloth spraybottle papertowelroll papertowel rag duster",
    "toilet tool": "plunger scrubbrush toiletbrush",
    "paper goods": "tissuebox tissue napkin",
    "bedding": "pillow blanket cushion duvet quilt",
    "clothing": "shirt scarf hat jacket coat sock trousers jeans sweater glove dress cap belt "
    "clothes clothing",
    "footwear": "boot boots shoe sneaker slipper sandal",
    "toy": "teddybear teddy doll toy plush puzzle lego",
    "sport": "basketball baseballbat tennisracket dumbbell ball football racket bat soccerball "
    "skateboard",
    "decoration": "vase statue tabletopdecor figurine sculpture ornament plant flower photo "
    "pictureframe frame roomdecor decor",
    "candle": "candle",
    "container": "box basket crate",
    "garden": "wateringcan",
}

THING_WORDS: dict[str, str] = {
    word: kind for kind, words in _THINGS.items() for word in words.split()
}
"""What each word for a thing stands for."""


ANYWHERE = frozenset(
    ("kitchen", "dining", "living", "bedroom", "bathroom", "office", "hall", "laundry", "garage")
)
_EATING = frozenset(("kitchen", "dining"))
_DAY = frozenset(("living", "dining", "office", "hall"))
_REST = frozenset(("living", "bedroom", "office", "hall"))
_WET = frozenset(("bathroom", "laundry"))
_TABLES = frozenset(("dining table", "coffee table", "side table", "desk"))
_STORAGE = frozenset(("shelf", "dresser", "cabinet", "tv stand"))
_SEATS = frozenset(("sofa", "chair", "bed"))

Spots = tuple[tuple[frozenset[str], frozenset[str]], ...]
Homes = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Affordance:
    """Say for one kind of thing where it is kept, best first, and where else it may be.

    `homes` pairs a kind of receptacle with kinds of rooms, both best first; `may_be` pairs sets of
    both; `phrase` names the kind of thing and says why.
    """

    phrase: str
    homes: Homes
    may_be: Spots


def _homes(*pairs: tuple[str, str]) -> Homes:
    return tuple((kind, tuple(rooms.split())) for kind, rooms in pairs)


def _kinds(text: str) -> frozenset[str]:
    return frozenset(kind.strip() for kind in text.split(","))


AFFORDANCES: dict[str, Affordance] = {
    "food": Affordance(
        "food is kept in the kitchen",
        _homes(("fridge", "kitchen"), ("counter", "kitchen"), ("dining table", "kitchen dining"),
               ("dining table", "living"), ("cabinet", "kitchen"), ("shelf", "kitchen")),
        ((_kinds("fridge, counter, dining table, cooker, sink, vessel, cabinet, shelf, side table"),
          _EATING),
         (_kinds("dining table, coffee table, fridge, vessel"), _DAY)),
    ),
    "dry food": Affordance(
        "bread and the like are kept in the kitchen",
        _homes(("counter", "kitchen"), ("dining table", "kitchen dining"), ("cabinet", "kitchen"),
               ("shelf", "kitchen"), ("fridge", "kitchen"), ("dining table", "living")),
        ((_kinds("fridge, counter, dining table, cooker, vessel, cabinet, shelf, side table"),
          _EATING),
         (_kinds("dining table, coffee table, vessel"), _DAY)),
    ),
    "cookware": Affordance(
        "things for cooking are kept in the kitchen",
        _homes(("counter", "kitchen"), ("cooker", "kitchen"), ("cabinet", "kitchen"),
               ("dining table", "kitchen dining"), ("shelf", "kitchen"), ("sink", "kitchen")),
        ((_kinds("counter, cooker, sink, cabinet, dining table, shelf, vessel, side table, fridge"),
          _EATING),
         (_kinds("dining table"), _DAY)),
    ),
    "tableware": Affordance(
        "dishes and cutlery are kept and washed in the kitchen",
        _homes(("counter", "kitchen"), ("sink", "kitchen"), ("cabinet", "kitchen"),
               ("dining table", "kitchen dining"), ("shelf", "kitchen"),
               ("dining table", "living")),
        ((_kinds("counter, sink, cabinet, dining table, shelf, cooker, fridge, side table, vessel"),
          _EATING),
         (_TABLES | _kinds("shelf, cabinet, vessel"), _DAY)),
    ),
    "cup": Affordance(
        "cups belong to the kitchen or on a table where one drinks",
        _homes(("counter", "kitchen"), ("cabinet", "kitchen"), ("sink", "kitchen"),
               ("dining table", "kitchen dining"), ("shelf", "kitchen"),
               ("coffee table", "living"), ("dining table", "living")),
        ((_kinds("counter, sink, cabinet, dining table, shelf, cooker, fridge, side table"),
          _EATING),
         (_TABLES | _kinds("shelf, cabinet"), _DAY),
         (_kinds("desk, side table"), frozenset(("bedroom",)))),
    ),
    "drink": Affordance(
        "drinks are kept in the kitchen or on a table",
        _homes(("counter", "kitchen"), ("fridge", "kitchen"), ("dining table", "kitchen dining"),
               ("cabinet", "kitchen"), ("shelf", "kitchen"), ("dining table", "living office"),
               ("coffee table", "living"), ("desk", "office living")),
        ((_kinds("fridge, counter, dining table, shelf, cabinet, side table"), _EATING),
         (_TABLES | _kinds("shelf, cabinet, fridge"), _DAY),
         (_kinds("desk, side table"), frozenset(("bedroom",)))),
    ),
    "supplies": Affordance(
        "unopened supplies are stored away",
        _homes(("fridge", "kitchen"), ("cabinet", "kitchen dining"), ("shelf", "kitchen dining"),
               ("counter", "kitchen"), ("shelf", "living bedroom office hall laundry garage"),
               ("cabinet", "living office hall"), ("dining table", "kitchen dining")),
        ((_kinds("fridge, counter, dining table, shelf, cabinet, side table"), _EATING),
         (_TABLES | _kinds("shelf, cabinet, fridge"), _DAY)),
    ),
    "waste": Affordance(
        "waste goes into the bin",
        _homes(("bin", "kitchen dining living office hall bedroom bathroom laundry garage")),
        ((_kinds("bin"), ANYWHERE),),
    ),
    "computer": Affordance(
        "computers are used and kept at a desk or table",
        _homes(("desk", "office bedroom living"), ("coffee table", "living"),
               ("side table", "bedroom living"), ("dresser", "bedroom"),
               ("dining table", "living dining office"), ("sofa", "living")),
        ((_TABLES | _STORAGE | _SEATS, _REST | _DAY), (_kinds("dining table"), _EATING)),
    ),
    "phone": Affordance(
        "phones lie at hand on tables and desks",
        _homes(("desk", "office bedroom living"), ("side table", "bedroom living"),
               ("coffee table", "living"), ("dresser", "bedroom"), ("shelf", "living bedroom"),
               ("dining table", "living dining")),
        ((_TABLES | _STORAGE | _SEATS, _REST | _DAY), (_kinds("dining table, counter"), _EATING)),
    ),
    "remote": Affordance(
        "remote controls are kept near the television",
        _homes(("tv stand", "living bedroom"), ("coffee table", "living"), ("sofa", "living"),
               ("side table", "living bedroom"), ("dresser", "bedroom"), ("desk", "living")),
        ((_TABLES | _STORAGE | _SEATS, _REST | _DAY),),
    ),
    "media": Affordance(
        "discs are kept on shelves and desks",
        _homes(("shelf", "living bedroom office"), ("desk", "bedroom office living"),
               ("tv stand", "living"), ("dresser", "bedroom"), ("side table", "living bedroom")),
        ((_TABLES | _STORAGE, _REST | _DAY),),
    ),
    "reading": Affordance(
        "reading matter is kept on shelves and tables where one reads",
        _homes(("shelf", "living office bedroom"), ("desk", "office bedroom living"),
               ("coffee table", "living"), ("side table", "bedroom living"),
               ("dresser", "bedroom"), ("tv stand", "living"), ("sofa", "living"),
               ("dining table", "living dining")),
        ((_TABLES | _STORAGE | _SEATS, _REST | _DAY), (_kinds("dining table"), _EATING)),
    ),
    "stationery": Affordance(
        "things for writing are kept at a desk",
        _homes(("desk", "office bedroom living"), ("shelf", "office living bedroom"),
               ("side table", "bedroom living"), ("dresser", "bedroom"),
               ("coffee table", "living"), ("dining table", "living dining")),
        ((_TABLES | _STORAGE, _REST | _DAY), (_kinds("dining table, counter"), _EATING)),
    ),
    "personal": Affordance(
        "small personal things are kept on a table, desk or dresser",
        _homes(("side table", "bedroom hall living"), ("dresser", "bedroom"),
               ("desk", "bedroom office living"), ("coffee table", "living"),
               ("shelf", "living hall bedroom"), ("dining table", "living dining")),
        ((_TABLES | _STORAGE | _kinds("safe, box"), _REST | _DAY),
         (_kinds("dining table, counter"), _EATING)),
    ),
    "clock": Affordance(
        "alarm clocks stand by the bed",
        _homes(("side table", "bedroom"), ("dresser", "bedroom"), ("desk", "bedroom"),
               ("shelf", "bedroom living"), ("side table", "living")),
        ((_TABLES | _STORAGE, _REST | _DAY),),
    ),
    "toiletry": Affordance(
        "things for washing are kept in the bathroom",
        _homes(("counter", "bathroom"), ("sink", "bathroom"), ("shelf", "bathroom"),
               ("cabinet", "bathroom"), ("side table", "bathroom"), ("dresser", "bathroom"),
               ("bathtub", "bathroom"), ("toilet", "bathroom")),
        ((_kinds("counter, sink, shelf, cabinet, side table, dresser, bathtub, toilet, holder, "
                 "dining table, washer"), _WET),),
    ),
    "toilet paper": Affordance(
        "toilet paper is kept dry and beside the toilet",
        _homes(("holder", "bathroom"), ("toilet", "bathroom"), ("shelf", "bathroom"),
               ("cabinet", "bathroom"), ("counter", "bathroom"), ("side table", "bathroom"),
               ("dresser", "bathroom")),
        ((_kinds("holder, toilet, shelf, cabinet, counter, side table, dresser"), _WET),),
    ),
    "soap": Affordance(
        "soap stands where one washes",
        _homes(("sink", "bathroom kitchen"), ("counter", "bathroom kitchen"),
               ("shelf", "bathroom"), ("cabinet", "bathroom"), ("side table", "bathroom"),
               ("bathtub", "bathroom"), ("toilet", "bathroom")),
        ((_kinds("counter, sink, shelf, cabinet, side table, dresser, bathtub, toilet, holder, "
                 "washer"), _WET),
         (_kinds("counter, sink, cabinet, shelf"), frozenset(("kitchen",)))),
    ),
    "linen": Affordance(
        "towels are kept in the bathroom",
        _homes(("holder", "bathroom"), ("shelf", "bathroom"), ("counter", "bathroom"),
               ("cabinet", "bathroom"), ("dresser", "bathroom bedroom"), ("hamper", "bathroom"),
               ("bathtub", "bathroom"), ("toilet", "bathroom")),
        ((_kinds("holder, shelf, counter, cabinet, dresser, hamper, bathtub, toilet, sink, washer, "
                 "side table, chair"), _WET),
         (_kinds("dresser, shelf, hamper, cabinet"), frozenset(("bedroom",))),
         (_kinds("counter, cabinet, holder"), frozenset(("kitchen",)))),
    ),
    "cleaning": Affordance(
        "things for cleaning are kept where there is water",
        _homes(("counter", "kitchen bathroom"), ("cabinet", "kitchen bathroom"),
               ("shelf", "bathroom kitchen laundry"), ("toilet", "bathroom"),
               ("side table", "bathroom"), ("sink", "kitchen bathroom"), ("bathtub", "bathroom")),
        ((_kinds("counter, sink, cabinet, shelf, toilet, bathtub, side table, dresser, cooker, "
                 "dining table, washer, fridge, holder"), _WET | _EATING),),
    ),
    "toilet tool": Affordance(
        "such tools stand in the bathroom",
        _homes(("cabinet", "bathroom"), ("shelf", "bathroom"), ("counter", "bathroom"),
               ("toilet", "bathroom")),
        ((_kinds("floor, counter, sink, shelf, cabinet, bathtub, toilet, dresser, side table"),
          _WET),),
    ),
    "paper goods": Affordance(
        "tissues are kept at hand",
        _homes(("side table", "bedroom living"), ("counter", "bathroom kitchen"),
               ("coffee table", "living"), ("dresser", "bedroom"), ("desk", "bedroom office"),
               ("shelf", "living bedroom bathroom")),
        ((_TABLES | _STORAGE | _kinds("counter, toilet"), ANYWHERE),),
    ),
    "bedding": Affordance(
        "pillows and blankets belong on beds and sofas",
        _homes(("bed", "bedroom"), ("sofa", "living"), ("chair", "bedroom living"),
               ("sofa", "bedroom office"), ("dresser", "bedroom")),
        ((_SEATS | _kinds("pet bed, dresser"), _REST | _DAY),),
    ),
    "clothing": Affordance(
        "clothes are kept with clothes",
        _homes(("dresser", "bedroom"), ("shelf", "bedroom hall"), ("hamper", "bedroom bathroom"),
               ("chair", "bedroom"), ("bed", "bedroom"), ("shelf", "living")),
        ((_kinds("dresser, shelf, hamper, chair, bed, sofa, cabinet, holder"), _REST),
         (_kinds("hamper, washer, holder"), ANYWHERE)),
    ),
    "footwear": Affordance(
        "shoes stand on the floor or on a shelf",
        _homes(("shelf", "hall bedroom living"), ("dresser", "bedroom hall"),
               ("shelf", "garage laundry")),
        ((_kinds("floor, shelf, dresser, cabinet"), _REST | frozenset(("garage", "laundry"))),),
    ),
    "toy": Affordance(
        "toys are kept on the bed, the sofa or a shelf",
        _homes(("bed", "bedroom"), ("shelf", "bedroom living"), ("sofa", "living"),
               ("dresser", "bedroom"), ("chair", "bedroom living"), ("desk", "bedroom")),
        ((_SEATS | _STORAGE | _kinds("floor, box, desk, side table, coffee table"), _REST),),
    ),
    "sport": Affordance(
        "sports gear is kept on a shelf or out of the way on the floor",
        _homes(("shelf", "bedroom garage living"), ("dresser", "bedroom"),
               ("desk", "bedroom"), ("bed", "bedroom"), ("sofa", "living"),
               ("chair", "bedroom living")),
        ((_SEATS | _STORAGE | _kinds("floor, box, desk"), _REST | frozenset(("garage",))),),
    ),
    "decoration": Affordance(
        "decoration stands on tables and shelves",
        _homes(("shelf", "living bedroom office"), ("coffee table", "living"),
               ("side table", "living bedroom"), ("dining table", "living dining"),
               ("dresser", "bedroom"), ("desk", "office bedroom"), ("tv stand", "living"),
               ("counter", "kitchen")),
        ((_TABLES | _STORAGE | _kinds("counter, floor"), ANYWHERE),),
    ),
    "candle": Affordance(
        "candles stand on tables, shelves and counters",
        _homes(("coffee table", "living"), ("shelf", "living bathroom bedroom"),
               ("counter", "bathroom"), ("side table", "living bedroom"),
               ("dining table", "living dining"), ("dresser", "bedroom"), ("desk", "bedroom"),
               ("toilet", "bathroom")),
        ((_TABLES | _STORAGE | _kinds("counter, toilet, bathtub"), ANYWHERE),),
    ),
    "container": Affordance(
        "boxes are kept on shelves, tables or the floor",
        _homes(("shelf", "living bedroom office garage"), ("coffee table", "living"),
               ("dresser", "bedroom"), ("dining table", "living dining"), ("desk", "bedroom")),
        ((_TABLES | _STORAGE | _SEATS | _kinds("floor, counter"), ANYWHERE),),
    ),
    "garden": Affordance(
        "things for plants stand near them",
        _homes(("shelf", "living garage"), ("side table", "living"), ("coffee table", "living"),
               ("counter", "kitchen"), ("dining table", "living dining")),
        ((_TABLES | _STORAGE | _kinds("counter, floor, sink"), ANYWHERE),),
    ),
}  # fmt: skip
