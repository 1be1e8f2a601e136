#include <algorithm>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/* Commands:
 *   book HH:MM HH:MM TITLE      cancel ID        list       busy
 *   free HH:MM HH:MM            slot MINUTES HH:MM HH:MM    conflicts
 */

using Minutes = int;
constexpr Minutes kDay = 24 * 60;

struct Interval {
    Minutes from;
    Minutes to;
    bool overlaps(const Interval &other) const { return from < other.to && other.from < to; }
};

struct Booking {
    int id;
    Interval time;
    std::string title;
};

Minutes parseTime(const std::string &text) {
    int hours = 0, minutes = 0;
    char colon = 0;
    std::istringstream in(text);
    if (!(in >> hours >> colon >> minutes) || colon != ':' || hours < 0 || minutes < 0 || minutes > 59 ||
        hours * 60 + minutes > kDay) {
        throw std::invalid_argument("not a time of day: " + text);
    }
    return hours * 60 + minutes;
}

std::string show(const Interval &i) {
    std::ostringstream out;
    out << std::setfill('0') << std::setw(2) << i.from / 60 << ':' << std::setw(2) << i.from % 60 << '-'
        << std::setw(2) << i.to / 60 << ':' << std::setw(2) << i.to % 60;
    return out.str();
}

Interval readInterval(std::istream &in) {
    std::string from, to;
    if (!(in >> from >> to)) throw std::invalid_argument("two times expected");
    Interval result{parseTime(from), parseTime(to)};
    if (result.from >= result.to) throw std::invalid_argument("the end has to be after the beginning");
    return result;
}

class Calendar {
public:
    int book(const Interval &time, const std::string &title) {
        bookings.emplace(time.from, Booking{++lastId, time, title});
        return lastId;
    }

    bool cancel(int id) {
        for (auto it = bookings.begin(); it != bookings.end(); ++it) {
            if (it->second.id == id) {
                bookings.erase(it);
                return true;
            }
        }
        return false;
    }

    std::vector<Interval> merged() const {
        std::vector<Interval> result;
        for (const auto &[from, booking] : bookings) {
            if (!result.empty() && from <= result.back().to) {
                result.back().to = std::max(result.back().to, booking.time.to);
            } else {
                result.push_back(booking.time);
            }
        }
        return result;
    }

    std::vector<Interval> gaps(const Interval &within) const {
        std::vector<Interval> result;
        Minutes at = within.from;
        for (const Interval &busy : merged()) {
            Minutes end = std::min(busy.from, within.to);
            if (end > at) result.push_back({at, end});
            at = std::max(at, busy.to);
        }
        if (at < within.to) result.push_back({at, within.to});
        return result;
    }

    void forEach(const std::function<void(const Booking &)> &visit) const {
        for (const auto &entry : bookings) visit(entry.second);
    }

private:
    std::multimap<Minutes, Booking> bookings;
    int lastId = 0;
};

using Handler = std::function<void(Calendar &, std::istream &)>;

const std::map<std::string, Handler> handlers = {
    {"book", [](Calendar &c, std::istream &in) {
        Interval time = readInterval(in);
        std::string title;
        std::getline(in >> std::ws, title);
        c.forEach([&](const Booking &b) {
            if (b.time.overlaps(time)) std::cout << "  overlaps " << show(b.time) << ' ' << b.title << '\n';
        });
        std::cout << "booked as " << c.book(time, title) << '\n';
    }},
    {"cancel", [](Calendar &c, std::istream &in) {
        int id = 0;
        if (!(in >> id) || !c.cancel(id)) throw std::invalid_argument("no such booking");
    }},
    {"list", [](Calendar &c, std::istream &) {
        c.forEach([](const Booking &b) { std::cout << b.id << ' ' << show(b.time) << ' ' << b.title << '\n'; });
    }},
    {"busy", [](Calendar &c, std::istream &) {
        for (const Interval &i : c.merged()) std::cout << show(i) << '\n';
    }},
    {"free", [](Calendar &c, std::istream &in) {
        for (const Interval &i : c.gaps(readInterval(in))) std::cout << show(i) << '\n';
    }},
    {"slot", [](Calendar &c, std::istream &in) {
        Minutes length = 0;
        if (!(in >> length) || length <= 0) throw std::invalid_argument("length in minutes expected");
        for (const Interval &i : c.gaps(readInterval(in))) {
            if (i.to - i.from >= length) {
                std::cout << show({i.from, i.from + length}) << '\n';
                return;
            }
        }
        std::cout << "no slot of " << length << " minutes\n";
    }},
    {"conflicts", [](Calendar &c, std::istream &) {
        c.forEach([&c](const Booking &a) {
            c.forEach([&a](const Booking &b) {
                if (a.id < b.id && a.time.overlaps(b.time)) std::cout << a.title << " / " << b.title << '\n';
            });
        });
    }},
};

int main() {
    Calendar calendar;
    std::string line, word;
    while (std::getline(std::cin, line)) {
        std::istringstream in(line);
        if (!(in >> word)) continue;
        try {
            auto handler = handlers.find(word);
            if (handler == handlers.end()) throw std::invalid_argument("unknown command " + word);
            handler->second(calendar, in);
        } catch (const std::invalid_argument &problem) {
            std::cout << "error: " << problem.what() << '\n';
        }
    }
}
