// -- given --
#include <cstdlib>
#include <iostream>
#include <queue>
#include <string>
#include <vector>

struct Grid {
    int rows = 0;
    int cols = 0;
    std::vector<std::string> cells;

    bool inside(int r, int c) const {
        return r >= 0 && r < rows && c >= 0 && c < cols;
    }
    char at(int r, int c) const {
        return cells[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
    }
};

static Grid readGrid(std::istream &in) {
    Grid g;
    if (!(in >> g.rows >> g.cols)) {
        std::cerr << "no size\n";
        std::exit(1);
    }
    std::string row;
    for (int i = 0; i < g.rows && in >> row; i++) {
        row.resize(static_cast<std::size_t>(g.cols), '.');
        g.cells.push_back(row);
    }
    return g;
}
// -- own --

#include <algorithm>
#include <array>
#include <iomanip>
#include <numeric>

struct Spot {
    int line;
    int column;
};

struct Patch {
    int id;
    char kind;
    int area;
    int outline;
    int openings;
};

using Numbers = std::vector<std::vector<int>>;

class Plan {
public:
    explicit Plan(const Grid &g) : grid(g), number(g.rows, std::vector<int>(g.cols, -1)) {
        for (int line = 0; line < grid.rows; line++) {
            for (int column = 0; column < grid.cols; column++) {
                if (fresh({line, column})) {
                    begin({line, column});
                }
            }
        }
    }

    void printNumbers(std::ostream &out) const {
        for (const auto &row : number) {
            for (int n : row) {
                out << std::setw(4) << n;
            }
            out << "\n";
        }
    }

    void printPatches(std::ostream &out) const {
        for (const Patch &p : patches) {
            out << p.id << ": " << p.kind << " size " << p.area;
            out << " perimeter " << p.outline << " holes " << p.openings << "\n";
        }
    }

    void printLargest(std::ostream &out) const {
        const Patch &p = *std::max_element(patches.begin(), patches.end(), smaller);
        out << "largest: " << p.id << " (" << p.area << " cells)\n";
    }

private:
    Grid grid;
    Numbers number;
    std::vector<Patch> patches;

    static bool smaller(const Patch &a, const Patch &b) { return a.area < b.area; }

    bool fresh(const Spot &s) const { return number[s.line][s.column] < 0; }

    bool has(int id, int line, int column) const { return grid.inside(line, column) && number[line][column] == id; }

    char kind(const Spot &s) const { return grid.at(s.line, s.column); }

    bool joins(const Spot &s, char letter) const {
        return grid.inside(s.line, s.column) && fresh(s) && kind(s) == letter;
    }

    void take(std::vector<Spot> &spots, int id, const Spot &s) {
        number[s.line][s.column] = id;
        spots.push_back(s);
    }

    static std::array<Spot, 4> next(const Spot &s) {
        return {{{s.line - 1, s.column}, {s.line, s.column + 1}, {s.line + 1, s.column}, {s.line, s.column - 1}}};
    }

    void begin(const Spot &start) {
        const int id = static_cast<int>(patches.size());
        std::vector<Spot> spots;
        take(spots, id, start);
        for (std::size_t i = 0; i < spots.size(); i++) {
            for (const Spot &s : next(spots[i])) {
                if (joins(s, kind(start))) {
                    take(spots, id, s);
                }
            }
        }
        const int outline = std::accumulate(spots.begin(), spots.end(), 0,
                                            [&](int sum, const Spot &s) { return sum + sides(s, id); });
        patches.push_back({id, kind(start), static_cast<int>(spots.size()), outline, openings(id)});
    }

    int sides(const Spot &s, int id) const {
        const auto around = next(s);
        return static_cast<int>(std::count_if(around.begin(), around.end(),
                                              [&](const Spot &n) { return !has(id, n.line, n.column); }));
    }

    // share of one 2x2 window in Euler's number
    int share(int id, int line, int column) const {
        const int a = has(id, line, column), b = has(id, line, column + 1);
        const int c = has(id, line + 1, column), d = has(id, line + 1, column + 1);
        const int n = a + b + c + d;
        return n == 1 ? 1 : n == 3 ? -1 : n == 2 && a == d ? 2 : 0;
    }

    int openings(int id) const {
        int sum = 0;
        for (int line = -1; line < grid.rows; line++) {
            for (int column = -1; column < grid.cols; column++) {
                sum += share(id, line, column);
            }
        }
        return 1 - sum / 4;
    }
};

static bool complete(const Grid &g) {
    return g.rows >= 1 && g.cols >= 1 && static_cast<int>(g.cells.size()) == g.rows;
}

int main() {
    const Grid grid = readGrid(std::cin);
    if (!complete(grid)) {
        std::cerr << "incomplete grid\n";
        return 1;
    }
    const Plan plan(grid);
    plan.printNumbers(std::cout);
    plan.printPatches(std::cout);
    plan.printLargest(std::cout);
}
