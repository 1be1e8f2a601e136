"""The Lighthouse: a very small text adventure.

Type HELP in the game. The world is data; verbs are methods named do_VERB.
"""

import json
import random
import textwrap

OPPOSITE = {"north": "south", "east": "west", "up": "down", "in": "out"}
OPPOSITE.update({there: back for back, there in list(OPPOSITE.items())})
SHORT = {"n": "north", "s": "south", "e": "east", "w": "west", "u": "up", "d": "down",
         "i": "inventory", "l": "look", "x": "examine", "g": "again", "q": "quit"}
SAME = {"get": "take", "grab": "take", "leave": "drop", "inspect": "examine", "read": "examine",
        "ignite": "light", "unlock": "open", "walk": "go", "run": "go", "talk": "ask"}
NOISE = {"the", "a", "an", "to", "at", "with", "my", "some"}


class Thing(object):
    def __init__(self, name, about, portable=True, **state):
        self.name = name
        self.about = about
        self.portable = portable
        self.state = state

    def __repr__(self):
        return "Thing(%r)" % self.name

    def describe(self):
        text = self.about
        if self.state.get("lit"):
            text += " It is burning."
        if self.state.get("locked"):
            text += " It is locked."
        return text


class Room(object):
    def __init__(self, name, about, dark=False):
        self.name = name
        self.about = about
        self.dark = dark
        self.exits = {}
        self.things = {}
        self.visited = False

    def put(self, *things):
        for thing in things:
            self.things[thing.name] = thing
        return self

    def connect(self, direction, other, door=None):
        self.exits[direction] = (other, door)
        other.exits[OPPOSITE[direction]] = (self, door)
        return other


class Keeper(object):
    """The lighthouse keeper wanders about, and knows a few answers."""

    ANSWERS = {
        "lamp": "The lamp wants oil. It has wanted oil since Tuesday.",
        "oil": "In the cellar. Mind the third step.",
        "key": "I gave it to the gull. Or it took it. One of the two.",
        "gull": "Likes fish. Dislikes everything else.",
        "storm": "Tonight. There is a ship out there, you know.",
    }

    def __init__(self, room, dice):
        self.room = room
        self.dice = dice
        self.patience = 6

    def answer(self, topic):
        self.patience -= 1
        if self.patience < 0:
            return "The keeper pretends to be asleep."
        if topic not in self.ANSWERS:
            return '"%s? Never heard of it," says the keeper.' % topic.capitalize()
        return 'The keeper says: "%s"' % self.ANSWERS[topic]

    def wander(self, player_room):
        ways = [room for room, door in self.room.exits.values()
                if not room.dark and not (door and door.state.get("locked"))]
        if not ways or self.dice.random() < 0.6:
            return None
        before, self.room = self.room, self.dice.choice(ways)
        if before is player_room:
            return "The keeper shuffles off."
        if self.room is player_room:
            return "The keeper comes in, muttering."
        return None


def build(dice):
    beach = Room("Beach", "Grey pebbles, grey water. A path leads north to a lighthouse.")
    yard = Room("Yard", "A walled yard at the foot of the tower. The door is to the north.")
    hall = Room("Hall", "Coats on hooks, none of them yours. Stairs lead up; a trapdoor leads down.")
    cellar = Room("Cellar", "It smells of fish and lamp oil.", dark=True)
    stairs = Room("Stairs", "One hundred and four steps. You are at the fifty-second.")
    lantern = Room("Lantern room", "Glass all around, and the sea behind it.")

    door = Thing("door", "Oak, with an iron lock.", portable=False, locked=True)
    beach.connect("north", yard)
    yard.connect("north", hall, door)
    hall.connect("down", cellar)
    hall.connect("up", stairs).connect("up", lantern)

    beach.put(Thing("fish", "A herring, past its best."), Thing("driftwood", "Salt-white and dry."))
    yard.put(Thing("gull", "It looks at you with one eye. Something glitters in its beak.", portable=False), door)
    hall.put(Thing("candle", "Half a candle on a saucer.", lit=False), Thing("matches", "Three left.", left=3))
    cellar.put(Thing("oil", "A can of lamp oil, heavy."))
    lantern.put(Thing("lamp", "As tall as you are, all brass and lenses.", portable=False, lit=False, filled=False))
    return beach, Keeper(hall, dice)


class Game(object):
    def __init__(self, seed=None, write=print):
        self.dice = random.Random(seed)
        self.write = write
        self.room, self.keeper = build(self.dice)
        self.carried = {}
        self.turns = 0
        self.score = 0
        self.over = False
        self.last = "look"

    # ---- helpers ----

    def say(self, text):
        self.write(textwrap.fill(text, 72))

    def light_here(self):
        near = list(self.carried.values()) + list(self.room.things.values())
        return not self.room.dark or any(t.state.get("lit") for t in near)

    def find(self, name):
        return self.carried.get(name) or (self.light_here() and self.room.things.get(name)) or None

    def missing(self, name):
        self.say("You see no %s here." % name if name else "What exactly?")

    def award(self, points):
        self.score += points
        self.say("[Your score has gone up by %d.]" % points)

    # ---- verbs ----

    def do_look(self, _=None):
        if not self.light_here():
            return self.say("It is pitch dark. You hear water drip.")
        self.write("\n" + self.room.name.upper())
        self.say(self.room.about)
        loose = sorted(self.room.things)
        if loose:
            self.say("You see: " + ", ".join(loose) + ".")
        if self.keeper.room is self.room:
            self.say("The keeper is here.")
        self.say("Ways lead " + " and ".join(sorted(self.room.exits)) + ".")

    def do_go(self, direction):
        if direction not in self.room.exits:
            return self.say("There is no way in that direction.")
        room, door = self.room.exits[direction]
        if door and door.state["locked"]:
            return self.say("The door is locked.")
        if self.room.dark and not self.light_here() and self.dice.random() < 0.5:
            return self.say("You stumble over the third step and stay where you are.")
        self.room = room
        if not room.visited:
            room.visited = True
            self.award(5)
        self.do_look()

    def do_take(self, name):
        if name in self.carried:
            return self.say("You have it already.")
        thing = self.find(name)
        if thing is None:
            return self.missing(name)
        if not thing.portable:
            return self.say("The %s stays where it is." % name)
        if len(self.carried) >= 3:
            return self.say("Your hands are full.")
        self.carried[name] = self.room.things.pop(name)
        self.say("Taken.")

    def do_drop(self, name):
        if name not in self.carried:
            return self.say("You have no %s." % name)
        self.room.things[name] = self.carried.pop(name)
        self.say("Dropped.")

    def do_examine(self, name):
        thing = self.find(name)
        self.say(thing.describe()) if thing else self.missing(name)

    def do_inventory(self, _=None):
        self.say("You carry: " + (", ".join(sorted(self.carried)) or "nothing") + ".")

    def do_give(self, name):
        if name == "fish" and "fish" in self.carried and "gull" in self.room.things:
            del self.carried["fish"]
            self.room.put(Thing("key", "Iron, cold, a bit slimy."))
            del self.room.things["gull"]
            self.say("The gull drops what it has, takes the herring, and is gone.")
            return self.award(10)
        self.say("Nobody here wants that.")

    def do_open(self, name):
        thing = self.find(name)
        if thing is None or "locked" not in thing.state:
            return self.say("That cannot be opened.")
        if "key" not in self.carried:
            return self.say("You have no key.")
        thing.state["locked"] = False
        self.say("The lock gives way with a groan.")

    def do_pour(self, name):
        lamp = self.find("lamp")
        if name != "oil" or "oil" not in self.carried or not lamp:
            return self.say("That would only make a mess.")
        lamp.state["filled"] = True
        self.say("The lamp gurgles.")

    def do_light(self, name):
        thing, matches = self.find(name), self.carried.get("matches")
        if thing is None:
            return self.missing(name)
        if not matches or not matches.state["left"]:
            return self.say("You have nothing to light it with.")
        if "lit" not in thing.state:
            return self.say("It will not burn.")
        matches.state["left"] -= 1
        matches.about = "%d left." % matches.state["left"]
        if thing.state.get("filled") is False:
            return self.say("The wick glows and dies. There is no oil.")
        thing.state["lit"] = True
        self.say("The %s burns." % name)
        if name == "lamp":
            self.say("Far out at sea, a ship turns away from the rocks.")
            self.award(50)
            self.over = True

    def do_ask(self, topic):
        if self.keeper.room is not self.room:
            return self.say("You talk to yourself for a while.")
        self.say(self.keeper.answer(topic.split()[-1] if topic else "weather"))

    def do_score(self, _=None):
        self.say("%d points in %d turns." % (self.score, self.turns))

    def do_save(self, name):
        with open((name or "game") + ".json", "w") as f:
            json.dump({"room": self.room.name, "carried": sorted(self.carried), "score": self.score}, f)
        self.say("Noted, though nobody has written RESTORE yet.")

    def do_help(self, _=None):
        verbs = sorted(n[3:] for n in dir(self) if n.startswith("do_"))
        self.say("Verbs: " + ", ".join(verbs) + ". Directions may be shortened.")

    def do_quit(self, _=None):
        self.do_score()
        self.over = True

    # ---- the loop ----

    def command(self, line):
        words = [SHORT.get(w, w) for w in line.lower().split() if w not in NOISE]
        if not words:
            return self.say("Beg your pardon?")
        if words == ["again"]:
            words = self.last.split()
        self.last = " ".join(words)
        if words[0] in OPPOSITE:
            words.insert(0, "go")
        verb = getattr(self, "do_" + SAME.get(words[0], words[0]), None)
        if verb is None:
            return self.say("You do not know how to %s." % words[0])
        self.turns += 1
        verb(" ".join(words[1:]))
        heard = self.keeper.wander(self.room)
        if heard and self.light_here():
            self.say(heard)


def main():
    game = Game()
    game.say("The storm has thrown you ashore. The lighthouse is dark.")
    game.do_look()
    while not game.over:
        try:
            game.command(input("> "))
        except (EOFError, KeyboardInterrupt):
            game.do_quit()


if __name__ == "__main__":
    main()
