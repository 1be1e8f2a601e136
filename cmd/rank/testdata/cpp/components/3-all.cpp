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

#include <iomanip>

// All per-region numbers live here; the flat map holds the region of each field.
struct Survey {
    std::vector<int> owner;
    std::vector<char> what;
    std::vector<int> fields;
    std::vector<int> fence;
};

static int ownerAt(const Survey &s, const Grid &g, int y, int x) {
    if (g.inside(y, x)) {
        return s.owner[static_cast<std::size_t>(y * g.cols + x)];
    }
    return -2;
}

static const int DY[] = {0, 1, 0, -1};
static const int DX[] = {-1, 0, 1, 0};

static void grow(Survey &s, const Grid &g, int begin) {
    const int me = static_cast<int>(s.what.size());
    const char letter = g.at(begin / g.cols, begin % g.cols);
    std::queue<int> todo;
    int n = 0;
    s.owner[begin] = me;
    todo.push(begin);
    while (!todo.empty()) {
        const int here = todo.front();
        todo.pop();
        ++n;
        int side = 4;
        while (side-- > 0) {
            const int y = here / g.cols + DY[side];
            const int x = here % g.cols + DX[side];
            if (ownerAt(s, g, y, x) != -1 || g.at(y, x) != letter) {
                continue;
            }
            s.owner[y * g.cols + x] = me;
            todo.push(y * g.cols + x);
        }
    }
    s.fields.push_back(n);
    s.what.push_back(letter);
    s.fence.push_back(0);
}

static void fences(Survey &s, const Grid &g) {
    int i = g.rows * g.cols;
    while (--i >= 0) {
        const int me = s.owner[i];
        for (int side = 0; side < 4; ++side) {
            if (ownerAt(s, g, i / g.cols + DY[side], i % g.cols + DX[side]) != me) {
                ++s.fence[me];
            }
        }
    }
}

// Corner patterns: bit 0..3 are the fields of a window of two by two.
static int enclosed(const Survey &s, const Grid &g, int me) {
    static const int weight[16] = {0, 1, 1, 0, 1, 0, 2, -1, 1, 2, 0, -1, 0, -1, -1, 0};
    int euler = 0;
    for (int y = g.rows - 1; y >= -1; --y) {
        for (int x = g.cols - 1; x >= -1; --x) {
            int pattern = 0;
            for (int k = 0; k < 4; ++k) {
                if (ownerAt(s, g, y + k / 2, x + k % 2) == me) {
                    pattern |= 1 << k;
                }
            }
            euler += weight[pattern];
        }
    }
    return 1 - euler / 4;
}

static void show(const Survey &s, const Grid &g, std::ostream &to) {
    int column = 0;
    for (int me : s.owner) {
        to << std::setw(4) << me;
        if (++column == g.cols) {
            to << '\n';
            column = 0;
        }
    }
    int best = 0;
    const int regions = static_cast<int>(s.what.size());
    for (int me = 0; me < regions; ++me) {
        to << me << ": " << s.what[me];
        to << " size " << s.fields[me];
        to << " perimeter " << s.fence[me];
        to << " holes " << enclosed(s, g, me) << '\n';
        best = s.fields[me] > s.fields[best] ? me : best;
    }
    to << "largest: " << best << " (" << s.fields[best] << " cells)\n";
}

int main() {
    const Grid g = readGrid(std::cin);
    const bool usable = g.cols > 0 && g.rows > 0 && g.cells.size() == static_cast<std::size_t>(g.rows);
    if (usable) {
        Survey s;
        s.owner.assign(static_cast<std::size_t>(g.rows * g.cols), -1);
        int i = 0;
        do {
            if (s.owner[i] == -1) {
                grow(s, g, i);
            }
        } while (++i < g.rows * g.cols);
        fences(s, g);
        show(s, g, std::cout);
    } else {
        std::cerr << "incomplete grid\n";
    }
    return usable ? 0 : 1;
}
