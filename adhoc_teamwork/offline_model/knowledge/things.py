# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What kinds of things there are in homes, by which words: two things of a kind are kept alike."""

_THINGS: dict[str, str] = {
    "fruit": "apple apricot avocado banana berry cherry fruit grape kiwi lemon lime mango melon "
    "orange peach pear pineapple plum strawberry",
    "vegetable": "bellpepper broccoli cabbage carrot corn cucumber garlic lettuce mushroom onion "
    "potato pumpkin spinach tomato vegetable",
    "fresh food": "bacon butter cheese chicken cream cutlet egg fish ham meat milk milkcarton "
    "salmon sausage steak tofu yoghurt yogurt",
    "meal": "burger dessert food hamburger hotdog leftover meal pie pizza salad sandwich soup "
    "sushi",
    "dry food": "bagel baguette biscuit bread cake candy cereal chip chocolate cookie cracker "
    "crisp croissant donut doughnut flour honey jam muffin noodle nut pancake pasta rice snack "
    "sugar sweet teabag toast",
    "condiment": "condiment condimentbottle ketchup mustard oil peppermill peppershaker salt "
    "saltshaker sauce shaker spice vinegar",
    "kettle": "coffeepot kettle teakettle teapot",
    "pan": "casserole cookingpot fryingpan pan pot saucepan skillet wok",
    "kitchen tool": "aluminumfoil aluminiumfoil blender choppingboard colander cuttingboard foil "
    "grater kitchenknife knife ladle masher measuringcup mixingbowl opener peeler rollingpin "
    "sieve spatula tong whisk",
    "cutlery": "butterknife chopstick cutlery cutleryfork cutleryknife fork silverware spoon "
    "tableknife tablespoon teaspoon",
    "dishes": "bowl carafe dish jug lunchbox pitcher plate platter saucer servingtray tray",
    "cup": "coffeecup cup glass goblet mug teacup tumbler waterglass wineglass",
    "table linen": "coaster napkin placemat serviette tablecloth",
    "drink": "beer beverage bottle can cola drink juice lemonade soda water waterbottle wine "
    "winebottle",
    "waste": "emptybottle emptybox emptycan garbage litter peel rubbish trash waste wrapper",
    "computer": "computer computermouse keyboard laptop mouse notebookcomputer tablet",
    "phone": "camera cellphone charger earphone headphone headset mobile phone smartphone",
    "remote": "remote remotecontrol",
    "electronics": "console controller gameconsole gamecontroller radio router speaker",
    "media": "cassette cd disc dvd record videogame vinyl",
    "book": "album book comic cookbook diary journal notebook novel textbook",
    "paper": "document envelope folder letter magazine mail newspaper paper",
    "stationery": "calculator crayon eraser glue highlighter marker notepad paintbrush pen pencil "
    "pencilcase ruler scissors sharpener stapler tape",
    "pocket things": "card coin creditcard eyeglasses key keychain keyring money purse sunglasses "
    "wallet",
    "jewellery": "bracelet earring jewelry jewellery jewelrybox necklace ring watch wristwatch",
    "clock": "alarmclock clock",
    "lamp": "desklamp lamp tablelamp",
    "toiletry": "conditioner cottonball deodorant floss hairproduct mouthwash razor shampoo "
    "shavingcream soapdish sunscreen toothbrush toothpaste",
    "beauty": "brush comb facecream hairbrush hairdryer handmirror lipstick lotion makeup perfume",
    "medicine": "bandage firstaidkit medicine pill pillbottle thermometer vitamin",
    "toilet paper": "toiletpaper toiletpaperroll toiletroll",
    "soap": "barsoap handsoap soap soapbar soapbottle soapdispenser",
    "towel": "bathtowel handtowel towel washcloth",
    "washing-up": "dishbrush dishcloth dishsoap dishsponge dishwashingliquid scourer sponge",
    "kitchen roll": "kitchenroll papertowel papertowelroll",
    "cleaning": "bleach bucket cleaner cloth detergent duster dustpan rag spray spraybottle",
    "toilet tool": "plunger scrubbrush toiletbrush",
    "tissues": "tissue tissuebox",
    "bedding": "bedsheet blanket comforter cushion duvet pillow quilt",
    "clothing": "belt cap clothes clothing coat dress glove hat hoodie jacket jeans pajamas pants "
    "scarf shirt skirt sock sweater tie trousers tshirt",
    "footwear": "boot boots sandal shoe slipper sneaker",
    "bag": "backpack bag briefcase handbag luggage suitcase umbrella",
    "soft toy": "doll plush stuffedanimal teddy teddybear",
    "toy": "block boardgame game lego puzzle toy toycar",
    "ball": "ball basketball football soccerball volleyball",
    "weight": "dumbbell kettlebell yogamat",
    "bat": "baseballbat bat golfclub helmet hockeystick racket skateboard tennisracket",
    "decoration": "decor figurine frame globe hourglass ornament photo pictureframe roomdecor "
    "sculpture statue tabletopdecor trophy vase",
    "plant": "bouquet flower flowerpot houseplant plant plantpot",
    "candle": "candle candleholder candlestick",
    "container": "basket box crate",
    "garden": "wateringcan",
    "tool": "battery drill flashlight hammer lightbulb nail plier saw screw screwdriver "
    "tapemeasure toolbox torch wrench",
}

THING_WORDS: dict[str, str] = {
    word: kind for kind, words in _THINGS.items() for word in words.split()
}
"""What each word for a thing stands for."""
