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

// Two pass labelling with a union-find forest over cell numbers; the rest of
// the numbers are sums over the cells of a root.
static std::vector<int> parent;

static int rootOf(int x) {
    while (parent[x] != x) {
        parent[x] = parent[parent[x]];
        x = parent[x];
    }
    return x;
}

static void join(int a, int b) {
    a = rootOf(a);
    b = rootOf(b);
    if (a < b) {
        parent[b] = a;
    } else {
        parent[a] = b;
    }
}

struct Region {
    char letter;
    int size;
    int perimeter;
    int corners;    // convex minus concave corners
};

// Corner balance of a cell: 4 * (outlines - holes) when summed over a region.
static int cornersAt(const Grid &g, int r, int c) {
    static const int dr[] = {-1, 1, 1, -1};
    static const int dc[] = {1, 1, -1, -1};
    char me = g.at(r, c);
    int me0 = rootOf(r * g.cols + c);
    auto same = [&](int rr, int cc) {
        return g.inside(rr, cc) && g.at(rr, cc) == me && rootOf(rr * g.cols + cc) == me0;
    };
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        bool v = same(r + dr[k], c);
        bool h = same(r, c + dc[k]);
        if (!v && !h) {
            sum++;
        } else if (v && h && !same(r + dr[k], c + dc[k])) {
            sum--;
        }
    }
    return sum;
}

int main() {
    Grid g = readGrid(std::cin);
    g.rows = static_cast<int>(g.cells.size());
    int n = g.rows * g.cols;
    parent.resize(n);
    for (int i = 0; i < n; i++) {
        parent[i] = i;
    }
    for (int i = 0; i < n; i++) {
        int r = i / g.cols, c = i % g.cols;
        if (c > 0 && g.at(r, c - 1) == g.at(r, c)) {
            join(i, i - 1);
        }
        if (r > 0 && g.at(r - 1, c) == g.at(r, c)) {
            join(i, i - g.cols);
        }
    }

    std::vector<int> number(n, -1);     // by root
    std::vector<Region> regions;
    for (int i = 0; i < n; i++) {
        int r = i / g.cols, c = i % g.cols;
        if (g.at(r, c) == '.') {
            continue;
        }
        int root = rootOf(i);
        if (number[root] < 0) {
            number[root] = static_cast<int>(regions.size());
            regions.push_back({g.at(r, c), 0, 0, 0});
        }
        Region &region = regions[number[root]];
        region.size++;
        region.perimeter += r == 0 || rootOf(i - g.cols) != root;
        region.perimeter += r == g.rows - 1 || rootOf(i + g.cols) != root;
        region.perimeter += c == 0 || rootOf(i - 1) != root;
        region.perimeter += c == g.cols - 1 || rootOf(i + 1) != root;
        region.corners += cornersAt(g, r, c);
    }

    std::size_t largest = 0;
    for (std::size_t k = 0; k < regions.size(); k++) {
        const Region &x = regions[k];
        std::cout << k + 1 << ": " << x.letter << " size " << x.size << " perimeter " << x.perimeter
                  << " holes " << 1 - x.corners / 4 << '\n';
        if (x.size > regions[largest].size) {
            largest = k;
        }
    }
    if (!regions.empty()) {
        std::cout << "largest: " << largest + 1 << '\n';
    }
    for (int i = 0; i < n; i++) {
        int k = number[rootOf(i)];
        std::cout << (k < 0 ? "." : std::to_string(k + 1)) << (i % g.cols == g.cols - 1 ? '\n' : '\t');
    }
    return 0;
}
