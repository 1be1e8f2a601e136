#include <algorithm>
#include <array>
#include <bitset>
#include <cctype>
#include <iostream>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

using Square = std::array<int, 81>;
using Marks = std::bitset<10>;

static int row(int i) { return i / 9; }
static int column(int i) { return i % 9; }
static int box(int i) { return row(i) / 3 * 3 + column(i) / 3; }

class Solver {
public:
    explicit Solver(const Square &given) : start(given) {}

    void run() {
        if (allowed()) {
            attempt(start);
        }
    }

    void report(std::ostream &out, std::size_t id) const {
        out << "puzzle " << id << ": " << word() << ", " << calls << " steps\n";
        if (hits > 0) {
            for (int r = 0; r < 9; r++) {
                writeRow(out, r);
            }
        }
    }

private:
    Square start;
    Square solved{};
    long calls = 0;
    int hits = 0;

    const char *word() const { return hits == 0 ? "none" : hits == 1 ? "unique" : "many"; }

    static Marks open(int i, const Square &s) {
        Marks marks(0x3fe);
        for (int k = 0; k < 81; k++) {
            if (k != i && (row(k) == row(i) || column(k) == column(i) || box(k) == box(i))) {
                marks.reset(s[k]);
            }
        }
        return marks;
    }

    static bool fits(int i, const Square &s) { return s[i] == 0 || open(i, s).test(s[i]); }

    bool allowed() const {
        std::vector<int> all(81);
        std::iota(all.begin(), all.end(), 0);
        return std::all_of(all.begin(), all.end(), [this](int i) { return fits(i, start); });
    }

    // -1 if there is no empty square any more
    static int choose(Marks &marks, const Square &s) {
        int best = -1;
        for (int i = 0; i < 81; i++) {
            if (s[i] == 0) {
                const Marks here = open(i, s);
                if (best < 0 || here.count() < marks.count()) {
                    best = i;
                    marks = here;
                }
            }
        }
        return best;
    }

    void keep(const Square &s) {
        if (hits == 0) {
            solved = s;
        }
        hits++;
    }

    void branch(int i, const Marks &marks, const Square &s) {
        for (int digit = 1; digit <= 9 && hits < 2; digit++) {
            if (marks.test(digit)) {
                attempt(filled(digit, i, s));
            }
        }
    }

    static Square filled(int digit, int i, Square s) {
        s[i] = digit;
        return s;
    }

    void attempt(const Square &s) {
        calls++;
        Marks marks;
        const int i = choose(marks, s);
        if (i < 0) {
            keep(s);
        } else {
            branch(i, marks, s);
        }
    }

    void writeRow(std::ostream &out, int r) const {
        if (r == 3 || r == 6) {
            out << "------+-------+------\n";
        }
        for (int c = 0; c < 9; c++) {
            out << bar(c) << solved[r * 9 + c] << (c == 8 ? "\n" : " ");
        }
    }

    static const char *bar(int c) { return c == 3 || c == 6 ? "| " : ""; }
};

static bool meaningless(unsigned char c) {
    return c != '.' && !std::isdigit(c);
}

static std::string readAll(std::istream &in) {
    std::string text{std::istreambuf_iterator<char>(in), {}};
    text.erase(std::remove_if(text.begin(), text.end(), meaningless), text.end());
    return text;
}

static Square square(std::size_t offset, const std::string &text) {
    Square s;
    for (int i = 0; i < 81; i++) {
        const char c = text[offset + i];
        s[i] = c == '.' ? 0 : c - '0';
    }
    return s;
}

static int finish(std::size_t rest) {
    if (rest != 0) {
        std::cerr << rest << " characters left over\n";
    }
    return rest != 0;
}

int main() {
    const std::string text = readAll(std::cin);
    for (std::size_t id = 0; id < text.size() / 81; id++) {
        Solver solver(square(id * 81, text));
        solver.run();
        solver.report(std::cout, id + 1);
    }
    return finish(text.size() % 81);
}
