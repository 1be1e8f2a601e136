// Solves sudokus. 81 signs each, digits or a point or 0; other characters are ignored.
#include <array>
#include <bitset>
#include <cctype>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

using Field = std::array<int, 81>;
using Options = std::bitset<10>;

struct Pick {
    int place;
    Options options;
};

struct Answer {
    int found = 0;
    long tries = 0;
    Field grid{};
};

static bool collide(int p, int q) {
    if (p == q) {
        return false;
    }
    if (p / 9 == q / 9) {
        return true;
    }
    if (p % 9 == q % 9) {
        return true;
    }
    return p / 27 == q / 27 && p % 9 / 3 == q % 9 / 3;
}

static std::vector<std::vector<int>> makeRivals() {
    std::vector<std::vector<int>> lists(81);
    int pair = 0;
    while (pair < 81 * 81) {
        const int p = pair / 81, q = pair % 81;
        pair++;
        if (!collide(p, q)) {
            continue;
        }
        lists[p].push_back(q);
    }
    return lists;
}

static const std::vector<std::vector<int>> &rivals() {
    static const std::vector<std::vector<int>> lists = makeRivals();
    return lists;
}

static Options possible(const Field &field, int place) {
    Options left(0x3fe);
    for (int q : rivals()[place]) {
        left.reset(field[q]);
    }
    return left;
}

static std::optional<Pick> narrowest(const Field &field, int place = 0, std::optional<Pick> best = std::nullopt) {
    if (place == 81) {
        return best;
    }
    if (field[place] == 0) {
        const Pick pick{place, possible(field, place)};
        if (best && pick.options.count() >= best->options.count()) {
            return narrowest(field, place + 1, best);
        }
        best = pick;
    }
    return narrowest(field, place + 1, best);
}

static bool sane(const Field &field) {
    bool good = true;
    int place = 0;
    while (good && place < 81) {
        if (field[place] != 0) {
            good = possible(field, place).test(field[place]);
        }
        place++;
    }
    return good;
}

static Answer explore(const Field &field, Answer answer) {
    answer.tries++;
    const auto pick = narrowest(field);
    if (pick) {
        int digit = 0;
        while (++digit <= 9) {
            if (answer.found >= 2) {
                break;
            }
            if (!pick->options.test(digit)) {
                continue;
            }
            Field copy = field;
            copy[pick->place] = digit;
            answer = explore(copy, answer);
        }
    } else {
        if (answer.found == 0) {
            answer.grid = field;
        }
        answer.found++;
    }
    return answer;
}

static void draw(const Field &field) {
    int i = 0;
    do {
        if (i == 27 || i == 54) {
            std::cout << "------+-------+------\n";
        }
        if (i % 9 == 3 || i % 9 == 6) {
            std::cout << "| ";
        }
        std::cout << field[i];
        if (i % 9 == 8) {
            std::cout << "\n";
        } else {
            std::cout << " ";
        }
    } while (++i < 81);
}

static std::string verdict(int found) {
    switch (found) {
    case 0:
        return "none";
    case 1:
        return "unique";
    default:
        return "many";
    }
}

int main() {
    std::string signs;
    char c;
    while (std::cin.get(c)) {
        if (c == '.' || std::isdigit(static_cast<unsigned char>(c))) {
            signs += c;
        }
    }
    std::size_t number = 0;
    while ((number + 1) * 81 <= signs.size()) {
        Field field;
        int i = 0;
        for (const char s : signs.substr(number * 81, 81)) {
            if (s == '.') {
                field[i++] = 0;
            } else {
                field[i++] = s - '0';
            }
        }
        number++;
        Answer answer;
        if (sane(field)) {
            answer = explore(field, answer);
        }
        std::cout << "puzzle " << number << ": " << verdict(answer.found) << ", " << answer.tries << " steps\n";
        if (answer.found == 0) {
            continue;
        }
        draw(answer.grid);
    }
    if (signs.size() % 81 == 0) {
        return 0;
    }
    std::cerr << signs.size() % 81 << " characters left over\n";
    return 1;
}
