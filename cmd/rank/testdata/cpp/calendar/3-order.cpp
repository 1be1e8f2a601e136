// A day's appointments.
#include <vector>
#include <string>
#include <stdexcept>
#include <sstream>
#include <optional>
#include <numeric>
#include <iterator>
#include <iostream>
#include <cstdio>
#include <algorithm>

struct Range {
    int last;
    int first;

    int size() const { return last - first; }
    bool touches(const Range &r) const { return last > r.first && r.last > first; }
};

struct Date {
    Range range;
    std::string subject;
};

using Agenda = std::vector<Date>;

static std::string format(const Range &r) {
    const int lm = r.last % 60, lh = r.last / 60;
    const int fm = r.first % 60, fh = r.first / 60;
    char line[64];
    std::snprintf(line, sizeof line, "%02d:%02d-%02d:%02d", fh, fm, lh, lm);
    return line;
}

static int daytime(const std::string &word) {
    char tail = 0;
    int min = 0, hrs = 0;
    const int got = std::sscanf(word.c_str(), "%d:%d%c", &hrs, &min, &tail);
    if (2 != got || 59 < min || 0 > min || 24 < hrs || 0 > hrs) {
        throw std::invalid_argument("bad time " + word);
    }
    return min + 60 * hrs;
}

static Range range(const std::string &first, const std::string &last) {
    const int f = daytime(first);
    const int l = daytime(last);
    const Range r{l, f};
    if (0 >= r.size()) {
        throw std::invalid_argument("the end has to be after the start");
    }
    return r;
}

// neighbours that overlap become one
static std::vector<Range> fused(const Agenda &agenda) {
    return std::accumulate(agenda.begin(), agenda.end(), std::vector<Range>{}, [](std::vector<Range> r, const Date &d) {
        const Range &next = d.range;
        if (!r.empty() && next.first <= r.back().last) {
            r.back().last = std::max(next.last, r.back().last);
        } else {
            r.push_back(next);
        }
        return r;
    });
}

static std::vector<Range> holes(const Agenda &agenda, const Range &open) {
    int position = open.first;
    std::vector<Range> result;
    for (const Range &r : fused(agenda)) {
        if (position >= r.last) {
            continue;
        }
        if (position < r.first) {
            const int until = std::min(open.last, r.first);
            result.push_back({until, position});
        }
        position = r.last;
    }
    result.push_back({open.last, position});
    const auto empty = [](const Range &r) { return 0 >= r.size(); };
    result.erase(std::remove_if(result.begin(), result.end(), empty), result.end());
    return result;
}

static std::optional<Range> room(const Agenda &agenda, const Range &open, int size) {
    const auto list = holes(agenda, open);
    const auto hit = std::find_if(list.begin(), list.end(), [=](const Range &r) { return size <= r.size(); });
    return list.end() != hit ? std::optional<Range>({size + hit->first, hit->first}) : std::nullopt;
}

static Agenda minus(Agenda agenda, const std::string &subject) {
    const std::size_t before = agenda.size();
    const auto rest = std::remove_if(agenda.begin(), agenda.end(), [&](const Date &d) { return subject == d.subject; });
    agenda.erase(rest, agenda.end());
    if (agenda.size() == before) {
        throw std::invalid_argument("nothing booked as " + subject);
    }
    return agenda;
}

static Agenda plus(Agenda agenda, const Date &date) {
    const auto where = std::upper_bound(agenda.begin(), agenda.end(), date, [](const Date &x, const Date &y) {
        return y.range.first > x.range.first;
    });
    agenda.insert(where, date);
    return agenda;
}

static Agenda disturbed(const Agenda &agenda, const Range &range) {
    Agenda those;
    std::copy_if(agenda.begin(), agenda.end(), std::back_inserter(those),
                 [&](const Date &d) { return range.touches(d.range); });
    return those;
}

static Agenda perform(const Agenda &agenda, const std::vector<std::string> &args) {
    const std::size_t count = args.size();
    const std::string &verb = args[0];
    if (count == 1 && verb == "busy") {
        for (const Range &r : fused(agenda)) {
            std::cout << "busy " << format(r) << "\n";
        }
        return agenda;
    }
    if (count == 2 && verb == "cancel") {
        return minus(agenda, args[1]);
    }
    if (count == 3 && verb == "free") {
        for (const Range &r : holes(agenda, range(args[1], args[2]))) {
            std::cout << "free " << format(r) << "\n";
        }
        return agenda;
    }
    if (count == 4 && verb == "slot") {
        const int size = std::stoi(args[1]);
        const Range open = range(args[2], args[3]);
        const auto hit = room(agenda, open, size);
        std::cout << (!hit ? "no slot" : format(*hit)) << "\n";
        return agenda;
    }
    if (count == 4 && verb == "force") {
        return plus(agenda, {range(args[1], args[2]), args[3]});
    }
    if (count == 4 && verb == "book") {
        const Range asked = range(args[1], args[2]);
        const Agenda others = disturbed(agenda, asked);
        for (const Date &d : others) {
            std::cout << "conflict with " << d.subject << " " << format(d.range) << "\n";
        }
        return !others.empty() ? agenda : plus(agenda, {asked, args[3]});
    }
    throw std::invalid_argument("unknown command " + verb);
}

int main() {
    long lines = 0;
    Agenda agenda;
    for (std::string text; std::getline(std::cin, text);) {
        lines++;
        std::istringstream source(text);
        const std::vector<std::string> args{std::istream_iterator<std::string>(source), {}};
        try {
            agenda = !args.empty() ? perform(agenda, args) : agenda;
        } catch (const std::logic_error &problem) {
            std::cout << "error: " << problem.what() << "\n";
        }
    }
    return lines >= 0 ? 0 : 1;
}
