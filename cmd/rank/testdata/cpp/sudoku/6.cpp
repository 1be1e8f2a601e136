// Sudoku with bit masks. One puzzle per line: 81 characters, 0 or . for blank.
#include <array>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>

namespace {

constexpr unsigned ALL = 0x1FF;

struct Solver {
    std::array<std::uint8_t, 81> cell{};    // 0 = blank, else digit
    std::array<unsigned, 9> row{}, col{}, box{};    // digits used, as bits
    std::array<std::uint8_t, 81> open{};    // blank cells, the first `done` are filled
    int blanks = 0;
    int solutions = 0;
    long steps = 0;
    std::array<std::uint8_t, 81> first{};

    static int boxOf(int at) {
        return at / 27 * 3 + at % 9 / 3;
    }

    unsigned candidates(int at) const {
        return ALL & ~(row[at / 9] | col[at % 9] | box[boxOf(at)]);
    }

    void flip(int at, unsigned bit) {
        row[at / 9] ^= bit;
        col[at % 9] ^= bit;
        box[boxOf(at)] ^= bit;
    }

    bool load(const std::string &text) {
        if (text.size() != 81) {
            return false;
        }
        for (int at = 0; at < 81; at++) {
            char c = text[at];
            if (c == '.' || c == '0') {
                open[blanks++] = static_cast<std::uint8_t>(at);
                continue;
            }
            if (c < '1' || c > '9') {
                return false;
            }
            unsigned bit = 1u << (c - '1');
            if (!(candidates(at) & bit)) {
                return false;
            }
            flip(at, bit);
            cell[at] = static_cast<std::uint8_t>(c - '0');
        }
        return true;
    }

    // Explicit stack: left[d] are the digits still to try at depth d.
    void solve() {
        std::array<unsigned, 82> left{};
        int depth = 0;
        bool descend = true;
        for (;;) {
            if (descend) {
                if (depth == blanks) {
                    if (solutions++ == 0) {
                        first = cell;
                    }
                    if (solutions > 1) {
                        return;
                    }
                    descend = false;
                } else {
                    choose(depth);
                    left[depth] = candidates(open[depth]);
                }
            }
            if (!descend) {
                if (depth-- == 0) {
                    return;
                }
                int at = open[depth];
                flip(at, 1u << (cell[at] - 1));
                cell[at] = 0;
            }
            unsigned bit = left[depth] & -left[depth];
            if (bit == 0) {
                descend = false;
                continue;
            }
            left[depth] ^= bit;
            int at = open[depth];
            cell[at] = static_cast<std::uint8_t>(__builtin_ctz(bit) + 1);
            flip(at, bit);
            steps++;
            depth++;
            descend = true;
        }
    }

    // Moves the blank with the fewest candidates to the front of the rest.
    void choose(int depth) {
        int best = depth, fewest = 10;
        for (int i = depth; i < blanks; i++) {
            int n = __builtin_popcount(candidates(open[i]));
            if (n < fewest) {
                fewest = n;
                best = i;
            }
        }
        std::swap(open[depth], open[best]);
    }

    void print() const {
        for (int at = 0; at < 81; at++) {
            std::putchar('0' + first[at]);
            std::fputs(at % 9 == 8 ? "\n" : at % 3 == 2 ? " | " : " ", stdout);
            if (at == 26 || at == 53) {
                std::puts("------+-------+------");
            }
        }
    }
};

}  // namespace

int main() {
    std::string line;
    int number = 0;
    while (std::getline(std::cin, line)) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        Solver s;
        number++;
        if (!s.load(line)) {
            std::printf("puzzle %d: malformed or contradictory\n", number);
            continue;
        }
        s.solve();
        static const char *const verdict[] = {"no solution", "unique", "many solutions"};
        std::printf("puzzle %d: %s, %ld steps\n", number, verdict[s.solutions], s.steps);
        if (s.solutions) {
            s.print();
        }
    }
    return 0;
}
