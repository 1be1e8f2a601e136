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

#include <deque>
#include <functional>
#include <iomanip>
#include <numeric>

struct Charge {
    double each;
    int number;
};

struct Good {
    int blocked = 0;
    std::deque<Charge> charges;
};

using Shelf = std::map<std::string, Good>;
using Args = std::vector<std::string>;

static int pieces(const Good &good) {
    return std::accumulate(good.charges.begin(), good.charges.end(), 0,
                           [](int n, const Charge &c) { return n + c.number; });
}

static double money(const Good &good) {
    return std::accumulate(good.charges.begin(), good.charges.end(), 0.0,
                           [](double n, const Charge &c) { return n + c.number * c.each; });
}

static int usable(const Good &good) {
    return pieces(good) - good.blocked;
}

static void dropEmpty(Good &good) {
    if (good.charges.front().number == 0) {
        good.charges.pop_front();
    }
}

// Empties the oldest charges; the cost is added up in the last parameter.
static Good withdraw(int n, Good good, double &cost) {
    if (n == 0) {
        return good;
    }
    Charge &head = good.charges.front();
    const int piece = std::min(n, head.number);
    cost += piece * head.each;
    head.number -= piece;
    dropEmpty(good);
    return withdraw(n - piece, good, cost);
}

class Inventory {
public:
    std::vector<Shelf> states{Shelf{}};

    void put(const Good &good, const std::string &label) {
        states.push_back(states.back());
        states.back()[label] = good;
    }
};

[[noreturn]] static void refuse(const std::string &why) {
    throw std::invalid_argument(why);
}

static Good known(const std::string &label, const Inventory &inventory) {
    const Shelf &shelf = inventory.states.back();
    const auto place = shelf.find(label);
    if (place == shelf.end()) {
        refuse("no item " + label);
    }
    return place->second;
}

static Good knownOrNew(const std::string &label, const Inventory &inventory) {
    const Shelf &shelf = inventory.states.back();
    return shelf.count(label) ? known(label, inventory) : Good{};
}

static Charge charge(const std::string &number, const std::string &each) {
    const int n = parseCount(number);
    return {std::stod(each), n};
}

static void row(std::ostream &out, const std::string &label, const Good &good) {
    out << std::left << std::setw(16) << label << std::right;
    out << std::setw(6) << pieces(good) << std::setw(6) << good.blocked;
    out << std::setw(10) << money(good) << "\n";
}

static void rows(std::ostream &out, const Inventory &inventory, const std::function<bool(const Good &)> &test) {
    for (const auto &[label, good] : inventory.states.back()) {
        if (test(good)) {
            row(out, label, good);
        }
    }
}

static void onReceive(std::ostream &out, const Args &a, Inventory &inventory) {
    Good good = knownOrNew(a[1], inventory);
    good.charges.push_back(charge(a[2], a[3]));
    inventory.put(good, a[1]);
    out << a[1] << ": " << pieces(good) << "\n";
}

static void onShip(std::ostream &out, const Args &a, Inventory &inventory) {
    const int n = parseCount(a[2]);
    const Good good = known(a[1], inventory);
    if (usable(good) < n) {
        refuse("only " + std::to_string(usable(good)) + " free");
    }
    double cost = 0;
    inventory.put(withdraw(n, good, cost), a[1]);
    out << "shipped for " << cost << "\n";
}

static void onReserve(std::ostream &out, const Args &a, Inventory &inventory) {
    Good good = known(a[1], inventory);
    good.blocked += parseCount(a[2]);
    if (usable(good) < 0) {
        refuse("cannot reserve that many");
    }
    inventory.put(good, a[1]);
    out << a[1] << ": " << good.blocked << " reserved\n";
}

static void onLow(std::ostream &out, const Args &a, Inventory &inventory) {
    const int bound = parseCount(a[1]);
    rows(out, inventory, [=](const Good &g) { return pieces(g) < bound; });
}

static void onUndo(std::ostream &out, const Args &, Inventory &inventory) {
    const bool can = inventory.states.size() > 1;
    if (can) {
        inventory.states.pop_back();
    }
    out << (can ? "undone\n" : "nothing to undo\n");
}

static void onValue(std::ostream &out, const Args &, Inventory &inventory) {
    double all = 0.0;
    for (const auto &entry : inventory.states.back()) {
        all += money(entry.second);
    }
    out << all << "\n";
}

struct Handler {
    std::size_t words;
    std::function<void(std::ostream &, const Args &, Inventory &)> call;
};

static const std::map<std::string, Handler> &handlers() {
    static const std::map<std::string, Handler> table = {
        {"receive", {4, onReceive}}, {"ship", {3, onShip}}, {"reserve", {3, onReserve}},
        {"list", {1, [](std::ostream &out, const Args &, Inventory &i) { rows(out, i, [](const Good &) { return true; }); }}},
        {"low", {2, onLow}},         {"undo", {1, onUndo}}, {"value", {1, onValue}},
    };
    return table;
}

void execute(Inventory &inventory, const Args &args, std::ostream &out) {
    const auto handler = handlers().find(args.at(0));
    if (handler == handlers().end() || handler->second.words != args.size()) {
        refuse("bad command " + args.at(0));
    }
    handler->second.call(out, args, inventory);
}

static void line(const std::string &text, Inventory &inventory) {
    const Args args = split(text);
    if (args.empty()) {
        return;
    }
    try {
        execute(inventory, args, std::cout);
    } catch (const std::logic_error &e) {
        std::cout << "error: " << e.what() << "\n";
    }
}

int main() {
    Inventory inventory;
    std::cout << std::fixed << std::setprecision(2);
    for (std::string text; std::getline(std::cin, text);) {
        line(text, inventory);
    }
}
