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

struct Region {
    char ch;
    int size, perim, nb; // nb: regions that lie completely inside
    bool edge;
};

static const int DR[] = {-1, 0, 1, 0};
static const int DC[] = {0, 1, 0, -1};

static Region fill(const Grid &g, std::vector<int> &lab, int r0, int c0, int id) {
    Region x = {g.at(r0, c0), 0, 0, 0, false};
    std::queue<int> q;
    q.push(r0 * g.cols + c0);
    lab[static_cast<std::size_t>(q.front())] = id;
    while (!q.empty()) {
        int r = q.front() / g.cols, c = q.front() % g.cols;
        q.pop();
        x.size++;
        for (int k = 0; k < 4; k++) {
            int a = r + DR[k], b = c + DC[k];
            if (!g.inside(a, b)) {
                x.perim++;
                x.edge = true;
                continue;
            }
            std::size_t p = static_cast<std::size_t>(a * g.cols + b);
            if (g.at(a, b) != x.ch) {
                x.perim++;
            } else if (lab[p] < 0) {
                lab[p] = id;
                q.push(a * g.cols + b);
            }
        }
    }
    return x;
}

// A hole of region id: cells that are not id and cannot reach the border without crossing id.
static int holes(const Grid &g, const std::vector<int> &lab, int id) {
    int n = 0;
    std::vector<char> seen(lab.size(), 0);
    for (int s = 0; s < g.rows * g.cols; s++) {
        if (seen[static_cast<std::size_t>(s)] || lab[static_cast<std::size_t>(s)] == id) continue;
        bool out = false;
        std::queue<int> q;
        q.push(s);
        seen[static_cast<std::size_t>(s)] = 1;
        while (!q.empty()) {
            int r = q.front() / g.cols, c = q.front() % g.cols;
            q.pop();
            for (int k = 0; k < 8; k++) {
                int a = k < 4 ? r + DR[k] : r + (k & 1 ? 1 : -1);
                int b = k < 4 ? c + DC[k] : c + (k & 2 ? 1 : -1);
                if (!g.inside(a, b)) {
                    out = true;
                    continue;
                }
                std::size_t p = static_cast<std::size_t>(a * g.cols + b);
                if (seen[p] || lab[p] == id) continue;
                seen[p] = 1;
                q.push(a * g.cols + b);
            }
        }
        if (!out) n++;
    }
    return n;
}

int main() {
    Grid g = readGrid(std::cin);
    if (static_cast<int>(g.cells.size()) < g.rows) {
        std::cerr << "rows missing\n";
        return 1;
    }
    std::vector<int> lab(static_cast<std::size_t>(g.rows * g.cols), -1);
    std::vector<Region> v;
    for (int r = 0; r < g.rows; r++)
        for (int c = 0; c < g.cols; c++)
            if (lab[static_cast<std::size_t>(r * g.cols + c)] < 0)
                v.push_back(fill(g, lab, r, c, static_cast<int>(v.size())));

    std::size_t big = 0;
    for (std::size_t i = 0; i < v.size(); i++) {
        v[i].nb = holes(g, lab, static_cast<int>(i));
        std::cout << i << ": " << v[i].ch << " size " << v[i].size << " perimeter " << v[i].perim
                  << " holes " << v[i].nb << (v[i].edge ? " (edge)" : "") << "\n";
        if (v[i].size > v[big].size) big = i;
    }
    if (!v.empty()) std::cout << "largest: " << big << "\n";
    for (int r = 0; r < g.rows; r++) {
        for (int c = 0; c < g.cols; c++) {
            std::string s = std::to_string(lab[static_cast<std::size_t>(r * g.cols + c)]);
            while (s.size() < 4) s.insert(0, " ");
            std::cout << s;
        }
        std::cout << "\n";
    }
}
