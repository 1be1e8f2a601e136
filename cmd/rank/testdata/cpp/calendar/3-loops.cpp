#include <algorithm>
#include <cstdio>
#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Period {
    int begin;
    int end;

    bool overlaps(const Period &p) const {
        if (begin >= p.end || p.begin >= end) {
            return false;
        }
        return true;
    }
    int duration() const { return end - begin; }
};

struct Entry {
    std::string label;
    Period period;
};

using Entries = std::vector<Entry>;

static int clock(const std::string &word) {
    int hour = 0, minute = 0;
    char more = 0;
    if (std::sscanf(word.c_str(), "%d:%d%c", &hour, &minute, &more) == 2) {
        if (hour >= 0 && hour <= 24 && minute >= 0 && minute <= 59) {
            return hour * 60 + minute;
        }
    }
    throw std::invalid_argument("bad time " + word);
}

static Period period(const std::string &begin, const std::string &end) {
    const Period p{clock(begin), clock(end)};
    if (p.duration() > 0) {
        return p;
    }
    throw std::invalid_argument("the end has to be after the start");
}

static std::string text(const Period &p) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%02d:%02d-%02d:%02d", p.begin / 60, p.begin % 60, p.end / 60, p.end % 60);
    return buffer;
}

static Entries clashes(const Entries &entries, const Period &p) {
    Entries result;
    std::size_t i = 0;
    while (i < entries.size()) {
        if (entries[i].period.overlaps(p)) {
            result.push_back(entries[i]);
        }
        ++i;
    }
    return result;
}

static Entries inserted(Entries entries, const Entry &entry) {
    // push it forward from the end
    entries.push_back(entry);
    for (std::size_t i = entries.size() - 1; i > 0; i--) {
        if (entries[i - 1].period.begin <= entries[i].period.begin) {
            break;
        }
        std::swap(entries[i - 1], entries[i]);
    }
    return entries;
}

static Entries dropped(const Entries &entries, const std::string &label) {
    Entries rest;
    for (auto it = entries.begin(); it != entries.end(); ++it) {
        if (it->label == label) {
            continue;
        }
        rest.push_back(*it);
    }
    if (rest.size() < entries.size()) {
        return rest;
    }
    throw std::invalid_argument("nothing booked as " + label);
}

static std::vector<Period> joined(const Entries &entries) {
    std::vector<Period> result;
    auto it = entries.begin();
    while (it != entries.end()) {
        Period p = it->period;
        ++it;
        while (it != entries.end() && it->period.begin <= p.end) {
            if (it->period.end > p.end) {
                p.end = it->period.end;
            }
            ++it;
        }
        result.push_back(p);
    }
    return result;
}

static void pauses(const std::vector<Period> &taken, std::size_t i, const Period &day, std::vector<Period> &result) {
    if (i == taken.size()) {
        if (day.duration() > 0) {
            result.push_back(day);
        }
        return;
    }
    const Period &t = taken[i];
    if (t.end > day.begin) {
        const Period before{day.begin, t.begin < day.end ? t.begin : day.end};
        if (before.duration() > 0) {
            result.push_back(before);
        }
        pauses(taken, i + 1, {t.end, day.end}, result);
    } else {
        pauses(taken, i + 1, day, result);
    }
}

static std::vector<Period> pauses(const Entries &entries, const Period &day) {
    std::vector<Period> result;
    pauses(joined(entries), 0, day, result);
    return result;
}

static std::optional<Period> opening(const Entries &entries, int duration, const Period &day) {
    for (const Period &p : pauses(entries, day)) {
        if (p.duration() < duration) {
            continue;
        }
        return Period{p.begin, p.begin + duration};
    }
    return std::nullopt;
}

static void list(const char *word, const std::vector<Period> &periods) {
    std::size_t i = 0;
    while (i < periods.size()) {
        std::cout << word << text(periods[i++]) << "\n";
    }
}

static Entries apply(const Entries &entries, const std::vector<std::string> &w) {
    const char *shapes[] = {"book4", "force4", "cancel2", "free3", "slot4", "busy1"};
    const std::string shape = w[0] + std::to_string(w.size());
    int which = 0;
    while (which < 6 && shape != shapes[which]) {
        which++;
    }
    switch (which) {
    case 0: {
        const Period wanted = period(w[1], w[2]);
        const Entries against = clashes(entries, wanted);
        if (against.empty()) {
            return inserted(entries, {w[3], wanted});
        }
        std::size_t i = 0;
        do {
            std::cout << "conflict with " << against[i].label << " " << text(against[i].period) << "\n";
        } while (++i < against.size());
        return entries;
    }
    case 1:
        return inserted(entries, {w[3], period(w[1], w[2])});
    case 2:
        return dropped(entries, w[1]);
    case 3:
        list("free ", pauses(entries, period(w[1], w[2])));
        return entries;
    case 4: {
        const auto found = opening(entries, std::stoi(w[1]), period(w[2], w[3]));
        if (!found) {
            std::cout << "no slot\n";
        } else {
            std::cout << text(*found) << "\n";
        }
        return entries;
    }
    case 5:
        list("busy ", joined(entries));
        return entries;
    }
    throw std::invalid_argument("unknown command " + w[0]);
}

int main() {
    Entries entries;
    std::string input;
    while (std::getline(std::cin, input)) {
        std::istringstream stream(input);
        std::vector<std::string> words;
        std::string word;
        while (stream >> word) {
            words.push_back(word);
        }
        if (words.empty()) {
            continue;
        }
        try {
            entries = apply(entries, words);
        } catch (const std::logic_error &problem) {
            std::cout << "error: " << problem.what() << "\n";
        }
    }
}
