// -- given --
#include <algorithm>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

class Inventory;
void execute(Inventory &inventory, const std::vector<std::string> &words, std::ostream &out);

std::vector<std::string> split(const std::string &line) {
    std::istringstream in(line);
    std::vector<std::string> words;
    std::string word;
    while (in >> word) {
        words.push_back(word);
    }
    return words;
}

int parseCount(const std::string &text) {
    std::size_t used = 0;
    int value = std::stoi(text, &used);
    if (used != text.size() || value < 0) {
        throw std::invalid_argument("bad count " + text);
    }
    return value;
}
// -- own --

struct Lot {
    int count, price;
};

class Inventory {
public:
    struct Item {
        std::vector<Lot> lots; // oldest first
        int reserved = 0;

        int total() const {
            int n = 0;
            for (std::size_t i = 0; i < lots.size(); i++) n += lots[i].count;
            return n;
        }
        long value() const {
            long v = 0;
            for (std::size_t i = 0; i < lots.size(); i++) v += 1L * lots[i].count * lots[i].price;
            return v;
        }
    };
    typedef std::map<std::string, Item> Items;

    void receive(const std::string &s, int n, int p) {
        if (n == 0) throw std::invalid_argument("nothing to receive");
        save();
        items[s].lots.push_back(Lot{n, p});
    }

    // returns the cost of the goods, first in first out
    long ship(const std::string &s, int n) {
        Item &it = need(s);
        if (n > it.total()) throw std::runtime_error("only " + std::to_string(it.total()) + " of " + s);
        save();
        long cost = 0;
        std::size_t i = 0;
        it.reserved = std::max(0, it.reserved - n);
        while (n > 0) {
            int k = std::min(n, it.lots[i].count);
            cost += 1L * k * it.lots[i].price;
            it.lots[i].count -= k;
            n -= k;
            if (it.lots[i].count == 0) i++;
        }
        it.lots.erase(it.lots.begin(), it.lots.begin() + static_cast<long>(i));
        return cost;
    }

    void reserve(const std::string &s, int n) {
        Item &it = need(s);
        if (n > it.total() - it.reserved) throw std::runtime_error("not enough free " + s);
        save();
        it.reserved += n;
    }

    void undo() {
        if (!saved) throw std::runtime_error("nothing to undo");
        items = old;
        saved = false;
    }

    const Items &all() const { return items; }

private:
    Items items, old;
    bool saved = false;

    void save() {
        old = items;
        saved = true;
    }
    Item &need(const std::string &s) {
        Items::iterator p = items.find(s);
        if (p == items.end()) throw std::runtime_error("no item " + s);
        return p->second;
    }
};

void execute(Inventory &v, const std::vector<std::string> &w, std::ostream &out) {
    const std::string &c = w[0];
    std::size_t n = w.size();
    if (c == "receive" && n == 4) {
        v.receive(w[1], parseCount(w[2]), parseCount(w[3]));
    } else if (c == "ship" && n == 3) {
        out << "cost " << v.ship(w[1], parseCount(w[2])) << "\n";
    } else if (c == "reserve" && n == 3) {
        v.reserve(w[1], parseCount(w[2]));
    } else if (c == "undo" && n == 1) {
        v.undo();
    } else if ((c == "list" && n == 1) || (c == "low" && n == 2)) {
        int lim = n == 2 ? parseCount(w[1]) : -1;
        for (Inventory::Items::const_iterator p = v.all().begin(); p != v.all().end(); ++p) {
            int k = p->second.total();
            if (lim >= 0 && k - p->second.reserved >= lim) continue;
            out << p->first << " " << k << " (" << p->second.reserved << " reserved) " << p->second.value() << "\n";
        }
    } else if (c == "value" && n == 1) {
        long sum = 0;
        for (Inventory::Items::const_iterator p = v.all().begin(); p != v.all().end(); ++p) sum += p->second.value();
        out << "value " << sum << "\n";
    } else {
        throw std::runtime_error("bad command " + c);
    }
}

int main() {
    Inventory v;
    std::string line;
    for (int i = 1; std::getline(std::cin, line); i++) {
        std::vector<std::string> w = split(line);
        if (w.empty()) continue;
        try {
            execute(v, w, std::cout);
        } catch (const std::exception &e) {
            std::cout << "line " << i << ": " << e.what() << "\n";
        }
    }
}
