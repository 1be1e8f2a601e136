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

struct Point {
    int y;
    int x;
};

struct Area {
    char sign;
    int cells;
    int border;
    int gaps;
};

using Marks = std::vector<std::vector<int>>;

struct Map {
    Marks marks;
    std::vector<Area> areas;
};

static std::vector<Point> beside(const Point &p) {
    std::vector<Point> result;
    for (int k = 0; k < 4; k++) {
        switch (k) {
        case 0: result.push_back({p.y - 1, p.x}); break;
        case 1: result.push_back({p.y, p.x + 1}); break;
        case 2: result.push_back({p.y + 1, p.x}); break;
        default: result.push_back({p.y, p.x - 1});
        }
    }
    return result;
}

static std::vector<Point> spread(const Grid &field, const Point &seed, int mark, Marks &marks) {
    std::vector<Point> found;
    found.push_back(seed);
    marks[seed.y][seed.x] = mark;
    std::size_t next = 0;
    do {
        const auto sides = beside(found[next]);
        auto s = sides.begin();
        while (s != sides.end()) {
            const Point p = *s++;
            if (!field.inside(p.y, p.x)) {
                continue;
            }
            if (marks[p.y][p.x] >= 0) {
                continue;
            }
            if (field.at(p.y, p.x) != field.at(seed.y, seed.x)) {
                continue;
            }
            marks[p.y][p.x] = mark;
            found.push_back(p);
        }
        next++;
    } while (next < found.size());
    return found;
}

static int border(const Grid &field, const Marks &marks, const std::vector<Point> &found) {
    int total = 0;
    for (const Point &p : found) {
        for (const Point &q : beside(p)) {
            if (field.inside(q.y, q.x) && marks[q.y][q.x] == marks[p.y][p.x]) {
                continue;
            }
            total++;
        }
    }
    return total;
}

// Euler characteristic from 2x2 windows
static int gaps(const Grid &field, const Marks &marks, int mark) {
    const auto is = [&](int y, int x) {
        if (!field.inside(y, x)) {
            return 0;
        }
        if (marks[y][x] != mark) {
            return 0;
        }
        return 1;
    };
    int total = 0;
    int y = -1;
    while (y < field.rows) {
        int x = -1;
        while (x < field.cols) {
            switch (is(y, x) + is(y, x + 1) + is(y + 1, x) + is(y + 1, x + 1)) {
            case 1:
                total += 1;
                break;
            case 3:
                total -= 1;
                break;
            case 2:
                if (is(y, x) == is(y + 1, x + 1)) {
                    total += 2;
                }
                break;
            }
            x++;
        }
        y++;
    }
    return 1 - total / 4;
}

static Map divide(const Grid &field) {
    Map map{Marks(field.rows, std::vector<int>(field.cols, -1)), {}};
    for (int i = 0; i < field.rows * field.cols; i++) {
        const Point p{i / field.cols, i % field.cols};
        if (map.marks[p.y][p.x] < 0) {
            const int mark = static_cast<int>(map.areas.size());
            const auto found = spread(field, p, mark, map.marks);
            map.areas.push_back({field.at(p.y, p.x), static_cast<int>(found.size()),
                                 border(field, map.marks, found), gaps(field, map.marks, mark)});
        }
    }
    return map;
}

int main() {
    const Grid field = readGrid(std::cin);
    if (field.rows >= 1 && field.cols >= 1 && static_cast<int>(field.cells.size()) == field.rows) {
        const Map map = divide(field);
        for (int i = 0; i < field.rows * field.cols; i++) {
            std::cout << std::setw(4) << map.marks[i / field.cols][i % field.cols];
            if (i % field.cols == field.cols - 1) {
                std::cout << "\n";
            }
        }
        std::size_t largest = 0;
        std::size_t i = 0;
        while (i < map.areas.size()) {
            const Area &a = map.areas[i];
            std::cout << i << ": " << a.sign << " size " << a.cells << " perimeter " << a.border << " holes "
                      << a.gaps << "\n";
            if (a.cells > map.areas[largest].cells) {
                largest = i;
            }
            i++;
        }
        std::cout << "largest: " << largest << " (" << map.areas[largest].cells << " cells)\n";
        return 0;
    }
    std::cerr << "incomplete grid\n";
    return 1;
}
