#include <iostream>
#include <string>
using namespace std;

int grid[9][9];
int solution[9][9];
int solutions;
long steps;

// can the number n be at this place?
bool possible(int row, int col, int n) {
    for (int i = 0; i < 9; i++) {
        if (grid[row][i] == n) {
            return false;
        }
        if (grid[i][col] == n) {
            return false;
        }
    }
    int r0 = row / 3 * 3;
    int c0 = col / 3 * 3;
    for (int r = r0; r < r0 + 3; r++) {
        for (int c = c0; c < c0 + 3; c++) {
            if (grid[r][c] == n) {
                return false;
            }
        }
    }
    return true;
}

void solve() {
    // look for the empty place with the fewest candidates
    int bestRow = -1;
    int bestCol = -1;
    int fewest = 10;
    for (int r = 0; r < 9; r++) {
        for (int c = 0; c < 9; c++) {
            if (grid[r][c] == 0) {
                int candidates = 0;
                for (int n = 1; n <= 9; n++) {
                    if (possible(r, c, n)) {
                        candidates++;
                    }
                }
                if (candidates < fewest) {
                    fewest = candidates;
                    bestRow = r;
                    bestCol = c;
                }
            }
        }
    }
    // everything is full: this is a solution
    if (bestRow == -1) {
        solutions++;
        if (solutions == 1) {
            for (int r = 0; r < 9; r++) {
                for (int c = 0; c < 9; c++) {
                    solution[r][c] = grid[r][c];
                }
            }
        }
        return;
    }
    for (int n = 1; n <= 9; n++) {
        if (possible(bestRow, bestCol, n)) {
            steps++;
            grid[bestRow][bestCol] = n;
            solve();
            grid[bestRow][bestCol] = 0;
            // two are enough to know that there are many
            if (solutions > 1) {
                return;
            }
        }
    }
}

// the given numbers must not contradict each other
bool correct() {
    for (int r = 0; r < 9; r++) {
        for (int c = 0; c < 9; c++) {
            int n = grid[r][c];
            if (n != 0) {
                grid[r][c] = 0;
                bool ok = possible(r, c, n);
                grid[r][c] = n;
                if (!ok) {
                    return false;
                }
            }
        }
    }
    return true;
}

int main() {
    string line;
    string text = "";
    int number = 0;
    while (getline(cin, line)) {
        // collect digits and points until there are 81
        for (char ch : line) {
            if (ch >= '0' && ch <= '9') {
                text = text + ch;
            } else if (ch == '.' || ch == '_') {
                text = text + '0';
            }
        }
        while (text.length() >= 81) {
            for (int i = 0; i < 81; i++) {
                grid[i / 9][i % 9] = text[i] - '0';
            }
            text = text.substr(81);
            number++;
            solutions = 0;
            steps = 0;
            if (correct()) {
                solve();
            }
            cout << "Puzzle " << number << ": ";
            if (solutions == 0) {
                cout << "none";
            } else if (solutions == 1) {
                cout << "unique";
            } else {
                cout << "many";
            }
            cout << ", " << steps << " steps" << endl;
            if (solutions > 0) {
                for (int r = 0; r < 9; r++) {
                    if (r == 3 || r == 6) {
                        cout << "------+-------+------" << endl;
                    }
                    for (int c = 0; c < 9; c++) {
                        if (c == 3 || c == 6) {
                            cout << "| ";
                        }
                        cout << solution[r][c] << " ";
                    }
                    cout << endl;
                }
            }
        }
    }
    if (text != "") {
        cout << "the last puzzle is not complete" << endl;
    }
    return 0;
}
