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

#include <iomanip>
#include <list>

struct Part {
    double unitCost = 0;
    int left = 0;
};

// Everything we know about one kind of thing.
struct Line {
    std::list<Part> parts;
    int promised = 0;
};

using Table = std::map<std::string, Line>;

static void measure(const Line &line, int &howMany, double &worth) {
    howMany = 0;
    worth = 0.0;
    auto p = line.parts.cbegin();
    while (p != line.parts.cend()) {
        worth += p->unitCost * p->left;
        howMany += p->left;
        ++p;
    }
}

static int available(const Line &line) {
    int n;
    double ignored;
    measure(line, n, ignored);
    return n;
}

// Works on the line in place and gives the cost back.
static double consume(Line &line, int toGo) {
    double bill = 0;
    for (; toGo > 0;) {
        Part &old = line.parts.front();
        if (old.left > toGo) {
            bill += toGo * old.unitCost;
            old.left -= toGo;
            break;
        }
        bill += old.left * old.unitCost;
        toGo -= old.left;
        line.parts.pop_front();
    }
    return bill;
}

class Inventory {
    Table table;
    std::vector<Table> older;

    void remember(const std::string &label, const Line &line) {
        older.push_back(table);
        table[label] = line;
    }

    Line fetch(const std::string &label) const {
        if (table.count(label) > 0) {
            return table.at(label);
        }
        throw std::invalid_argument("no item " + label);
    }

public:
    void bring(const std::string &label, int n, double cost, std::ostream &to) {
        Line line;
        if (table.count(label) > 0) {
            line = table.at(label);
        }
        Part fresh;
        fresh.left = n;
        fresh.unitCost = cost;
        line.parts.push_back(fresh);
        remember(label, line);
        to << label << ": " << available(line) << "\n";
    }

    void send(const std::string &label, int n, std::ostream &to) {
        Line line = fetch(label);
        const int unpromised = available(line) - line.promised;
        if (n <= unpromised) {
            const double bill = consume(line, n);
            remember(label, line);
            to << "shipped for " << bill << "\n";
            return;
        }
        throw std::invalid_argument("only " + std::to_string(unpromised) + " free");
    }

    void promise(const std::string &label, int n, std::ostream &to) {
        Line line = fetch(label);
        if (line.promised + n <= available(line)) {
            line.promised += n;
            remember(label, line);
            to << label << ": " << line.promised << " reserved\n";
            return;
        }
        throw std::invalid_argument("cannot reserve that many");
    }

    // limit < 0 prints all
    void table_to(std::ostream &to, int limit) const {
        for (auto it = table.cbegin(); it != table.cend(); ++it) {
            int n;
            double worth;
            measure(it->second, n, worth);
            if (limit < 0 || n < limit) {
                to << std::left << std::setw(16) << it->first << std::right;
                to << std::setw(6) << n << std::setw(6) << it->second.promised << std::setw(10) << worth << "\n";
            }
        }
    }

    void restore(std::ostream &to) {
        if (older.empty()) {
            to << "nothing to undo\n";
        } else {
            table.swap(older.back());
            older.pop_back();
            to << "undone\n";
        }
    }

    void sum(std::ostream &to) const {
        double all = 0.0;
        for (const auto &entry : table) {
            int n;
            double worth;
            measure(entry.second, n, worth);
            all += worth;
        }
        to << all << "\n";
    }
};

void execute(Inventory &shop, const std::vector<std::string> &parts, std::ostream &to) {
    static const std::vector<std::string> names = {"list", "undo", "value", "low", "reserve", "ship", "receive"};
    static const std::size_t sizes[] = {1, 1, 1, 2, 3, 3, 4};
    std::size_t which = 0;
    while (which < names.size() && names[which] != parts.at(0)) {
        ++which;
    }
    if (which < names.size() && sizes[which] == parts.size()) {
        switch (which) {
        case 0: shop.table_to(to, -1); break;
        case 1: shop.restore(to); break;
        case 2: shop.sum(to); break;
        case 3: shop.table_to(to, parseCount(parts[1])); break;
        case 4: shop.promise(parts[1], parseCount(parts[2]), to); break;
        case 5: shop.send(parts[1], parseCount(parts[2]), to); break;
        default: {
            const int n = parseCount(parts[2]);
            shop.bring(parts[1], n, std::stod(parts[3]), to);
        }
        }
        return;
    }
    throw std::invalid_argument("bad command " + parts.at(0));
}

int main() {
    Inventory shop;
    std::string text;
    std::cout.setf(std::ios::fixed, std::ios::floatfield);
    std::cout.precision(2);
    while (std::getline(std::cin, text)) {
        const auto parts = split(text);
        if (parts.empty()) {
            continue;
        }
        try {
            execute(shop, parts, std::cout);
        } catch (const std::logic_error &wrong) {
            std::cout << "error: " << wrong.what() << "\n";
        }
    }
    return 0;
}
