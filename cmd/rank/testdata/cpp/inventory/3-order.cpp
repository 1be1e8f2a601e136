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

#include <numeric>
#include <iomanip>
#include <functional>
#include <deque>

using Input = std::vector<std::string>;

struct Purchase {
    double rate;
    int quantity;
};

struct Article {
    int booked = 0;
    std::deque<Purchase> purchases;

    // what all of it has cost
    double price() const {
        return std::accumulate(purchases.begin(), purchases.end(), 0.0,
                               [](double acc, const Purchase &p) { return p.rate * p.quantity + acc; });
    }
    // how many there are
    int quantity() const {
        return std::accumulate(purchases.begin(), purchases.end(), 0,
                               [](int acc, const Purchase &p) { return p.quantity + acc; });
    }
};

using Depot = std::map<std::string, Article>;

struct Outgoing {
    double expense;
    Article remainder;
};

class Inventory {
private:
    std::vector<Depot> snapshots{Depot{}};

public:
    bool revert() {
        const std::size_t saved = snapshots.size();
        const bool ok = 1 < saved;
        if (ok) {
            snapshots.pop_back();
        }
        return ok;
    }

    const Depot &latest() const { return snapshots.back(); }

    // copies the whole depot
    void update(const std::string &key, const Article &article) {
        Depot fresh = latest();
        fresh[key] = article;
        snapshots.push_back(fresh);
    }

    const Article &article(const std::string &key) const {
        const auto pos = latest().find(key);
        if (latest().end() == pos) {
            throw std::invalid_argument("no item " + key);
        }
        return pos->second;
    }
};

static Outgoing fetch(Article article, int quantity, double expense = 0) {
    if (0 == quantity) {
        return {expense, article};
    }
    Purchase &eldest = article.purchases.front();
    const int slice = std::min(eldest.quantity, quantity);
    const int missing = quantity - slice;
    eldest.quantity -= slice;
    const double sum = eldest.rate * slice + expense;
    if (0 == eldest.quantity) {
        article.purchases.pop_front();
    }
    return fetch(article, missing, sum);
}

static void print(const Depot &depot, std::ostream &os, const std::function<bool(const Article &)> &chosen) {
    for (const auto &[key, article] : depot) {
        const bool visible = chosen(article);
        if (visible) {
            const double price = article.price();
            const int quantity = article.quantity();
            os << std::left << std::setw(16) << key << std::right << std::setw(6) << quantity << std::setw(6)
               << article.booked << std::setw(10) << price << "\n";
        }
    }
}

static void book(Inventory &depot, const Input &in, std::ostream &os) {
    const std::string &key = in[1];
    Article article = depot.article(key);
    article.booked += parseCount(in[2]);
    if (article.quantity() < article.booked) {
        throw std::invalid_argument("cannot reserve that many");
    }
    depot.update(key, article);
    os << key << ": " << article.booked << " reserved\n";
}

static void dispatch(Inventory &depot, const Input &in, std::ostream &os) {
    const std::string &key = in[1];
    const int quantity = parseCount(in[2]);
    const Article &article = depot.article(key);
    const int loose = -article.booked + article.quantity();
    if (quantity > loose) {
        throw std::invalid_argument("only " + std::to_string(loose) + " free");
    }
    const Outgoing outgoing = fetch(article, quantity);
    depot.update(key, outgoing.remainder);
    os << "shipped for " << outgoing.expense << "\n";
}

static void buy(Inventory &depot, const Input &in, std::ostream &os) {
    const std::string &key = in[1];
    const auto pos = depot.latest().find(key);
    Article article = depot.latest().end() == pos ? Article{} : pos->second;
    const int quantity = parseCount(in[2]);
    const double rate = std::stod(in[3]);
    article.purchases.push_back({rate, quantity});
    depot.update(key, article);
    os << key << ": " << article.quantity() << "\n";
}

void execute(Inventory &depot, const Input &in, std::ostream &os) {
    struct Action {
        std::function<void()> go;
        std::size_t size;
    };
    const std::map<std::string, Action> actions = {
        {"value", {[&] {
             const Depot &d = depot.latest();
             os << std::accumulate(d.begin(), d.end(), 0.0,
                                   [](double acc, const auto &x) { return x.second.price() + acc; }) << "\n";
         }, 1}},
        {"undo", {[&] { os << (depot.revert() ? "undone\n" : "nothing to undo\n"); }, 1}},
        {"ship", {[&] { dispatch(depot, in, os); }, 3}},
        {"reserve", {[&] { book(depot, in, os); }, 3}},
        {"receive", {[&] { buy(depot, in, os); }, 4}},
        {"low", {[&] {
             const int bound = parseCount(in[1]);
             print(depot.latest(), os, [=](const Article &a) { return bound > a.quantity(); });
         }, 2}},
        {"list", {[&] { print(depot.latest(), os, [](const Article &) { return true; }); }, 1}},
    };
    const std::string &verb = in.at(0);
    const auto pos = actions.find(verb);
    if (actions.end() == pos || in.size() != pos->second.size) {
        throw std::invalid_argument("bad command " + verb);
    }
    pos->second.go();
}

int main() {
    std::cout << std::setprecision(2) << std::fixed;
    int row = 0;
    Inventory depot;
    for (std::string text; std::getline(std::cin, text);) {
        row++;
        const Input in = split(text);
        try {
            if (in.size() > 0) {
                execute(depot, in, std::cout);
            }
        } catch (const std::logic_error &problem) {
            std::cout << "error: " << problem.what() << "\n";
        }
    }
    return row < 0;
}
