#include <algorithm>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <queue>
#include <string>
#include <vector>

using Byte = unsigned char;

struct Node;
using Tree = std::shared_ptr<const Node>;

struct Node {
    long weight;
    Byte least;  // smallest byte below, makes ties repeatable
    Tree zero;
    Tree one;

    bool leaf() const { return !zero; }
};

using Counts = std::map<Byte, long>;
using Codes = std::map<Byte, std::string>;

static Counts count(const std::string &text) {
    return std::accumulate(text.begin(), text.end(), Counts{}, [](Counts counts, char c) {
        counts[static_cast<Byte>(c)]++;
        return counts;
    });
}

static Tree join(const Tree &a, const Tree &b) {
    return std::make_shared<const Node>(Node{a->weight + b->weight, std::min(a->least, b->least), a, b});
}

static Tree build(const Counts &counts) {
    const auto later = [](const Tree &a, const Tree &b) {
        return a->weight != b->weight ? a->weight > b->weight : a->least > b->least;
    };
    std::priority_queue<Tree, std::vector<Tree>, decltype(later)> forest(later);
    for (const auto &[byte, weight] : counts) {
        forest.push(std::make_shared<const Node>(Node{weight, byte, nullptr, nullptr}));
    }
    while (forest.size() > 1) {
        const Tree a = forest.top();
        forest.pop();
        const Tree b = forest.top();
        forest.pop();
        forest.push(join(a, b));
    }
    return forest.top();
}

static Codes codes(const Tree &tree, const std::string &prefix = "") {
    if (tree->leaf()) {
        return {{tree->least, prefix.empty() ? "0" : prefix}};
    }
    Codes all = codes(tree->zero, prefix + "0");
    all.merge(codes(tree->one, prefix + "1"));
    return all;
}

static std::string encode(const std::string &text, const Codes &table) {
    std::string bits;
    for (const char c : text) {
        bits += table.at(static_cast<Byte>(c));
    }
    return bits;
}

static std::string decode(const std::string &bits, const Tree &tree) {
    std::string text;
    Tree at = tree;
    for (const char bit : bits) {
        at = tree->leaf() ? tree : bit == '0' ? at->zero : at->one;
        if (at->leaf()) {
            text += static_cast<char>(at->least);
            at = tree;
        }
    }
    return text;
}

static std::string label(Byte b) {
    const std::string digits = "0123456789abcdef";
    return b > 32 && b < 127 ? std::string{'\'', static_cast<char>(b), '\''}
                             : std::string{'x', digits[b / 16], digits[b % 16]};
}

static void printTable(const Counts &counts, const Codes &table) {
    std::vector<Codes::value_type> rows(table.begin(), table.end());
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return rows[a].second.size() < rows[b].second.size();
    });
    for (const std::size_t i : order) {
        const auto &[byte, code] = rows[i];
        std::cout << std::setw(4) << label(byte) << std::setw(8) << counts.at(byte) << "  " << code << "\n";
    }
}

int main() {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    if (text.empty()) {
        std::cerr << "nothing to encode\n";
        return 1;
    }
    const Counts counts = count(text);
    const Tree tree = build(counts);
    const Codes table = codes(tree);
    const std::string bits = encode(text, table);

    printTable(counts, table);
    std::cout << (bits.size() > 200 ? bits.substr(0, 200) + "..." : bits) << "\n";
    const double ratio = static_cast<double>(bits.size()) / (8.0 * static_cast<double>(text.size()));
    std::cout << text.size() * 8 << " bits became " << bits.size() << " (" << std::fixed << std::setprecision(1)
              << 100 * ratio << "%)\n";
    const bool same = decode(bits, tree) == text;
    std::cout << (same ? "verified" : "decoding failed") << "\n";
    return same ? 0 : 2;
}
