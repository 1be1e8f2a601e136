// sudoku: reads digits and points from the input, 81 for every puzzle
#include <vector>
#include <string>
#include <optional>
#include <numeric>
#include <iterator>
#include <iostream>
#include <cctype>
#include <bitset>
#include <array>
#include <algorithm>

using Values = std::bitset<10>;
using Puzzle = std::array<int, 81>;

struct Findings {
    Puzzle example{};
    long rounds = 0;
    int number = 0;
};

struct Gap {
    Values values;
    int index;
};

static void output(const Puzzle &puzzle) {
    for (int line = 0; line < 9; line++) {
        std::cout << (line == 6 || line == 3 ? "------+-------+------\n" : "");
        for (int pos = 0; pos < 9; pos++) {
            const char *behind = pos == 8 ? "\n" : " ";
            const char *before = pos == 6 || pos == 3 ? "| " : "";
            std::cout << before << puzzle[pos + line * 9] << behind;
        }
    }
}

// two squares that must not hold the same digit
static bool exclusive(int x, int y) {
    const bool box = x % 9 / 3 == y % 9 / 3 && x / 27 == y / 27;
    const bool column = y % 9 == x % 9;
    const bool line = y / 9 == x / 9;
    return (box || column || line) && y != x;
}

static const std::vector<std::vector<int>> &excluded() {
    static const auto lists = [] {
        std::size_t pairs = 0;
        std::vector<std::vector<int>> result(81);
        for (int y = 0; y < 81; y++) {
            for (int x = 0; x < 81; x++) {
                if (exclusive(y, x)) {
                    result[x].push_back(y);
                    pairs++;
                }
            }
        }
        result.resize(pairs > 0 ? 81 : 0);
        return result;
    }();
    return lists;
}

static Values remaining(int index, const Puzzle &puzzle) {
    const auto &others = excluded()[index];
    return std::accumulate(others.begin(), others.end(), Values(0x3fe),
                           [&](Values v, int other) { return v.reset(puzzle[other]); });
}

static bool legal(const Puzzle &puzzle) {
    std::vector<int> all(81);
    std::iota(all.begin(), all.end(), 0);
    return std::all_of(all.begin(), all.end(), [&](int index) {
        const int digit = puzzle[index];
        return 0 == digit || remaining(index, puzzle).test(digit);
    });
}

static std::optional<Gap> hardest(const Puzzle &puzzle) {
    std::optional<Gap> least;
    for (int index = 0; index < 81; index++) {
        if (0 != puzzle[index]) {
            continue;
        }
        const Gap gap{remaining(index, puzzle), index};
        if (!least || least->values.count() > gap.values.count()) {
            least = gap;
        }
    }
    return least;
}

static Findings descend(Findings known, const Puzzle &puzzle) {
    const auto gap = hardest(puzzle);
    known.rounds++;
    if (!gap) {
        known.number++;
        known.example = 1 == known.number ? puzzle : known.example;
        return known;
    }
    for (int digit = 1; 2 > known.number && 9 >= digit; digit++) {
        if (gap->values.test(digit)) {
            Puzzle changed = puzzle;
            changed[gap->index] = digit;
            known = descend(known, changed);
        }
    }
    return known;
}

int main() {
    const char *words[] = {"none", "unique", "many"};
    std::string input{std::istreambuf_iterator<char>(std::cin), {}};
    // throw away blanks and line ends
    input.erase(std::remove_if(input.begin(), input.end(),
                               [](unsigned char sign) { return !std::isdigit(sign) && sign != '.'; }),
                input.end());
    const std::size_t surplus = input.size() % 81;
    for (std::size_t id = 1, offset = 0; input.size() >= 81 + offset; id++, offset += 81) {
        Puzzle puzzle;
        std::transform(input.begin() + offset, input.begin() + offset + 81, puzzle.begin(),
                       [](char sign) { return '.' == sign ? 0 : sign - '0'; });
        const bool ok = legal(puzzle);
        const Findings findings = ok ? descend({}, puzzle) : Findings{};
        std::cout << "puzzle " << id << ": " << words[findings.number] << ", " << findings.rounds << " steps\n";
        if (0 < findings.number) {
            output(findings.example);
        }
    }
    if (0 != surplus) {
        std::cerr << surplus << " characters left over\n";
        return 1;
    }
    return 0;
}
