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
#include <utility>

static const int kUnlabelled = -1;
static const std::pair<int, int> kDirections[] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};

/** What is known about one connected region of equal letters. */
struct Region {
    char letter;
    int cellCount = 0;
    int perimeter = 0;
    int holeCount = 0;
};

/** For every cell the number of its region. */
using LabelGrid = std::vector<std::vector<int>>;

class RegionFinder {
public:
    explicit RegionFinder(const Grid &grid)
        : grid_(grid), labels_(static_cast<std::size_t>(grid.rows), std::vector<int>(static_cast<std::size_t>(grid.cols), kUnlabelled)) {}

    void findAllRegions() {
        for (int row = 0; row < grid_.rows; ++row) {
            for (int column = 0; column < grid_.cols; ++column) {
                if (labelAt(row, column) == kUnlabelled) {
                    floodRegion(row, column);
                }
            }
        }
        for (std::size_t number = 0; number < regions_.size(); ++number) {
            regions_[number].holeCount = countHoles(static_cast<int>(number));
        }
    }

    const std::vector<Region> &regions() const { return regions_; }

    int labelAt(int row, int column) const {
        return labels_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    }

private:
    const Grid &grid_;
    LabelGrid labels_;
    std::vector<Region> regions_;

    void setLabel(int row, int column, int label) {
        labels_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = label;
    }

    /** Breadth-first search from the first cell of a new region. */
    void floodRegion(int startRow, int startColumn) {
        const int label = static_cast<int>(regions_.size());
        Region region{grid_.at(startRow, startColumn)};
        std::queue<std::pair<int, int>> waitingCells;
        setLabel(startRow, startColumn, label);
        waitingCells.push({startRow, startColumn});
        while (!waitingCells.empty()) {
            const auto [row, column] = waitingCells.front();
            waitingCells.pop();
            ++region.cellCount;
            for (const auto &[rowStep, columnStep] : kDirections) {
                const int nextRow = row + rowStep;
                const int nextColumn = column + columnStep;
                if (!grid_.inside(nextRow, nextColumn) || grid_.at(nextRow, nextColumn) != region.letter) {
                    ++region.perimeter;
                } else if (labelAt(nextRow, nextColumn) == kUnlabelled) {
                    setLabel(nextRow, nextColumn, label);
                    waitingCells.push({nextRow, nextColumn});
                }
            }
        }
        regions_.push_back(region);
    }

    /** Holes are the areas of other cells that are not connected to the border. */
    int countHoles(int label) const {
        LabelGrid visited(labels_.size(), std::vector<int>(static_cast<std::size_t>(grid_.cols), 0));
        int holeCount = 0;
        for (int row = 0; row < grid_.rows; ++row) {
            for (int column = 0; column < grid_.cols; ++column) {
                bool touchesBorder = false;
                if (exploreOutside(label, row, column, visited, touchesBorder) && !touchesBorder) {
                    ++holeCount;
                }
            }
        }
        return holeCount;
    }

    bool exploreOutside(int label, int row, int column, LabelGrid &visited, bool &touchesBorder) const {
        if (!grid_.inside(row, column)) {
            touchesBorder = true;
            return false;
        }
        int &mark = visited[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
        if (labelAt(row, column) == label || mark != 0) {
            return false;
        }
        mark = 1;
        for (const auto &[rowStep, columnStep] : kDirections) {
            exploreOutside(label, row + rowStep, column + columnStep, visited, touchesBorder);
        }
        return true;
    }
};

static void printLabels(const Grid &grid, const RegionFinder &finder, std::ostream &out) {
    for (int row = 0; row < grid.rows; ++row) {
        for (int column = 0; column < grid.cols; ++column) {
            out << std::setw(4) << finder.labelAt(row, column) + 1;
        }
        out << '\n';
    }
}

static void printRegions(const std::vector<Region> &regions, std::ostream &out) {
    std::size_t largest = 0;
    for (std::size_t number = 0; number < regions.size(); ++number) {
        const Region &region = regions[number];
        out << "region " << number + 1 << " '" << region.letter << "': size " << region.cellCount << ", perimeter "
            << region.perimeter << ", holes " << region.holeCount << '\n';
        if (region.cellCount > regions[largest].cellCount) {
            largest = number;
        }
    }
    out << "largest region: " << largest + 1 << '\n';
}

int main() {
    const Grid grid = readGrid(std::cin);
    if (grid.rows < 1 || grid.cols < 1 || static_cast<int>(grid.cells.size()) != grid.rows) {
        std::cerr << "the grid is incomplete\n";
        return 1;
    }
    RegionFinder finder(grid);
    finder.findAllRegions();
    printLabels(grid, finder, std::cout);
    printRegions(finder.regions(), std::cout);
    return 0;
}
