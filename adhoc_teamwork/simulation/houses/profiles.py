# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which shape a type of furniture has; types nobody listed are judged by the end of their name."""

from adhoc_teamwork.teamwork.enums import StrEnum


class Profile(StrEnum):
    """Name the shapes that `adhoc_teamwork.simulation.houses.shapes` can build."""

    TABLE = "table"
    SHELF = "shelf"
    CABINET = "cabinet"
    DRESSER = "dresser"
    COUNTER = "counter"
    SOFA = "sofa"
    CHAIR = "chair"
    BED = "bed"
    BLOCK = "block"
    CONTAINER = "container"
    BASIN = "basin"
    TOILET = "toilet"
    LAMP = "lamp"
    SCREEN = "screen"
    PLANT = "plant"
    ON_WALL = "on wall"
    SOLID = "solid"


_PROFILES = {
    Profile.TABLE: "DiningTable CoffeeTable SideTable Desk Stool",
    Profile.SHELF: "ShelvingUnit Shelf TVStand Cart",
    Profile.CABINET: "Fridge WashingMachine ClothesDryer Cabinet Drawer Dishwasher",
    Profile.DRESSER: "Dresser",
    Profile.COUNTER: "CounterTop",
    Profile.SOFA: "Sofa ArmChair",
    Profile.CHAIR: "Chair",
    Profile.BED: "Bed",
    Profile.BLOCK: "Ottoman Footstool",
    Profile.CONTAINER: "GarbageCan Box LaundryHamper Bathtub Basket Bin",
    Profile.BASIN: "Sink",
    Profile.TOILET: "Toilet",
    Profile.LAMP: "FloorLamp DeskLamp",
    Profile.SCREEN: "Television",
    Profile.PLANT: "HousePlant",
    Profile.ON_WALL: (
        "Painting Window Blinds Curtains Mirror LightSwitch ToiletPaperHanger TowelHolder "
        "HandTowelHolder ShowerHead ShowerCurtain Doorway Doorframe RoomDecor Frame PictureFrame"
    ),
    Profile.SOLID: "DogBed TableTopDecor",
}
_BY_TYPE = {name: profile for profile, names in _PROFILES.items() for name in names.split()}
_BY_ENDING = (
    ("table", Profile.TABLE),
    ("desk", Profile.TABLE),
    ("stool", Profile.TABLE),
    ("nightstand", Profile.TABLE),
    ("armchair", Profile.SOFA),
    ("chair", Profile.CHAIR),
    ("sofa", Profile.SOFA),
    ("couch", Profile.SOFA),
    ("shelf", Profile.SHELF),
    ("shelves", Profile.SHELF),
    ("bookcase", Profile.SHELF),
    ("rack", Profile.SHELF),
    ("stand", Profile.SHELF),
    ("dresser", Profile.DRESSER),
    ("cabinet", Profile.CABINET),
    ("wardrobe", Profile.CABINET),
    ("cupboard", Profile.CABINET),
    ("counter", Profile.COUNTER),
    ("island", Profile.COUNTER),
    ("bed", Profile.BED),
    ("bin", Profile.CONTAINER),
    ("trashcan", Profile.CONTAINER),
    ("basket", Profile.CONTAINER),
    ("hamper", Profile.CONTAINER),
    ("sink", Profile.BASIN),
    ("curtain", Profile.ON_WALL),
    ("curtains", Profile.ON_WALL),
    ("mirror", Profile.ON_WALL),
    ("painting", Profile.ON_WALL),
    ("poster", Profile.ON_WALL),
    ("picture", Profile.ON_WALL),
    ("photo", Profile.ON_WALL),
    ("artwork", Profile.ON_WALL),
    ("plaque", Profile.ON_WALL),
    ("wallclock", Profile.ON_WALL),
)


def profile_of(category: str) -> Profile:
    """Return the shape of an object type."""
    if category in _BY_TYPE:
        return _BY_TYPE[category]
    name = category.lower()
    return next((shape for ending, shape in _BY_ENDING if name.endswith(ending)), Profile.SOLID)
