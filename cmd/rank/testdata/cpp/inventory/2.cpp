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
#include <iomanip>

/** A delivery of equal pieces bought at one price. */
struct Batch {
    int remainingCount;
    double unitPrice;
};

/** Everything the warehouse knows about one item. */
struct ItemStock {
    std::deque<Batch> batches;
    int reservedCount = 0;

    int totalCount() const {
        int total = 0;
        for (const Batch &batch : batches) {
            total += batch.remainingCount;
        }
        return total;
    }

    int availableCount() const { return totalCount() - reservedCount; }

    double totalValue() const {
        double value = 0.0;
        for (const Batch &batch : batches) {
            value += batch.remainingCount * batch.unitPrice;
        }
        return value;
    }
};

class Inventory {
public:
    void receive(const std::string &itemName, int count, double unitPrice) {
        rememberState();
        stockByItem[itemName].batches.push_back(Batch{count, unitPrice});
    }

    /** Takes pieces out, the oldest batches first, and returns what they had cost. */
    double ship(const std::string &itemName, int count) {
        requireAvailable(itemName, count);
        rememberState();
        std::deque<Batch> &batches = stockByItem[itemName].batches;
        double cost = 0.0;
        while (count > 0) {
            Batch &oldest = batches.front();
            const int taken = std::min(count, oldest.remainingCount);
            cost += taken * oldest.unitPrice;
            oldest.remainingCount -= taken;
            count -= taken;
            if (oldest.remainingCount == 0) {
                batches.pop_front();
            }
        }
        return cost;
    }

    void reserve(const std::string &itemName, int count) {
        requireAvailable(itemName, count);
        rememberState();
        stockByItem[itemName].reservedCount += count;
    }

    void undo() {
        if (earlierStates.empty()) {
            throw std::runtime_error("nothing to undo");
        }
        stockByItem = earlierStates.back();
        earlierStates.pop_back();
    }

    /** Prints the items with fewer available pieces than the threshold, sorted by name. */
    void printItemsBelow(int threshold, std::ostream &out) const {
        for (const auto &[itemName, stock] : stockByItem) {
            if (stock.availableCount() < threshold) {
                printItem(itemName, stock, out);
            }
        }
    }

    void printAllItems(std::ostream &out) const {
        for (const auto &[itemName, stock] : stockByItem) {
            printItem(itemName, stock, out);
        }
    }

    double totalValue() const {
        double value = 0.0;
        for (const auto &entry : stockByItem) {
            value += entry.second.totalValue();
        }
        return value;
    }

private:
    using StockMap = std::map<std::string, ItemStock>;
    StockMap stockByItem;
    std::vector<StockMap> earlierStates;

    void rememberState() { earlierStates.push_back(stockByItem); }

    void requireAvailable(const std::string &itemName, int count) const {
        const auto found = stockByItem.find(itemName);
        if (found == stockByItem.end()) {
            throw std::runtime_error("unknown item " + itemName);
        }
        if (found->second.availableCount() < count) {
            throw std::runtime_error("only " + std::to_string(found->second.availableCount()) + " available");
        }
    }

    static void printItem(const std::string &itemName, const ItemStock &stock, std::ostream &out) {
        out << std::left << std::setw(16) << itemName << std::right << std::setw(8) << stock.totalCount()
            << std::setw(8) << stock.reservedCount << std::setw(12) << stock.totalValue() << '\n';
    }
};

static void requireWords(const std::vector<std::string> &words, std::size_t expected) {
    if (words.size() != expected) {
        throw std::invalid_argument(words[0] + " needs " + std::to_string(expected - 1) + " arguments");
    }
}

void execute(Inventory &inventory, const std::vector<std::string> &words, std::ostream &out) {
    const std::string &command = words[0];
    if (command == "receive") {
        requireWords(words, 4);
        inventory.receive(words[1], parseCount(words[2]), std::stod(words[3]));
    } else if (command == "ship") {
        requireWords(words, 3);
        out << "cost " << inventory.ship(words[1], parseCount(words[2])) << '\n';
    } else if (command == "reserve") {
        requireWords(words, 3);
        inventory.reserve(words[1], parseCount(words[2]));
    } else if (command == "list") {
        inventory.printAllItems(out);
    } else if (command == "low") {
        requireWords(words, 2);
        inventory.printItemsBelow(parseCount(words[1]), out);
    } else if (command == "undo") {
        inventory.undo();
    } else if (command == "value") {
        out << "value " << inventory.totalValue() << '\n';
    } else {
        throw std::invalid_argument("unknown command " + command);
    }
}

int main() {
    Inventory inventory;
    std::string line;
    std::cout << std::fixed << std::setprecision(2);
    while (std::getline(std::cin, line)) {
        const std::vector<std::string> words = split(line);
        if (words.empty()) {
            continue;
        }
        try {
            execute(inventory, words, std::cout);
        } catch (const std::exception &problem) {
            std::cout << "error: " << problem.what() << '\n';
        }
    }
    return 0;
}
