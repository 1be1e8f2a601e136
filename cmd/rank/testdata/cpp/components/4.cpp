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

using namespace std;

Grid grid;
// label[r][c] is the number of the region, -1 = not visited
vector<vector<int>> label;

// fills the region which begins at this cell and gives back the size
int fill(int row, int col, int number) {
    int size = 0;
    queue<pair<int, int>> todo;
    char letter = grid.at(row, col);
    label[row][col] = number;
    todo.push(make_pair(row, col));
    while (!todo.empty()) {
        int r = todo.front().first;
        int c = todo.front().second;
        todo.pop();
        size++;
        // up
        if (grid.inside(r - 1, c) && label[r - 1][c] == -1 && grid.at(r - 1, c) == letter) {
            label[r - 1][c] = number;
            todo.push(make_pair(r - 1, c));
        }
        // down
        if (grid.inside(r + 1, c) && label[r + 1][c] == -1 && grid.at(r + 1, c) == letter) {
            label[r + 1][c] = number;
            todo.push(make_pair(r + 1, c));
        }
        // left
        if (grid.inside(r, c - 1) && label[r][c - 1] == -1 && grid.at(r, c - 1) == letter) {
            label[r][c - 1] = number;
            todo.push(make_pair(r, c - 1));
        }
        // right
        if (grid.inside(r, c + 1) && label[r][c + 1] == -1 && grid.at(r, c + 1) == letter) {
            label[r][c + 1] = number;
            todo.push(make_pair(r, c + 1));
        }
    }
    return size;
}

// counts the edges where the region ends
int perimeter(int number) {
    int edges = 0;
    for (int r = 0; r < grid.rows; r++) {
        for (int c = 0; c < grid.cols; c++) {
            if (label[r][c] != number) {
                continue;
            }
            if (!grid.inside(r - 1, c) || label[r - 1][c] != number) {
                edges++;
            }
            if (!grid.inside(r + 1, c) || label[r + 1][c] != number) {
                edges++;
            }
            if (!grid.inside(r, c - 1) || label[r][c - 1] != number) {
                edges++;
            }
            if (!grid.inside(r, c + 1) || label[r][c + 1] != number) {
                edges++;
            }
        }
    }
    return edges;
}

int main() {
    grid = readGrid(cin);
    if (grid.rows != (int)grid.cells.size()) {
        cerr << "rows are missing" << endl;
        return 1;
    }
    for (int r = 0; r < grid.rows; r++) {
        label.push_back(vector<int>(grid.cols, -1));
    }
    int count = 0;
    int largest = 0;
    vector<int> sizes;
    vector<char> letters;
    for (int r = 0; r < grid.rows; r++) {
        for (int c = 0; c < grid.cols; c++) {
            // a new region begins here, points are empty
            if (label[r][c] == -1 && grid.at(r, c) != '.') {
                int size = fill(r, c, count);
                sizes.push_back(size);
                letters.push_back(grid.at(r, c));
                if (size > sizes[largest]) {
                    largest = count;
                }
                count++;
            }
        }
    }
    // print the grid with numbers
    for (int r = 0; r < grid.rows; r++) {
        for (int c = 0; c < grid.cols; c++) {
            string text = ".";
            if (label[r][c] >= 0) {
                text = to_string(label[r][c] + 1);
            }
            while (text.length() < 4) {
                text = " " + text;
            }
            cout << text;
        }
        cout << endl;
    }
    for (int i = 0; i < count; i++) {
        cout << i + 1 << ": letter " << letters[i] << ", size " << sizes[i];
        cout << ", perimeter " << perimeter(i) << endl;
    }
    if (count == 0) {
        cout << "no regions" << endl;
    } else {
        cout << count << " regions, largest is " << largest + 1 << endl;
    }
    return 0;
}
