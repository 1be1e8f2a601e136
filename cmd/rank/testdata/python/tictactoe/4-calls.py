import random
import sys


class Position:
    def __init__(self):
        self.squares = [" "] * 9

    def text_row(self, k):
        return " " + self.squares[k] + " | " + self.squares[k + 1] + " | " + self.squares[k + 2]

    def display(self):
        print(self.text_row(0))
        print("---+---+---")
        print(self.text_row(3))
        print("---+---+---")
        print(self.text_row(6))
        print()

    def is_free(self, k):
        return self.squares[k] == " "

    def three(self, distance, k):
        s = self.squares
        return s[k] != " " and s[k] == s[k + distance] and s[k] == s[k + 2 * distance]

    def three_in_rows(self):
        for k in [0, 3, 6]:
            if self.three(1, k):
                return self.squares[k]
        return None

    def three_in_columns(self):
        for k in [0, 1, 2]:
            if self.three(3, k):
                return self.squares[k]
        return None

    def three_in_diagonals(self):
        if self.three(4, 0) or self.three(2, 2):
            return self.squares[4]
        return None

    def outcome(self):
        for found in [self.three_in_rows(), self.three_in_columns(), self.three_in_diagonals()]:
            if found is not None:
                return found
        if " " in self.squares:
            return None
        return "draw"


def opponent(who):
    if who == "X":
        return "O"
    return "X"


def final_points(outcome):
    if outcome == "X":
        return 1
    elif outcome == "O":
        return -1
    return 0


def attempt(k, known, who, position):
    # set the mark, look what happens and take it away
    position.squares[k] = who
    points = evaluate(known, opponent(who), position)
    position.squares[k] = " "
    return points


def best_of_all(known, who, position):
    if who == "X":
        points = -2
    else:
        points = 2
    for k in range(9):
        if position.is_free(k):
            p = attempt(k, known, who, position)
            if who == "X" and p > points or who == "O" and p < points:
                points = p
    return points


def evaluate(known, who, position):
    key = "".join(position.squares) + who
    if key not in known:
        outcome = position.outcome()
        if outcome is None:
            known[key] = best_of_all(known, who, position)
        else:
            known[key] = final_points(outcome)
    return known[key]


def computer(known, position, who):
    equal = []
    highest = None
    for k in range(9):
        if position.is_free(k):
            points = attempt(k, known, who, position)
            if who == "O":
                points = -points
            if highest is None or points > highest:
                highest = points
                equal = []
            if points == highest:
                equal.append(k)
    return random.choice(equal)


def first_free(position):
    for k in range(9):
        if position.is_free(k):
            return k


def from_list(position, wishes):
    while len(wishes) > 0:
        k = wishes.pop(0)
        if k >= 0 and k <= 8 and position.is_free(k):
            return k
        print("square", k + 1, "is not possible")
    return first_free(position)


def choose(wishes, known, position, who):
    if who == "O" and wishes is not None:
        return from_list(position, wishes)
    return computer(known, position, who)


def announce(outcome, position):
    position.display()
    if outcome == "draw":
        print("Nobody wins")
    else:
        print(outcome, "wins")


def match(known, wishes):
    position = Position()
    who = "X"
    outcome = None
    while outcome is None:
        k = choose(wishes, known, position, who)
        position.squares[k] = who
        print(who, "takes", k + 1)
        who = opponent(who)
        outcome = position.outcome()
    announce(outcome, position)
    return outcome


def read_wishes(text):
    wishes = []
    for letter in text:
        if letter.isdigit():
            wishes.append(int(letter) - 1)
    return wishes


def tournament(wishes, number):
    known = {}
    table = {"X": 0, "O": 0, "draw": 0}
    for n in range(number):
        print("Game", n + 1)
        if wishes is None:
            outcome = match(known, None)
        else:
            outcome = match(known, wishes[:])
        table[outcome] = table[outcome] + 1
    print("Score: X", table["X"], "O", table["O"], "draws", table["draw"])


random.seed(7)
how_many = 3
list_of_o = None
if len(sys.argv) > 1:
    how_many = int(sys.argv[1])
if len(sys.argv) > 2:
    list_of_o = read_wishes(sys.argv[2])
tournament(list_of_o, how_many)
