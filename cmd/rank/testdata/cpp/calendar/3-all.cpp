#include <cstdio>
#include <iostream>
#include <list>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using Pair = std::pair<int, int>;

// Appointments, the earliest first; three lists of equal length would do as well.
struct Appointment {
    int until;
    std::string note;
    int since;
};

class Planner {
    std::list<Appointment> day;

    static int readTime(const std::string &s) {
        char junk = 0;
        int hh = 0, mm = 0;
        bool fine = std::sscanf(s.c_str(), "%d:%d%c", &hh, &mm, &junk) == 2;
        fine = fine && !(mm < 0 || mm > 59);
        fine = fine && !(hh < 0 || hh > 24);
        if (fine) {
            return mm + hh * 60;
        }
        throw std::invalid_argument("bad time " + s);
    }

    static Pair readPair(const std::string &a, const std::string &b) {
        Pair p;
        p.first = readTime(a);
        p.second = readTime(b);
        if (p.first >= p.second) {
            throw std::invalid_argument("the end has to be after the start");
        }
        return p;
    }

    static void say(int a, int b) {
        char s[64];
        std::snprintf(s, sizeof s, "%02d:%02d-%02d:%02d\n", a / 60, a % 60, b / 60, b % 60);
        std::cout << s;
    }

    void enter(const Pair &p, const std::string &note) {
        auto it = day.end();
        while (it != day.begin()) {
            --it;
            if (it->since <= p.first) {
                ++it;
                break;
            }
        }
        day.insert(it, Appointment{p.second, note, p.first});
    }

    bool blocked(const Pair &p) const {
        int n = 0;
        for (auto it = day.cbegin(); it != day.cend(); ++it) {
            if (p.second <= it->since || it->until <= p.first) {
                continue;
            }
            std::cout << "conflict with " << it->note << " ";
            say(it->since, it->until);
            ++n;
        }
        return n > 0;
    }

    void strike(const std::string &note) {
        bool nothing = true;
        auto it = day.begin();
        while (it != day.end()) {
            if (it->note != note) {
                ++it;
            } else {
                it = day.erase(it);
                nothing = false;
            }
        }
        if (nothing) {
            throw std::invalid_argument("nothing booked as " + note);
        }
    }

    // The merged times, in order.
    std::vector<Pair> occupied() const {
        std::vector<Pair> all;
        int last = -1;
        for (const Appointment &a : day) {
            if (a.since > last) {
                all.emplace_back(a.since, a.until);
                last = a.until;
            } else if (a.until > last) {
                last = a.until;
                all.back().second = last;
            }
        }
        return all;
    }

    std::vector<Pair> vacant(const Pair &hours) const {
        std::vector<Pair> all;
        std::vector<Pair> walls = occupied();
        walls.emplace_back(hours.second, hours.second);
        int cursor = hours.first;
        std::size_t k = 0;
        do {
            const int stop = walls[k].first > hours.second ? hours.second : walls[k].first;
            if (stop > cursor) {
                all.emplace_back(cursor, stop);
            }
            cursor = walls[k].second > cursor ? walls[k].second : cursor;
        } while (++k < walls.size());
        return all;
    }

    static void sayAll(const std::vector<Pair> &all, const char *before) {
        for (const auto &[a, b] : all) {
            std::cout << before;
            say(a, b);
        }
    }

public:
    void obey(const std::vector<std::string> &w) {
        const std::string &verb = w.front();
        switch (w.size()) {
        case 1:
            if (verb == "busy") {
                sayAll(occupied(), "busy ");
                return;
            }
            break;
        case 2:
            if (verb == "cancel") {
                strike(w[1]);
                return;
            }
            break;
        case 3:
            if (verb == "free") {
                sayAll(vacant(readPair(w[1], w[2])), "free ");
                return;
            }
            break;
        case 4:
            if (verb == "slot") {
                const int need = std::stoi(w[1]);
                const std::vector<Pair> all = vacant(readPair(w[2], w[3]));
                std::size_t k = 0;
                while (k < all.size() && all[k].second - all[k].first < need) {
                    ++k;
                }
                if (k == all.size()) {
                    std::cout << "no slot\n";
                } else {
                    say(all[k].first, all[k].first + need);
                }
                return;
            }
            if (verb == "force" || verb == "book") {
                const Pair p = readPair(w[1], w[2]);
                if (verb == "force" || !blocked(p)) {
                    enter(p, w[3]);
                }
                return;
            }
            break;
        }
        throw std::invalid_argument("unknown command " + verb);
    }
};

int main() {
    Planner planner;
    std::string row;
    while (std::getline(std::cin, row)) {
        std::vector<std::string> w;
        std::istringstream cut(row);
        for (std::string s; cut >> s;) {
            w.push_back(s);
        }
        if (!w.empty()) {
            try {
                planner.obey(w);
            } catch (const std::logic_error &fault) {
                std::cout << "error: " << fault.what() << "\n";
            }
        }
    }
    return 0;
}
