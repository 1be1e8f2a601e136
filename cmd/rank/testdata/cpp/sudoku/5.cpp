#include <array>
#include <bitset>
#include <iostream>
#include <string>
#include <vector>

// Every 81 significant characters of the input (digits, 0 or .) are a puzzle.

namespace {

constexpr int kSize = 9;
constexpr int kCells = kSize * kSize;
constexpr int kEnough = 2;  // two solutions are "many"

using Candidates = std::bitset<kSize>;
using Board = std::array<Candidates, kCells>;

std::array<std::vector<int>, kCells> makePeers() {
    std::array<std::vector<int>, kCells> peers;
    for (int a = 0; a < kCells; a++) {
        for (int b = 0; b < kCells; b++) {
            bool sameRow = a / 9 == b / 9;
            bool sameColumn = a % 9 == b % 9;
            bool sameBox = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
            if (a != b && (sameRow || sameColumn || sameBox)) peers[a].push_back(b);
        }
    }
    return peers;
}

const std::array<std::vector<int>, kCells> kPeers = makePeers();

int single(const Candidates &c) {
    for (int d = 0; d < kSize; d++) {
        if (c[d]) return d;
    }
    return -1;
}

class Solver {
public:
    long steps = 0;
    std::vector<Board> solutions;

    bool load(const std::string &text) {
        for (Candidates &c : board) c.set();
        for (int cell = 0; cell < kCells; cell++) {
            if (text[cell] >= '1' && text[cell] <= '9' && !place(board, cell, text[cell] - '1')) return false;
        }
        return true;
    }

    void search() { search(board); }

private:
    Board board;

    bool place(Board &b, int cell, int digit) {
        if (!b[cell][digit]) return false;
        b[cell].reset();
        b[cell].set(digit);
        for (int peer : kPeers[cell]) {
            if (!discard(b, peer, digit)) return false;
        }
        return true;
    }

    bool discard(Board &b, int cell, int digit) {
        if (!b[cell][digit]) return true;
        b[cell].reset(digit);
        if (b[cell].none()) return false;
        return b[cell].count() > 1 || place(b, cell, single(b[cell]));
    }

    void search(const Board &b) {
        int best = -1;
        for (int cell = 0; cell < kCells; cell++) {
            if (b[cell].count() > 1 && (best < 0 || b[cell].count() < b[best].count())) best = cell;
        }
        if (best < 0) {
            solutions.push_back(b);
            return;
        }
        for (int digit = 0; digit < kSize && solutions.size() < kEnough; digit++) {
            if (!b[best][digit]) continue;
            Board next = b;
            steps++;
            if (place(next, best, digit)) search(next);
        }
    }
};

void print(const Board &b) {
    for (int row = 0; row < kSize; row++) {
        if (row > 0 && row % 3 == 0) std::cout << "------+-------+------\n";
        for (int column = 0; column < kSize; column++) {
            if (column > 0) std::cout << (column % 3 == 0 ? " | " : " ");
            std::cout << single(b[row * kSize + column]) + 1;
        }
        std::cout << '\n';
    }
}

void report(int number, const std::string &text) {
    static const char *const verdicts[] = {"no solution", "unique solution", "many solutions"};
    Solver solver;
    if (solver.load(text)) solver.search();
    std::cout << "puzzle " << number << ": " << verdicts[solver.solutions.size()] << ", "
              << solver.steps << " guesses\n";
    if (!solver.solutions.empty()) print(solver.solutions.front());
}

}  // namespace

int main() {
    std::string text;
    int number = 0;
    for (char c; std::cin.get(c);) {
        if (c == '.' || (c >= '0' && c <= '9')) text += c;
        if (text.size() == kCells) {
            report(++number, text);
            text.clear();
        }
    }
    if (!text.empty()) {
        std::cerr << "the last puzzle has only " << text.size() << " cells\n";
        return 1;
    }
    return 0;
}
