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

struct Lot {
    int count;
    double price;
};

struct Item {
    std::deque<Lot> lots;
    int reserved = 0;

    int count() const {
        int sum = 0;
        for (const Lot &lot : lots) sum += lot.count;
        return sum;
    }
    int free() const { return count() - reserved; }
    double value() const {
        double sum = 0;
        for (const Lot &lot : lots) sum += lot.count * lot.price;
        return sum;
    }
};

class Inventory {
public:
    using Items = std::map<std::string, Item>;

    const Items &all() const { return items; }

    Item &need(const std::string &name) {
        auto found = items.find(name);
        if (found == items.end()) throw std::out_of_range("no item " + name);
        return found->second;
    }

    void receive(const std::string &name, int count, double price) {
        if (price < 0) throw std::invalid_argument("negative price");
        if (count > 0) items[name].lots.push_back({count, price});
    }

    double ship(const std::string &name, int count) {
        Item &item = need(name);
        if (count > item.free()) {
            throw std::runtime_error("only " + std::to_string(item.free()) + " of " + name + " free");
        }
        double cost = 0;
        while (count > 0) {
            Lot &oldest = item.lots.front();
            int taken = std::min(count, oldest.count);
            cost += taken * oldest.price;
            count -= taken;
            oldest.count -= taken;
            if (oldest.count == 0) item.lots.pop_front();
        }
        return cost;
    }

    void reserve(const std::string &name, int count) {
        Item &item = need(name);
        if (count > item.free()) throw std::runtime_error("not enough free to reserve");
        item.reserved += count;
    }

    void checkpoint() { previous.push_back(items); }
    void forget() { previous.pop_back(); }
    void undo() {
        if (previous.empty()) throw std::runtime_error("nothing to undo");
        items = previous.back();
        previous.pop_back();
    }

private:
    Items items;
    std::vector<Items> previous;
};

namespace {

using Words = std::vector<std::string>;

struct Command {
    std::size_t arguments;
    bool changes;
    std::string usage;
    std::function<void(Inventory &, const Words &, std::ostream &)> run;
};

void printItem(std::ostream &out, const std::string &name, const Item &item) {
    out << std::left << std::setw(16) << name << std::right << std::setw(8) << item.count()
        << std::setw(8) << item.reserved << std::setw(12) << std::fixed << std::setprecision(2)
        << item.value() << '\n';
}

const std::map<std::string, Command> commands = {
    {"receive", {3, true, "receive ITEM COUNT PRICE", [](Inventory &i, const Words &w, std::ostream &) {
        i.receive(w[1], parseCount(w[2]), std::stod(w[3]));
    }}},
    {"ship", {2, true, "ship ITEM COUNT", [](Inventory &i, const Words &w, std::ostream &out) {
        double cost = i.ship(w[1], parseCount(w[2]));
        out << "cost " << cost << '\n';
    }}},
    {"reserve", {2, true, "reserve ITEM COUNT", [](Inventory &i, const Words &w, std::ostream &) {
        i.reserve(w[1], parseCount(w[2]));
    }}},
    {"list", {0, false, "list", [](Inventory &i, const Words &, std::ostream &out) {
        for (const auto &[name, item] : i.all()) printItem(out, name, item);
    }}},
    {"low", {1, false, "low THRESHOLD", [](Inventory &i, const Words &w, std::ostream &out) {
        int threshold = parseCount(w[1]);
        for (const auto &[name, item] : i.all()) {
            if (item.free() < threshold) printItem(out, name, item);
        }
    }}},
    {"value", {0, false, "value", [](Inventory &i, const Words &, std::ostream &out) {
        double sum = 0;
        for (const auto &entry : i.all()) sum += entry.second.value();
        out << std::fixed << std::setprecision(2) << sum << '\n';
    }}},
    {"undo", {0, false, "undo", [](Inventory &i, const Words &, std::ostream &) { i.undo(); }}},
};

}  // namespace

void execute(Inventory &inventory, const Words &words, std::ostream &out) {
    auto found = commands.find(words.at(0));
    if (found == commands.end()) throw std::invalid_argument("unknown command " + words[0]);
    const Command &command = found->second;
    if (words.size() != command.arguments + 1) throw std::invalid_argument("usage: " + command.usage);
    if (command.changes) inventory.checkpoint();
    try {
        command.run(inventory, words, out);
    } catch (...) {
        if (command.changes) inventory.forget();
        throw;
    }
}

int main() {
    Inventory inventory;
    std::string line;
    for (int number = 1; std::getline(std::cin, line); number++) {
        Words words = split(line);
        if (words.empty()) continue;
        try {
            execute(inventory, words, std::cout);
        } catch (const std::exception &problem) {
            std::cout << "line " << number << ": " << problem.what() << '\n';
        }
    }
}
