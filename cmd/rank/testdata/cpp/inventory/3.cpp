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

struct Batch {
    int count;
    double price;
};

struct Item {
    std::deque<Batch> batches;
    int reserved = 0;

    int stock() const {
        return std::accumulate(batches.begin(), batches.end(), 0,
                               [](int sum, const Batch &b) { return sum + b.count; });
    }
    double value() const {
        return std::accumulate(batches.begin(), batches.end(), 0.0,
                               [](double sum, const Batch &b) { return sum + b.count * b.price; });
    }
};

struct Shipment {
    Item rest;
    double cost;
};

using Stock = std::map<std::string, Item>;

// Takes the oldest pieces first; the item itself is not changed.
static Shipment take(Item item, int count, double cost = 0) {
    if (count == 0) {
        return {item, cost};
    }
    Batch &oldest = item.batches.front();
    const int part = std::min(count, oldest.count);
    const double paid = cost + part * oldest.price;
    oldest.count -= part;
    if (oldest.count == 0) {
        item.batches.pop_front();
    }
    return take(item, count - part, paid);
}

class Inventory {
public:
    const Stock &now() const { return states.back(); }

    const Item &item(const std::string &name) const {
        const auto found = now().find(name);
        if (found == now().end()) {
            throw std::invalid_argument("no item " + name);
        }
        return found->second;
    }

    // every change is a new state, so undo only forgets the last one
    void change(const std::string &name, const Item &item) {
        Stock next = now();
        next[name] = item;
        states.push_back(next);
    }

    bool undo() {
        const bool possible = states.size() > 1;
        if (possible) {
            states.pop_back();
        }
        return possible;
    }

private:
    std::vector<Stock> states{Stock{}};
};

using Words = std::vector<std::string>;

static void receive(Inventory &inv, const Words &w, std::ostream &out) {
    const auto found = inv.now().find(w[1]);
    Item item = found == inv.now().end() ? Item{} : found->second;
    item.batches.push_back({parseCount(w[2]), std::stod(w[3])});
    inv.change(w[1], item);
    out << w[1] << ": " << item.stock() << "\n";
}

static void ship(Inventory &inv, const Words &w, std::ostream &out) {
    const int count = parseCount(w[2]);
    const Item &item = inv.item(w[1]);
    const int available = item.stock() - item.reserved;
    if (available < count) {
        throw std::invalid_argument("only " + std::to_string(available) + " free");
    }
    const Shipment shipment = take(item, count);
    inv.change(w[1], shipment.rest);
    out << "shipped for " << shipment.cost << "\n";
}

static void reserve(Inventory &inv, const Words &w, std::ostream &out) {
    Item item = inv.item(w[1]);
    item.reserved += parseCount(w[2]);
    if (item.reserved > item.stock()) {
        throw std::invalid_argument("cannot reserve that many");
    }
    inv.change(w[1], item);
    out << w[1] << ": " << item.reserved << " reserved\n";
}

static void show(const Stock &stock, std::ostream &out, const std::function<bool(const Item &)> &wanted) {
    for (const auto &[name, item] : stock) {
        if (wanted(item)) {
            out << std::left << std::setw(16) << name << std::right << std::setw(6) << item.stock()
                << std::setw(6) << item.reserved << std::setw(10) << item.value() << "\n";
        }
    }
}

void execute(Inventory &inventory, const Words &words, std::ostream &out) {
    struct Command {
        std::size_t length;
        std::function<void()> run;
    };
    const std::map<std::string, Command> commands = {
        {"receive", {4, [&] { receive(inventory, words, out); }}},
        {"ship", {3, [&] { ship(inventory, words, out); }}},
        {"reserve", {3, [&] { reserve(inventory, words, out); }}},
        {"list", {1, [&] { show(inventory.now(), out, [](const Item &) { return true; }); }}},
        {"low", {2, [&] {
             const int threshold = parseCount(words[1]);
             show(inventory.now(), out, [=](const Item &i) { return i.stock() < threshold; });
         }}},
        {"undo", {1, [&] { out << (inventory.undo() ? "undone\n" : "nothing to undo\n"); }}},
        {"value", {1, [&] {
             const Stock &s = inventory.now();
             out << std::accumulate(s.begin(), s.end(), 0.0,
                                    [](double sum, const auto &e) { return sum + e.second.value(); }) << "\n";
         }}},
    };
    const auto found = commands.find(words.at(0));
    if (found == commands.end() || found->second.length != words.size()) {
        throw std::invalid_argument("bad command " + words.at(0));
    }
    found->second.run();
}

int main() {
    Inventory inventory;
    std::cout << std::fixed << std::setprecision(2);
    for (std::string line; std::getline(std::cin, line);) {
        const Words words = split(line);
        try {
            if (!words.empty()) {
                execute(inventory, words, std::cout);
            }
        } catch (const std::logic_error &e) {
            std::cout << "error: " << e.what() << "\n";
        }
    }
}
