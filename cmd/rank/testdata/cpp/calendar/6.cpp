#include <cstdio>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

/*
 * A week of minutes. Appointments are kept sorted by start in one vector.
 *   book D HH:MM HH:MM title    cancel ID    busy D
 *   free MINUTES HH:MM HH:MM    conflicts    list
 */
static const int DAY = 24 * 60;
static const int WEEK = 7 * DAY;

struct Entry {
    int start;
    int end;
    int id;
    std::string title;
};

static std::vector<Entry> entries;
static int nextId = 1;

static bool parseTime(const std::string &s, int &out) {
    unsigned h, m;
    char rest;
    if (std::sscanf(s.c_str(), "%2u:%2u%c", &h, &m, &rest) != 2 || h > 24 || m > 59 || (h == 24 && m > 0)) {
        return false;
    }
    out = static_cast<int>(h * 60 + m);
    return true;
}

static std::string clock(int t) {
    static const char names[] = "MoTuWeThFrSaSu";
    char buf[32];
    std::snprintf(buf, sizeof buf, "%.2s %02d:%02d", names + t / DAY % 7 * 2, t % DAY / 60, t % 60);
    return buf;
}

static int parseDay(const std::string &s) {
    static const char names[] = "motuwethfrsasu";
    if (s.size() != 2) {
        return -1;
    }
    for (int d = 0; d < 7; d++) {
        if (std::memcmp(names + 2 * d, s.data(), 2) == 0) {
            return d;
        }
    }
    return -1;
}

static int insert(int start, int end, const std::string &title) {
    std::size_t i = entries.size();
    entries.push_back({});
    while (i > 0 && entries[i - 1].start > start) {
        entries[i] = std::move(entries[i - 1]);
        i--;
    }
    entries[i] = {start, end, nextId, title};
    return nextId++;
}

static bool cancel(int id) {
    for (std::size_t i = 0; i < entries.size(); i++) {
        if (entries[i].id == id) {
            entries.erase(entries.begin() + static_cast<long>(i));
            return true;
        }
    }
    return false;
}

// Writes the union of all appointments as disjoint ascending intervals.
static std::vector<std::pair<int, int>> merged() {
    std::vector<std::pair<int, int>> out;
    for (const Entry &e : entries) {
        if (out.empty() || e.start > out.back().second) {
            out.push_back({e.start, e.end});
        } else if (e.end > out.back().second) {
            out.back().second = e.end;
        }
    }
    return out;
}

// First start of a free stretch inside the hours [from, to) of any day, or -1.
static int firstFree(int length, int from, int to) {
    std::vector<std::pair<int, int>> busy = merged();
    std::size_t b = 0;
    int t = from;
    while (t < WEEK) {
        int close = t / DAY * DAY + to;
        if (t + length > close) {
            t = (t / DAY + 1) * DAY + from;
            continue;
        }
        while (b < busy.size() && busy[b].second <= t) {
            b++;
        }
        if (b == busy.size() || busy[b].first >= t + length) {
            return t;
        }
        int day = t / DAY;
        t = busy[b].second;
        if (t / DAY > day && t % DAY < from) {
            t = t / DAY * DAY + from;
        }
    }
    return -1;
}

static void conflicts() {
    for (std::size_t i = 0; i < entries.size(); i++) {
        for (std::size_t j = i + 1; j < entries.size() && entries[j].start < entries[i].end; j++) {
            std::cout << '#' << entries[i].id << ' ' << entries[i].title << " overlaps #"
                      << entries[j].id << ' ' << entries[j].title << '\n';
        }
    }
}

static const char *run(std::istringstream &in, const std::string &op) {
    std::string a, b, c;
    int from, to, n;
    if (op == "book") {
        in >> a >> b >> c;
        int d = parseDay(a);
        if (d < 0 || !parseTime(b, from) || !parseTime(c, to) || from >= to) {
            return "book DAY FROM TO TITLE";
        }
        std::getline(in >> std::ws, a);
        std::cout << "#" << insert(d * DAY + from, d * DAY + to, a) << '\n';
    } else if (op == "cancel") {
        if (!(in >> n) || !cancel(n)) {
            return "no such appointment";
        }
    } else if (op == "free") {
        if (!(in >> n >> a >> b) || n <= 0 || !parseTime(a, from) || !parseTime(b, to)) {
            return "free MINUTES FROM TO";
        }
        int t = firstFree(n, from, to);
        std::cout << (t < 0 ? "none" : clock(t)) << '\n';
    } else if (op == "busy") {
        for (auto &p : merged()) {
            std::cout << clock(p.first) << " to " << clock(p.second) << '\n';
        }
    } else if (op == "list") {
        for (const Entry &e : entries) {
            std::cout << '#' << e.id << ' ' << clock(e.start) << " to " << clock(e.end) << ' ' << e.title << '\n';
        }
    } else if (op == "conflicts") {
        conflicts();
    } else {
        return "unknown command";
    }
    return nullptr;
}

int main() {
    std::string line, op;
    while (std::getline(std::cin, line)) {
        std::istringstream in(line);
        if (!(in >> op)) {
            continue;
        }
        if (const char *why = run(in, op)) {
            std::cout << "error: " << why << '\n';
        }
    }
}
