#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/** A half open interval of minutes since midnight. */
struct Interval {
    int begin;
    int end;

    bool overlaps(const Interval &other) const { return begin < other.end && other.begin < end; }
};

struct Appointment {
    std::string title;
    Interval interval;
};

static int parseTime(const std::string &text) {
    int hours = 0, minutes = 0;
    if (std::sscanf(text.c_str(), "%d:%d", &hours, &minutes) != 2 || hours < 0 || hours > 24 || minutes < 0 || minutes > 59) {
        throw std::invalid_argument("bad time " + text);
    }
    return hours * 60 + minutes;
}

static std::string formatTime(int minuteOfDay) {
    char text[16];
    std::snprintf(text, sizeof text, "%02d:%02d", minuteOfDay / 60, minuteOfDay % 60);
    return text;
}

static std::string formatInterval(const Interval &interval) {
    return formatTime(interval.begin) + "-" + formatTime(interval.end);
}

static Interval makeInterval(const std::string &beginText, const std::string &endText) {
    const Interval interval{parseTime(beginText), parseTime(endText)};
    if (interval.begin >= interval.end) {
        throw std::invalid_argument("empty interval");
    }
    return interval;
}

class DayCalendar {
public:
    /** Books even over other appointments; returns those that are in conflict. */
    std::vector<Appointment> book(const Appointment &wanted) {
        std::vector<Appointment> conflicts;
        for (const Appointment &existing : appointments_) {
            if (existing.interval.overlaps(wanted.interval)) {
                conflicts.push_back(existing);
            }
        }
        const auto place = std::upper_bound(appointments_.begin(), appointments_.end(), wanted, startsEarlier);
        appointments_.insert(place, wanted);
        return conflicts;
    }

    bool cancel(const std::string &title) {
        const auto found = std::find_if(appointments_.begin(), appointments_.end(),
                                        [&](const Appointment &candidate) { return candidate.title == title; });
        if (found == appointments_.end()) {
            return false;
        }
        appointments_.erase(found);
        return true;
    }

    /** The busy times, with overlapping and touching appointments merged. */
    std::vector<Interval> busyIntervals() const {
        std::vector<Interval> merged;
        for (const Appointment &appointment : appointments_) {
            if (!merged.empty() && appointment.interval.begin <= merged.back().end) {
                merged.back().end = std::max(merged.back().end, appointment.interval.end);
            } else {
                merged.push_back(appointment.interval);
            }
        }
        return merged;
    }

    std::vector<Interval> freeIntervals(const Interval &window) const {
        std::vector<Interval> gaps;
        int cursor = window.begin;
        for (const Interval &busy : busyIntervals()) {
            if (busy.begin > cursor && cursor < window.end) {
                gaps.push_back(Interval{cursor, std::min(busy.begin, window.end)});
            }
            cursor = std::max(cursor, busy.end);
        }
        if (cursor < window.end) {
            gaps.push_back(Interval{cursor, window.end});
        }
        return gaps;
    }

    const std::vector<Appointment> &appointments() const { return appointments_; }

private:
    std::vector<Appointment> appointments_;

    static bool startsEarlier(const Appointment &left, const Appointment &right) {
        return left.interval.begin < right.interval.begin;
    }
};

static void findSlot(const DayCalendar &calendar, int length, const Interval &window) {
    for (const Interval &gap : calendar.freeIntervals(window)) {
        if (gap.end - gap.begin >= length) {
            std::cout << "slot " << formatInterval(Interval{gap.begin, gap.begin + length}) << '\n';
            return;
        }
    }
    std::cout << "no slot of " << length << " minutes\n";
}

/** Commands: book FROM TO TITLE, cancel TITLE, free FROM TO, slot MINUTES FROM TO, busy, list. */
static void executeCommand(DayCalendar &calendar, const std::string &line) {
    std::istringstream words(line);
    std::string command, first, second, third;
    words >> command >> first >> second >> third;
    if (command == "book") {
        for (const Appointment &conflict : calendar.book(Appointment{third, makeInterval(first, second)})) {
            std::cout << "conflict with " << conflict.title << ' ' << formatInterval(conflict.interval) << '\n';
        }
    } else if (command == "cancel") {
        std::cout << (calendar.cancel(first) ? "cancelled\n" : "no such appointment\n");
    } else if (command == "free") {
        for (const Interval &gap : calendar.freeIntervals(makeInterval(first, second))) {
            std::cout << "free " << formatInterval(gap) << '\n';
        }
    } else if (command == "slot") {
        findSlot(calendar, std::stoi(first), makeInterval(second, third));
    } else if (command == "busy") {
        for (const Interval &busy : calendar.busyIntervals()) {
            std::cout << "busy " << formatInterval(busy) << '\n';
        }
    } else if (command == "list") {
        for (const Appointment &appointment : calendar.appointments()) {
            std::cout << formatInterval(appointment.interval) << ' ' << appointment.title << '\n';
        }
    } else {
        throw std::invalid_argument("unknown command " + command);
    }
}

int main() {
    DayCalendar calendar;
    std::string line;
    while (std::getline(std::cin, line)) {
        try {
            if (!line.empty()) {
                executeCommand(calendar, line);
            }
        } catch (const std::exception &problem) {
            std::cout << "error: " << problem.what() << '\n';
        }
    }
    return 0;
}
