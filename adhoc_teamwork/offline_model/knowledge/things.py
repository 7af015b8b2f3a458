# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The words by which things are known, and the kind in `affordances` that each stands for."""

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
