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

// one delivery of an item
struct Lot {
    int count;
    int price;
};

class Inventory {
public:
    std::map<std::string, std::vector<Lot>> lots;
    std::map<std::string, int> reserved;
    // copies from before the last command, for undo
    std::map<std::string, std::vector<Lot>> oldLots;
    std::map<std::string, int> oldReserved;
    bool canUndo = false;

    int stock(const std::string &item) {
        int sum = 0;
        if (lots.count(item) > 0) {
            for (std::size_t i = 0; i < lots[item].size(); i++) {
                sum = sum + lots[item][i].count;
            }
        }
        return sum;
    }

    int reservedOf(const std::string &item) {
        if (reserved.count(item) > 0) {
            return reserved[item];
        }
        return 0;
    }

    void remember() {
        oldLots = lots;
        oldReserved = reserved;
        canUndo = true;
    }
};

void execute(Inventory &inventory, const std::vector<std::string> &words, std::ostream &out) {
    std::string command = words[0];
    if (command == "receive" && words.size() == 4) {
        int count = parseCount(words[2]);
        int price = parseCount(words[3]);
        inventory.remember();
        Lot lot;
        lot.count = count;
        lot.price = price;
        inventory.lots[words[1]].push_back(lot);
    } else if (command == "ship" && words.size() == 3) {
        std::string item = words[1];
        int count = parseCount(words[2]);
        if (inventory.stock(item) - inventory.reservedOf(item) < count) {
            out << "not enough " << item << "\n";
            return;
        }
        inventory.remember();
        int left = count;
        int cost = 0;
        // the oldest delivery goes first
        std::vector<Lot> &list = inventory.lots[item];
        while (left > 0) {
            if (list[0].count > left) {
                cost = cost + left * list[0].price;
                list[0].count = list[0].count - left;
                left = 0;
            } else {
                cost = cost + list[0].count * list[0].price;
                left = left - list[0].count;
                list.erase(list.begin());
            }
        }
        out << "shipped " << count << " " << item << ", cost " << cost << "\n";
    } else if (command == "reserve" && words.size() == 3) {
        std::string item = words[1];
        int count = parseCount(words[2]);
        if (inventory.stock(item) - inventory.reservedOf(item) < count) {
            out << "not enough " << item << "\n";
            return;
        }
        inventory.remember();
        inventory.reserved[item] = inventory.reservedOf(item) + count;
    } else if (command == "list") {
        // the map is sorted already
        for (auto &pair : inventory.lots) {
            out << pair.first << ": " << inventory.stock(pair.first);
            if (inventory.reservedOf(pair.first) > 0) {
                out << " (reserved " << inventory.reservedOf(pair.first) << ")";
            }
            out << "\n";
        }
    } else if (command == "low" && words.size() == 2) {
        int threshold = parseCount(words[1]);
        bool any = false;
        for (auto &pair : inventory.lots) {
            int available = inventory.stock(pair.first) - inventory.reservedOf(pair.first);
            if (available < threshold) {
                out << pair.first << " only " << available << "\n";
                any = true;
            }
        }
        if (!any) {
            out << "nothing is low\n";
        }
    } else if (command == "value") {
        int value = 0;
        for (auto &pair : inventory.lots) {
            for (std::size_t i = 0; i < pair.second.size(); i++) {
                value = value + pair.second[i].count * pair.second[i].price;
            }
        }
        out << "value " << value << "\n";
    } else if (command == "undo") {
        if (inventory.canUndo) {
            inventory.lots = inventory.oldLots;
            inventory.reserved = inventory.oldReserved;
            inventory.canUndo = false;
            out << "undone\n";
        } else {
            out << "nothing to undo\n";
        }
    } else {
        throw std::invalid_argument("bad command " + command);
    }
}

int main() {
    Inventory inventory;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::vector<std::string> words = split(line);
        if (words.size() == 0) {
            continue;
        }
        try {
            execute(inventory, words, std::cout);
        } catch (std::exception &e) {
            std::cout << "error: " << e.what() << "\n";
        }
    }
    return 0;
}
