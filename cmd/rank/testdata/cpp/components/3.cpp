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

struct Cell {
    int r;
    int c;
};

struct Region {
    char letter;
    int size;
    int perimeter;
    int holes;
};

using Labels = std::vector<std::vector<int>>;

struct Partition {
    Labels labels;
    std::vector<Region> regions;
};

static std::array<Cell, 4> neighbours(const Cell &at) {
    return {{{at.r - 1, at.c}, {at.r, at.c + 1}, {at.r + 1, at.c}, {at.r, at.c - 1}}};
}

// Gives the label to everything of the same letter that hangs together.
static std::vector<Cell> flood(const Grid &grid, const Cell &start, int label, Labels &labels) {
    std::vector<Cell> members{start};
    labels[start.r][start.c] = label;
    for (std::size_t i = 0; i < members.size(); i++) {
        for (const Cell &n : neighbours(members[i])) {
            if (grid.inside(n.r, n.c) && labels[n.r][n.c] < 0 && grid.at(n.r, n.c) == grid.at(start.r, start.c)) {
                labels[n.r][n.c] = label;
                members.push_back(n);
            }
        }
    }
    return members;
}

static int perimeter(const Grid &grid, const Labels &labels, const std::vector<Cell> &members) {
    return std::accumulate(members.begin(), members.end(), 0, [&](int sum, const Cell &at) {
        const auto around = neighbours(at);
        return sum + static_cast<int>(std::count_if(around.begin(), around.end(), [&](const Cell &n) {
                   return !grid.inside(n.r, n.c) || labels[n.r][n.c] != labels[at.r][at.c];
               }));
    });
}

// Holes by Euler's number: of all 2x2 windows (the rim included) those with
// one corner count +1, those with three -1, diagonal pairs +2; a quarter of
// the sum is 1 - holes for a region connected in four directions.
static int holes(const Grid &grid, const Labels &labels, int label) {
    const auto in = [&](int r, int c) { return grid.inside(r, c) && labels[r][c] == label ? 1 : 0; };
    int sum = 0;
    for (int r = -1; r < grid.rows; r++) {
        for (int c = -1; c < grid.cols; c++) {
            const int n = in(r, c) + in(r, c + 1) + in(r + 1, c) + in(r + 1, c + 1);
            const bool diagonal = n == 2 && in(r, c) == in(r + 1, c + 1);
            sum += n == 1 ? 1 : n == 3 ? -1 : diagonal ? 2 : 0;
        }
    }
    return 1 - sum / 4;
}

static Partition partition(const Grid &grid) {
    Partition p{Labels(grid.rows, std::vector<int>(grid.cols, -1)), {}};
    for (int r = 0; r < grid.rows; r++) {
        for (int c = 0; c < grid.cols; c++) {
            if (p.labels[r][c] >= 0) {
                continue;
            }
            const int label = static_cast<int>(p.regions.size());
            const auto members = flood(grid, {r, c}, label, p.labels);
            p.regions.push_back({grid.at(r, c), static_cast<int>(members.size()),
                                 perimeter(grid, p.labels, members), holes(grid, p.labels, label)});
        }
    }
    return p;
}

int main() {
    const Grid grid = readGrid(std::cin);
    if (grid.rows < 1 || grid.cols < 1 || static_cast<int>(grid.cells.size()) != grid.rows) {
        std::cerr << "incomplete grid\n";
        return 1;
    }
    const Partition p = partition(grid);
    for (const auto &row : p.labels) {
        std::for_each(row.begin(), row.end(), [](int label) { std::cout << std::setw(4) << label; });
        std::cout << "\n";
    }
    for (std::size_t i = 0; i < p.regions.size(); i++) {
        const Region &g = p.regions[i];
        std::cout << i << ": " << g.letter << " size " << g.size << " perimeter " << g.perimeter << " holes "
                  << g.holes << "\n";
    }
    const auto largest = std::max_element(p.regions.begin(), p.regions.end(),
                                          [](const Region &a, const Region &b) { return a.size < b.size; });
    std::cout << "largest: " << largest - p.regions.begin() << " (" << largest->size << " cells)\n";
}
