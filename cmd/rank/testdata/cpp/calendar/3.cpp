#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// Half open interval of minutes since midnight.
struct Span {
    int from;
    int to;

    bool meets(const Span &other) const { return from < other.to && other.from < to; }
    int length() const { return to - from; }
};

struct Booking {
    std::string title;
    Span span;
};

using Bookings = std::vector<Booking>;

static int minutes(const std::string &text) {
    int h = 0, m = 0;
    char rest = 0;
    if (std::sscanf(text.c_str(), "%d:%d%c", &h, &m, &rest) != 2 || h < 0 || h > 24 || m < 0 || m > 59) {
        throw std::invalid_argument("bad time " + text);
    }
    return h * 60 + m;
}

static Span span(const std::string &from, const std::string &to) {
    const Span s{minutes(from), minutes(to)};
    if (s.length() <= 0) {
        throw std::invalid_argument("the end has to be after the start");
    }
    return s;
}

static std::string show(const Span &s) {
    char text[64];
    std::snprintf(text, sizeof text, "%02d:%02d-%02d:%02d", s.from / 60, s.from % 60, s.to / 60, s.to % 60);
    return text;
}

static Bookings conflicts(const Bookings &all, const Span &wanted) {
    Bookings found;
    std::copy_if(all.begin(), all.end(), std::back_inserter(found),
                 [&](const Booking &b) { return b.span.meets(wanted); });
    return found;
}

static Bookings with(Bookings all, const Booking &added) {
    const auto place = std::upper_bound(all.begin(), all.end(), added, [](const Booking &a, const Booking &b) {
        return a.span.from < b.span.from;
    });
    all.insert(place, added);
    return all;
}

static Bookings without(Bookings all, const std::string &title) {
    const auto end = std::remove_if(all.begin(), all.end(), [&](const Booking &b) { return b.title == title; });
    if (end == all.end()) {
        throw std::invalid_argument("nothing booked as " + title);
    }
    all.erase(end, all.end());
    return all;
}

// The bookings are sorted, so only the last merged span can grow.
static std::vector<Span> merged(const Bookings &all) {
    return std::accumulate(all.begin(), all.end(), std::vector<Span>{}, [](std::vector<Span> done, const Booking &b) {
        if (done.empty() || done.back().to < b.span.from) {
            done.push_back(b.span);
        } else {
            done.back().to = std::max(done.back().to, b.span.to);
        }
        return done;
    });
}

static std::vector<Span> gaps(const Bookings &all, const Span &hours) {
    std::vector<Span> free;
    int start = hours.from;
    for (const Span &busy : merged(all)) {
        if (busy.to <= start) {
            continue;
        }
        if (busy.from > start) {
            free.push_back({start, std::min(busy.from, hours.to)});
        }
        start = busy.to;
    }
    free.push_back({start, hours.to});
    free.erase(std::remove_if(free.begin(), free.end(), [](const Span &s) { return s.length() <= 0; }), free.end());
    return free;
}

static std::optional<Span> slot(const Bookings &all, int length, const Span &hours) {
    const auto free = gaps(all, hours);
    const auto found = std::find_if(free.begin(), free.end(), [=](const Span &s) { return s.length() >= length; });
    return found == free.end() ? std::nullopt : std::optional<Span>({found->from, found->from + length});
}

// Gives the calendar after one command; most commands leave it as it was.
static Bookings step(const Bookings &all, const std::vector<std::string> &w) {
    if (w[0] == "book" && w.size() == 4) {
        const Span wanted = span(w[1], w[2]);
        const Bookings against = conflicts(all, wanted);
        for (const Booking &b : against) {
            std::cout << "conflict with " << b.title << " " << show(b.span) << "\n";
        }
        return against.empty() ? with(all, {w[3], wanted}) : all;
    }
    if (w[0] == "force" && w.size() == 4) {
        return with(all, {w[3], span(w[1], w[2])});
    }
    if (w[0] == "cancel" && w.size() == 2) {
        return without(all, w[1]);
    }
    if (w[0] == "free" && w.size() == 3) {
        for (const Span &s : gaps(all, span(w[1], w[2]))) {
            std::cout << "free " << show(s) << "\n";
        }
        return all;
    }
    if (w[0] == "slot" && w.size() == 4) {
        const auto found = slot(all, std::stoi(w[1]), span(w[2], w[3]));
        std::cout << (found ? show(*found) : "no slot") << "\n";
        return all;
    }
    if (w[0] == "busy" && w.size() == 1) {
        for (const Span &s : merged(all)) {
            std::cout << "busy " << show(s) << "\n";
        }
        return all;
    }
    throw std::invalid_argument("unknown command " + w[0]);
}

int main() {
    Bookings all;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream in(line);
        const std::vector<std::string> words{std::istream_iterator<std::string>(in), {}};
        try {
            all = words.empty() ? all : step(all, words);
        } catch (const std::logic_error &e) {
            std::cout << "error: " << e.what() << "\n";
        }
    }
}
