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
#include <map>
#include <utility>

namespace {

constexpr std::pair<int, int> kSteps[] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
constexpr int kUnlabelled = -1;
const std::string kLabels = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

struct Region {
    char letter;
    int row, col;
    int size = 0;
    int perimeter = 0;
    bool touchesBorder = false;
    std::map<int, int> borders;  // other region -> length of the common border
};

class Labelling {
public:
    explicit Labelling(const Grid &grid) : grid(grid) {
        labels.assign(static_cast<std::size_t>(grid.rows), std::vector<int>(static_cast<std::size_t>(grid.cols), kUnlabelled));
        for (int r = 0; r < grid.rows; r++) {
            for (int c = 0; c < grid.cols; c++) {
                if (label(r, c) == kUnlabelled) fill(r, c);
            }
        }
        measure();
    }

    const std::vector<Region> &all() const { return regions; }

    // A hole is a region that has one neighbour only and does not touch the edge.
    int holesIn(int index) const {
        int holes = 0;
        for (const Region &region : regions) {
            holes += !region.touchesBorder && region.borders.size() == 1 && region.borders.begin()->first == index;
        }
        return holes;
    }

    void print(std::ostream &out) const {
        for (const auto &row : labels) {
            for (int value : row) out << kLabels[static_cast<std::size_t>(value) % kLabels.size()];
            out << '\n';
        }
    }

private:
    const Grid &grid;
    std::vector<std::vector<int>> labels;
    std::vector<Region> regions;

    int &label(int r, int c) { return labels[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)]; }

    void fill(int startRow, int startCol) {
        int index = static_cast<int>(regions.size());
        Region region{grid.at(startRow, startCol), startRow, startCol, 0, 0, false, {}};
        std::queue<std::pair<int, int>> queue;
        label(startRow, startCol) = index;
        queue.push({startRow, startCol});
        while (!queue.empty()) {
            auto [r, c] = queue.front();
            queue.pop();
            region.size++;
            for (auto [dr, dc] : kSteps) {
                int nr = r + dr, nc = c + dc;
                if (!grid.inside(nr, nc) || grid.at(nr, nc) != region.letter || label(nr, nc) != kUnlabelled) continue;
                label(nr, nc) = index;
                queue.push({nr, nc});
            }
        }
        regions.push_back(region);
    }

    void measure() {
        for (int r = 0; r < grid.rows; r++) {
            for (int c = 0; c < grid.cols; c++) {
                int own = label(r, c);
                Region &region = regions[static_cast<std::size_t>(own)];
                for (auto [dr, dc] : kSteps) {
                    int nr = r + dr, nc = c + dc;
                    if (!grid.inside(nr, nc)) {
                        region.touchesBorder = true;
                        region.perimeter++;
                    } else if (label(nr, nc) != own) {
                        region.borders[label(nr, nc)]++;
                        region.perimeter++;
                    }
                }
            }
        }
    }
};

}  // namespace

int main() {
    Grid grid = readGrid(std::cin);
    if (grid.rows <= 0 || grid.cols <= 0 || static_cast<int>(grid.cells.size()) != grid.rows) {
        std::cerr << "the grid has " << grid.cells.size() << " rows, not " << grid.rows << '\n';
        return 1;
    }
    Labelling labelling(grid);
    labelling.print(std::cout);
    const auto &regions = labelling.all();
    std::size_t largest = 0;
    std::cout << "label letter  size perimeter holes  at\n";
    for (std::size_t i = 0; i < regions.size(); i++) {
        const Region &region = regions[i];
        std::cout << std::setw(5) << kLabels[i % kLabels.size()] << std::setw(7) << region.letter << std::setw(6)
                  << region.size << std::setw(10) << region.perimeter << std::setw(6)
                  << labelling.holesIn(static_cast<int>(i)) << "  " << region.row << ',' << region.col << '\n';
        if (region.size > regions[largest].size) largest = i;
    }
    std::cout << regions.size() << " regions, the largest is of " << regions[largest].letter << " with "
              << regions[largest].size << " cells\n";
}
