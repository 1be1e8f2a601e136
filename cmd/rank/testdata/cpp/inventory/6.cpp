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

// Lots of all items sit in one vector; every item chains its lots oldest
// first. Undo restores words and lots from a log of (index, old value).
struct Lot {
    int item;
    int left;
    double price;
    int next;
};

struct Item {
    std::string name;
    int onHand = 0;
    int reserved = 0;
    int head = -1;
    int tail = -1;
};

class Inventory {
public:
    void receive(const std::string &name, int count, double price) {
        begin();
        int i = ids.count(name) ? ids[name] : create(name);
        save(i);
        Item &it = items[i];
        int l = static_cast<int>(lots.size());
        lots.push_back({i, count, price, -1});
        if (it.tail >= 0) {
            lots[it.tail].next = l;
        }
        it.tail = l;
        if (it.head < 0) {
            it.head = l;
        }
        it.onHand += count;
    }

    double ship(const std::string &name, int count) {
        int i = find(name);
        Item &it = items[i];
        if (count > it.onHand) {
            throw std::runtime_error("only " + std::to_string(it.onHand) + " of " + name);
        }
        begin();
        save(i);
        it.onHand -= count;
        it.reserved -= std::min(it.reserved, count);
        double cost = 0;
        while (count > 0) {
            Lot &lot = lots[it.head];
            int n = std::min(count, lot.left);
            oldLots.push_back({it.head, lot.left});
            cost += n * lot.price;
            lot.left -= n;
            count -= n;
            if (lot.left == 0) {
                it.head = lot.next;
                if (it.head < 0) {
                    it.tail = -1;
                }
            }
        }
        return cost;
    }

    void reserve(const std::string &name, int count) {
        int i = find(name);
        if (items[i].onHand - items[i].reserved < count) {
            throw std::runtime_error("cannot reserve " + std::to_string(count) + " of " + name);
        }
        begin();
        save(i);
        items[i].reserved += count;
    }

    void undo() {
        if (!undoable) {
            throw std::runtime_error("nothing to undo");
        }
        for (std::size_t k = oldLots.size(); k-- > 0;) {
            lots[oldLots[k].first].left = oldLots[k].second;
        }
        lots.resize(lotMark);
        items[oldIndex] = oldItem;
        if (oldItem.tail >= 0) {
            lots[oldItem.tail].next = -1;
        }
        undoable = false;
    }

    void print(std::ostream &out, int threshold) const {
        for (const auto &[name, i] : ids) {     // the map is sorted
            const Item &it = items[i];
            if (threshold >= 0 && it.onHand - it.reserved >= threshold) {
                continue;
            }
            out << name << ' ' << it.onHand << " (" << it.reserved << " reserved)\n";
        }
    }

    double value() const {
        double sum = 0;
        for (const Lot &lot : lots) {
            sum += lot.left * lot.price;
        }
        return sum;
    }

private:
    std::map<std::string, int> ids;
    std::vector<Item> items;
    std::vector<Lot> lots;
    std::vector<std::pair<int, int>> oldLots;
    std::size_t lotMark = 0;
    Item oldItem;
    int oldIndex = 0;
    bool undoable = false;

    void begin() {
        oldLots.clear();
        lotMark = lots.size();
    }
    void save(int i) {
        oldIndex = i;
        oldItem = items[i];
        undoable = true;
    }
    int create(const std::string &name) {
        int i = static_cast<int>(items.size());
        items.emplace_back();
        items.back().name = name;
        return ids[name] = i;
    }
    int find(const std::string &name) const {
        auto it = ids.find(name);
        if (it == ids.end()) {
            throw std::runtime_error("unknown item " + name);
        }
        return it->second;
    }
};

void execute(Inventory &inventory, const std::vector<std::string> &w, std::ostream &out) {
    const std::string &c = w[0];
    std::size_t n = w.size();
    if (c == "receive" && n == 4) {
        inventory.receive(w[1], parseCount(w[2]), std::stod(w[3]));
    } else if (c == "ship" && n == 3) {
        double cost = inventory.ship(w[1], parseCount(w[2]));
        out << "cost " << cost << '\n';
    } else if (c == "reserve" && n == 3) {
        inventory.reserve(w[1], parseCount(w[2]));
    } else if (c == "list" && n == 1) {
        inventory.print(out, -1);
    } else if (c == "low" && n == 2) {
        inventory.print(out, parseCount(w[1]));
    } else if (c == "undo" && n == 1) {
        inventory.undo();
    } else if (c == "value" && n == 1) {
        out << inventory.value() << '\n';
    } else {
        throw std::runtime_error("what is " + c + "?");
    }
}

int main() {
    Inventory inventory;
    std::string line;
    for (int number = 1; std::getline(std::cin, line); number++) {
        std::vector<std::string> words = split(line);
        if (words.empty()) {
            continue;
        }
        try {
            execute(inventory, words, std::cout);
        } catch (const std::exception &e) {
            std::cout << "line " << number << ": " << e.what() << '\n';
        }
    }
}
