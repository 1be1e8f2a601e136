#include <iostream>
#include <string>

// Reads puzzles of 81 characters (digits, 0 or . for empty), white space ignored.

static int g[81];
static int row[9], col[9], box[9]; // bit d is set when digit d is used
static int best[81];
static int found;
static long steps;

static int bx(int p) { return p / 27 * 3 + p % 9 / 3; }

static bool set(int p, int d) {
    int b = 1 << d;
    if ((row[p / 9] | col[p % 9] | box[bx(p)]) & b) return false;
    row[p / 9] |= b;
    col[p % 9] |= b;
    box[bx(p)] |= b;
    g[p] = d;
    return true;
}

static void clear(int p) {
    int b = ~(1 << g[p]);
    row[p / 9] &= b;
    col[p % 9] &= b;
    box[bx(p)] &= b;
    g[p] = 0;
}

static int bits(int m) {
    int n = 0;
    for (; m; m &= m - 1) n++;
    return n;
}

// the empty cell with fewest candidates, -1 if there is none
static int choose() {
    int p = -1, min = 10;
    for (int i = 0; i < 81; i++) {
        if (g[i]) continue;
        int n = 9 - bits(row[i / 9] | col[i % 9] | box[bx(i)]);
        if (n < min) {
            min = n;
            p = i;
        }
    }
    return p;
}

// Backtracking with an explicit stack; stops after the second solution.
static void solve() {
    int pos[82], sp = 0;
    found = 0;
    steps = 0;
    pos[0] = choose();
    if (pos[0] < 0) {
        for (int i = 0; i < 81; i++) best[i] = g[i];
        found = 1;
        return;
    }
    while (sp >= 0 && found < 2) {
        int p = pos[sp], d = g[p];
        if (d) clear(p);
        for (d++; d <= 9 && !set(p, d); d++)
            ;
        if (d > 9) {
            sp--;
            continue;
        }
        steps++;
        int q = choose();
        if (q >= 0) {
            pos[++sp] = q;
        } else if (++found == 1) {
            for (int i = 0; i < 81; i++) best[i] = g[i];
        }
    }
}

static void print() {
    for (int i = 0; i < 81; i++) {
        std::cout << best[i];
        if (i % 9 == 8) std::cout << "\n";
        else if (i % 3 == 2) std::cout << " | ";
        else std::cout << " ";
        if (i == 26 || i == 53) std::cout << "------+-------+------\n";
    }
}

int main() {
    int n = 0, no = 0;
    bool ok = true;
    char c;
    while (std::cin >> c) {
        if (n == 0) {
            for (int i = 0; i < 81; i++) g[i] = 0;
            for (int i = 0; i < 9; i++) row[i] = col[i] = box[i] = 0;
            ok = true;
        }
        if (c == '.') c = '0';
        if (c < '0' || c > '9') {
            std::cerr << "bad character " << c << "\n";
            return 1;
        }
        if (c != '0' && !set(n, c - '0')) ok = false;
        if (++n < 81) continue;
        n = 0;
        std::cout << "puzzle " << ++no << ": ";
        if (!ok) {
            std::cout << "none (contradiction)\n\n";
            continue;
        }
        solve();
        std::cout << (found == 0 ? "none" : found == 1 ? "unique" : "many") << ", " << steps << " steps\n";
        if (found) print();
        std::cout << "\n";
    }
    if (n) std::cerr << "last puzzle is incomplete\n";
    return n != 0;
}
