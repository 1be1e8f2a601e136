// book 9:00 10:30 dentist | cancel 9:30 10:00 | free | merge
// find 45 8:00 18:00 | list        (one day, minutes since midnight)
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

const int MAX = 500;
const int DAY = 24 * 60;

struct Slot {
    int a, b;
    std::string what;
};

static Slot s[MAX]; // sorted by start
static int n = 0;

static int minutes(const std::string &t) {
    int h, m;
    char c;
    if (std::sscanf(t.c_str(), "%d:%d%c", &h, &m, &c) != 2) return -1;
    if (h < 0 || m < 0 || m > 59 || h * 60 + m > DAY) return -1;
    return h * 60 + m;
}

static std::string clock(int t) {
    char buf[32];
    std::snprintf(buf, sizeof buf, "%d:%02d", t / 60, t % 60);
    return buf;
}

static void show(const Slot &x) {
    std::cout << "  " << clock(x.a) << "-" << clock(x.b) << " " << x.what << "\n";
}

static void insert(int a, int b, const std::string &w) {
    if (n == MAX) {
        std::cout << "calendar is full\n";
        return;
    }
    int i = n++;
    for (; i > 0 && s[i - 1].a > a; i--) s[i] = s[i - 1];
    s[i].a = a;
    s[i].b = b;
    s[i].what = w;
}

static void remove(int i) {
    for (n--; i < n; i++) s[i] = s[i + 1];
}

static void book(int a, int b, const std::string &w) {
    int k = 0;
    for (int i = 0; i < n; i++)
        if (s[i].a < b && a < s[i].b) {
            if (k++ == 0) std::cout << "conflicts:\n";
            show(s[i]);
        }
    insert(a, b, w);
}

// cuts [a, b) out of all bookings
static void cancel(int a, int b) {
    int cut = 0;
    for (int i = 0; i < n; i++) {
        if (s[i].a >= b || a >= s[i].b) continue;
        Slot x = s[i];
        remove(i--);
        if (x.a < a) {
            insert(x.a, a, x.what);
            i++;
        }
        if (b < x.b) insert(b, x.b, x.what);
        cut++;
    }
    std::cout << cut << " changed\n";
}

static void merge() {
    for (int i = 0; i + 1 < n;) {
        if (s[i + 1].a > s[i].b) {
            i++;
            continue;
        }
        if (s[i + 1].b > s[i].b) s[i].b = s[i + 1].b;
        s[i].what += "+" + s[i + 1].what;
        remove(i + 1);
    }
}

// free stretches of at least len within [lo, hi); only the first one if asked
static int gaps(int len, int lo, int hi, bool first) {
    int t = lo, k = 0;
    for (int i = 0; i <= n; i++) {
        int e = i < n && s[i].a < hi ? s[i].a : hi;
        if (e - t >= len) {
            std::cout << "  " << clock(t) << "-" << clock(first ? t + len : e) << " free\n";
            k++;
            if (first) return k;
        }
        if (i < n && s[i].b > t) t = s[i].b;
        if (t >= hi || e == hi) break;
    }
    return k;
}

int main() {
    std::string line, c, x, y, w;
    while (std::getline(std::cin, line)) {
        std::istringstream in(line);
        if (!(in >> c)) continue;
        int a = 0, b = DAY, len = 1;
        if (c == "find" && !(in >> len && len > 0)) {
            std::cout << "bad length\n";
            continue;
        }
        if (in >> x >> y) {
            a = minutes(x);
            b = minutes(y);
        } else if (c == "book" || c == "cancel") {
            a = -1;
        }
        if (a < 0 || b <= a) {
            std::cout << "bad times: " << line << "\n";
            continue;
        }
        std::getline(in >> std::ws, w);
        if (c == "book") book(a, b, w.empty() ? "busy" : w);
        else if (c == "cancel") cancel(a, b);
        else if (c == "merge") merge();
        else if (c == "free") gaps(1, a, b, false);
        else if (c == "find") {
            if (!gaps(len, a, b, true)) std::cout << "no slot\n";
        } else if (c == "list") {
            for (int i = 0; i < n; i++) show(s[i]);
        } else std::cout << "unknown: " << c << "\n";
        w.clear();
    }
}
