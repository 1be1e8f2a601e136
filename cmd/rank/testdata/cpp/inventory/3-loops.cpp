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

struct Lot {
    int pieces;
    double cost;
};

struct Product {
    std::deque<Lot> lots;
    int held = 0;

    int amount() const {
        int n = 0;
        for (const Lot &lot : lots) {
            n += lot.pieces;
        }
        return n;
    }
    double worth() const {
        double total = 0.0;
        std::size_t k = 0;
        while (k < lots.size()) {
            total += lots[k].pieces * lots[k].cost;
            k++;
        }
        return total;
    }
};

struct Delivery {
    Product left;
    double price;
};

using Warehouse = std::map<std::string, Product>;

// first in, first out
static Delivery remove(Product product, int wanted, double price = 0) {
    while (wanted != 0) {
        Lot &front = product.lots.front();
        const int n = wanted < front.pieces ? wanted : front.pieces;
        price += n * front.cost;
        front.pieces -= n;
        wanted -= n;
        if (front.pieces > 0) {
            continue;
        }
        product.lots.pop_front();
    }
    return {product, price};
}

class Inventory {
public:
    const Warehouse &current() const { return versions.back(); }

    const Product &get(const std::string &id) const {
        const auto it = current().find(id);
        if (it != current().end()) {
            return it->second;
        }
        throw std::invalid_argument("no item " + id);
    }

    void store(const std::string &id, const Product &product) {
        Warehouse copy = current();
        copy[id] = product;
        versions.push_back(copy);
    }

    bool back() {
        if (versions.size() <= 1) {
            return false;
        }
        versions.pop_back();
        return true;
    }

private:
    std::vector<Warehouse> versions{Warehouse{}};
};

using Tokens = std::vector<std::string>;

static void arrive(Inventory &stock, const Tokens &t, std::ostream &os) {
    Product product;
    const auto it = stock.current().find(t[1]);
    if (it != stock.current().end()) {
        product = it->second;
    }
    product.lots.push_back({parseCount(t[2]), std::stod(t[3])});
    stock.store(t[1], product);
    os << t[1] << ": " << product.amount() << "\n";
}

static void leave(Inventory &stock, const Tokens &t, std::ostream &os) {
    const int wanted = parseCount(t[2]);
    const Product &product = stock.get(t[1]);
    const int unheld = product.amount() - product.held;
    if (unheld >= wanted) {
        const Delivery delivery = remove(product, wanted);
        stock.store(t[1], delivery.left);
        os << "shipped for " << delivery.price << "\n";
    } else {
        throw std::invalid_argument("only " + std::to_string(unheld) + " free");
    }
}

static void hold(Inventory &stock, const Tokens &t, std::ostream &os) {
    Product product = stock.get(t[1]);
    product.held += parseCount(t[2]);
    if (product.held <= product.amount()) {
        stock.store(t[1], product);
        os << t[1] << ": " << product.held << " reserved\n";
    } else {
        throw std::invalid_argument("cannot reserve that many");
    }
}

static void print(const Warehouse &w, std::ostream &os, bool all, int below) {
    for (auto it = w.begin(); it != w.end(); ++it) {
        const Product &p = it->second;
        if (!all && p.amount() >= below) {
            continue;
        }
        os << std::left << std::setw(16) << it->first << std::right << std::setw(6) << p.amount() << std::setw(6)
           << p.held << std::setw(10) << p.worth() << "\n";
    }
}

void execute(Inventory &stock, const Tokens &tokens, std::ostream &os) {
    const std::string &name = tokens.at(0);
    const std::size_t n = tokens.size();
    if (name == "receive" && n == 4) {
        arrive(stock, tokens, os);
    } else if (name == "ship" && n == 3) {
        leave(stock, tokens, os);
    } else if (name == "reserve" && n == 3) {
        hold(stock, tokens, os);
    } else if (name == "list" && n == 1) {
        print(stock.current(), os, true, 0);
    } else if (name == "low" && n == 2) {
        print(stock.current(), os, false, parseCount(tokens[1]));
    } else if (name == "undo" && n == 1) {
        if (stock.back()) {
            os << "undone\n";
        } else {
            os << "nothing to undo\n";
        }
    } else if (name == "value" && n == 1) {
        double total = 0.0;
        for (const auto &[id, product] : stock.current()) {
            total += product.worth();
        }
        os << total << "\n";
    } else {
        throw std::invalid_argument("bad command " + name);
    }
}

int main() {
    Inventory stock;
    std::string input;
    std::cout << std::fixed << std::setprecision(2);
    while (std::getline(std::cin, input)) {
        const Tokens tokens = split(input);
        if (tokens.empty()) {
            continue;
        }
        try {
            execute(stock, tokens, std::cout);
        } catch (const std::logic_error &problem) {
            std::cout << "error: " << problem.what() << "\n";
        }
    }
}
