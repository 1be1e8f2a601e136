#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// times in minutes
struct Event {
    int starts;
    int ends;
    std::string what;
};

using Events = std::vector<Event>;
using Strings = std::vector<std::string>;

static void check(bool good, const std::string &complaint) {
    if (!good) {
        throw std::invalid_argument(complaint);
    }
}

static bool between(int low, int value, int high) {
    return low <= value && value <= high;
}

static int parse(const std::string &text) {
    int h = 0, m = 0;
    char rest = 0;
    const int fields = std::sscanf(text.c_str(), "%d:%d%c", &h, &m, &rest);
    check(fields == 2 && between(0, h, 24) && between(0, m, 59), "bad time " + text);
    return h * 60 + m;
}

static Event event(const std::string &what, const std::string &ends, const std::string &starts) {
    const int from = parse(starts);
    const int to = parse(ends);
    check(from < to, "the end has to be after the start");
    return {from, to, what};
}

static std::string hhmm(int minutes) {
    char text[32];
    std::snprintf(text, sizeof text, "%02d:%02d", minutes / 60, minutes % 60);
    return text;
}

static void print(const Event &e, const std::string &before) {
    std::cout << before << hhmm(e.starts) << "-" << hhmm(e.ends) << "\n";
}

static bool collide(const Event &a, const Event &b) {
    return a.starts < b.ends && b.starts < a.ends;
}

static bool sooner(const Event &a, const Event &b) {
    return a.starts < b.starts;
}

class Diary {
public:
    void run(const Strings &w) {
        if (is(4, "book", w)) {
            book(event(w[3], w[2], w[1]));
        } else if (is(4, "force", w)) {
            insert(event(w[3], w[2], w[1]));
        } else if (is(2, "cancel", w)) {
            cancel(w[1]);
        } else if (is(3, "free", w)) {
            printFree(event("", w[2], w[1]));
        } else if (is(4, "slot", w)) {
            const int length = std::stoi(w[1]);
            printSlot(event("", w[3], w[2]), length);
        } else if (is(1, "busy", w)) {
            printBusy();
        } else {
            check(false, "unknown command " + w[0]);
        }
    }

private:
    Events events;

    static bool is(std::size_t size, const char *name, const Strings &w) { return w.size() == size && w[0] == name; }

    void book(const Event &wanted) {
        if (!complain(wanted)) {
            insert(wanted);
        }
    }

    // prints what is in the way
    bool complain(const Event &wanted) const {
        bool any = false;
        for (const Event &e : events) {
            if (collide(wanted, e)) {
                print(e, "conflict with " + e.what + " ");
                any = true;
            }
        }
        return any;
    }

    void insert(const Event &e) { events.insert(std::upper_bound(events.begin(), events.end(), e, sooner), e); }

    void cancel(const std::string &what) {
        const auto end = std::remove_if(events.begin(), events.end(), [&](const Event &e) { return e.what == what; });
        check(end != events.end(), "nothing booked as " + what);
        events.erase(end, events.end());
    }

    static Events extend(Events done, const Event &e) {
        if (done.empty() || done.back().ends < e.starts) {
            done.push_back(e);
        } else {
            done.back().ends = std::max(done.back().ends, e.ends);
        }
        return done;
    }

    Events busy() const { return std::accumulate(events.begin(), events.end(), Events{}, extend); }

    static void addGap(int ends, int starts, Events &gaps) {
        if (starts < ends) {
            gaps.push_back({starts, ends, ""});
        }
    }

    Events gaps(const Event &hours) const {
        Events result;
        int from = hours.starts;
        for (const Event &b : busy()) {
            if (b.ends > from) {
                addGap(std::min(b.starts, hours.ends), from, result);
                from = b.ends;
            }
        }
        addGap(hours.ends, from, result);
        return result;
    }

    void printFree(const Event &hours) const {
        for (const Event &g : gaps(hours)) {
            print(g, "free ");
        }
    }

    void printBusy() const {
        for (const Event &b : busy()) {
            print(b, "busy ");
        }
    }

    void printSlot(const Event &hours, int length) const {
        const Events all = gaps(hours);
        const auto wide = [=](const Event &g) { return g.ends - g.starts >= length; };
        const auto found = std::find_if(all.begin(), all.end(), wide);
        if (found == all.end()) {
            std::cout << "no slot\n";
        } else {
            print({found->starts, found->starts + length, ""}, "");
        }
    }
};

static Strings split(const std::string &line) {
    std::istringstream in(line);
    return Strings{std::istream_iterator<std::string>(in), {}};
}

static void tryRun(const Strings &words, Diary &diary) {
    try {
        diary.run(words);
    } catch (const std::logic_error &e) {
        std::cout << "error: " << e.what() << "\n";
    }
}

int main() {
    Diary diary;
    for (std::string line; std::getline(std::cin, line);) {
        const Strings words = split(line);
        if (!words.empty()) {
            tryRun(words, diary);
        }
    }
}
