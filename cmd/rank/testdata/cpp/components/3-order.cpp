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

#include <numeric>
#include <iomanip>
#include <array>
#include <algorithm>

using Tags = std::vector<std::vector<int>>;

struct Group {
    int cavities;
    int edge;
    int count;
    char symbol;
};

struct Pos {
    int col;
    int row;
};

struct Split {
    std::vector<Group> groups;
    Tags tags;
};

// counts the cavities by looking at all windows of 2x2 fields
static int cavities(const Tags &tags, const Grid &board, int tag) {
    int weight = 0;
    const auto on = [&](int row, int col) { return board.inside(row, col) && tag == tags[row][col] ? 1 : 0; };
    for (int col = -1; col < board.cols; col++) {
        for (int row = -1; row < board.rows; row++) {
            const int filled = on(row + 1, col + 1) + on(row + 1, col) + on(row, col + 1) + on(row, col);
            const bool crossed = on(row + 1, col + 1) == on(row, col) && filled == 2;
            weight += crossed ? 2 : filled == 3 ? -1 : filled == 1 ? 1 : 0;
        }
    }
    return 1 - weight / 4;
}

static std::array<Pos, 4> close(const Pos &p) {
    return {{{p.col - 1, p.row}, {p.col + 1, p.row}, {p.col, p.row - 1}, {p.col, p.row + 1}}};
}

static int edge(const std::vector<Pos> &fields, const Tags &tags, const Grid &board) {
    return std::accumulate(fields.begin(), fields.end(), 0, [&](int acc, const Pos &p) {
        const auto four = close(p);
        const int tag = tags[p.row][p.col];
        return static_cast<int>(std::count_if(four.begin(), four.end(), [&](const Pos &q) {
                   return !board.inside(q.row, q.col) || tag != tags[q.row][q.col];
               })) + acc;
    });
}

static std::vector<Pos> fill(Tags &tags, const Grid &board, int tag, const Pos &origin) {
    const char symbol = board.at(origin.row, origin.col);
    tags[origin.row][origin.col] = tag;
    std::vector<Pos> fields{origin};
    for (std::size_t done = 0; fields.size() > done; done++) {
        for (const Pos &q : close(fields[done])) {
            if (board.inside(q.row, q.col) && symbol == board.at(q.row, q.col) && 0 > tags[q.row][q.col]) {
                fields.push_back(q);
                tags[q.row][q.col] = tag;
            }
        }
    }
    return fields;
}

static Split divide(const Grid &board) {
    int visited = 0;
    Split s{{}, Tags(board.rows, std::vector<int>(board.cols, -1))};
    for (int row = 0; row < board.rows; row++) {
        for (int col = 0; col < board.cols; col++) {
            visited++;
            if (0 <= s.tags[row][col]) {
                continue;
            }
            const int tag = static_cast<int>(s.groups.size());
            const auto fields = fill(s.tags, board, tag, {col, row});
            const int holes = cavities(s.tags, board, tag);
            const int rim = edge(fields, s.tags, board);
            const int count = static_cast<int>(fields.size());
            s.groups.push_back({holes, rim, count, board.at(row, col)});
        }
    }
    if (visited != board.cols * board.rows) {
        std::cerr << "not all fields were seen\n";
    }
    return s;
}

int main() {
    const Grid board = readGrid(std::cin);
    const int lines = static_cast<int>(board.cells.size());
    if (board.rows != lines || board.cols < 1 || board.rows < 1) {
        std::cerr << "incomplete grid\n";
        return 1;
    }
    const Split s = divide(board);
    const auto biggest = std::max_element(s.groups.begin(), s.groups.end(),
                                          [](const Group &x, const Group &y) { return y.count > x.count; });
    // the grid comes first
    for (const auto &line : s.tags) {
        std::for_each(line.begin(), line.end(), [](int tag) { std::cout << std::setw(4) << tag; });
        std::cout << "\n";
    }
    for (std::size_t tag = 0; s.groups.size() > tag; tag++) {
        const Group &g = s.groups[tag];
        std::cout << tag << ": " << g.symbol << " size " << g.count << " perimeter " << g.edge << " holes "
                  << g.cavities << "\n";
    }
    std::cout << "largest: " << biggest - s.groups.begin() << " (" << biggest->count << " cells)\n";
    return 0;
}
