// Reads puzzles of 81 characters (digits, '.' or '0' for empty; blanks and
// line ends do not matter) and solves each of them.
#include <algorithm>
#include <array>
#include <bitset>
#include <cctype>
#include <iostream>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

using Board = std::array<int, 81>;
using Digits = std::bitset<10>;

struct Choice {
    int cell;
    Digits digits;
};

struct Outcome {
    int solutions = 0;
    long steps = 0;
    Board first{};
};

static bool related(int a, int b) {
    const bool sameRow = a / 9 == b / 9;
    const bool sameColumn = a % 9 == b % 9;
    const bool sameBox = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
    return a != b && (sameRow || sameColumn || sameBox);
}

static const std::vector<std::vector<int>> &peers() {
    static const auto table = [] {
        std::vector<std::vector<int>> all(81);
        for (int a = 0; a < 81; a++) {
            for (int b = 0; b < 81; b++) {
                if (related(a, b)) {
                    all[a].push_back(b);
                }
            }
        }
        return all;
    }();
    return table;
}

static Digits candidates(const Board &board, int cell) {
    const auto &around = peers()[cell];
    return std::accumulate(around.begin(), around.end(), Digits(0x3fe),
                           [&](Digits left, int other) { return left.reset(board[other]); });
}

// The empty cell with the fewest candidates, or nothing if the board is full.
static std::optional<Choice> tightest(const Board &board) {
    std::optional<Choice> best;
    for (int cell = 0; cell < 81; cell++) {
        if (board[cell] != 0) {
            continue;
        }
        const Choice choice{cell, candidates(board, cell)};
        if (!best || choice.digits.count() < best->digits.count()) {
            best = choice;
        }
    }
    return best;
}

static bool consistent(const Board &board) {
    std::vector<int> cells(81);
    std::iota(cells.begin(), cells.end(), 0);
    return std::all_of(cells.begin(), cells.end(), [&](int cell) {
        return board[cell] == 0 || candidates(board, cell).test(board[cell]);
    });
}

static Outcome search(const Board &board, Outcome sofar) {
    sofar.steps++;
    const auto choice = tightest(board);
    if (!choice) {
        sofar.first = sofar.solutions == 0 ? board : sofar.first;
        sofar.solutions++;
        return sofar;
    }
    for (int digit = 1; digit <= 9 && sofar.solutions < 2; digit++) {
        if (choice->digits.test(digit)) {
            Board next = board;
            next[choice->cell] = digit;
            sofar = search(next, sofar);
        }
    }
    return sofar;
}

static void print(const Board &board) {
    for (int r = 0; r < 9; r++) {
        std::cout << (r == 3 || r == 6 ? "------+-------+------\n" : "");
        for (int c = 0; c < 9; c++) {
            std::cout << (c == 3 || c == 6 ? "| " : "") << board[r * 9 + c] << (c == 8 ? "\n" : " ");
        }
    }
}

int main() {
    std::string all{std::istreambuf_iterator<char>(std::cin), {}};
    all.erase(std::remove_if(all.begin(), all.end(), [](unsigned char c) { return c != '.' && !std::isdigit(c); }),
              all.end());
    for (std::size_t from = 0, number = 1; from + 81 <= all.size(); from += 81, number++) {
        Board board;
        std::transform(all.begin() + from, all.begin() + from + 81, board.begin(),
                       [](char c) { return c == '.' ? 0 : c - '0'; });
        const Outcome outcome = consistent(board) ? search(board, {}) : Outcome{};
        const char *verdicts[] = {"none", "unique", "many"};
        std::cout << "puzzle " << number << ": " << verdicts[outcome.solutions] << ", " << outcome.steps << " steps\n";
        if (outcome.solutions > 0) {
            print(outcome.first);
        }
    }
    if (all.size() % 81 != 0) {
        std::cerr << all.size() % 81 << " characters left over\n";
        return 1;
    }
}
