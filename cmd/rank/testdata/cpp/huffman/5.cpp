#include <array>
#include <cctype>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <map>
#include <queue>
#include <string>
#include <vector>

constexpr int kSymbols = 256;
constexpr int kNone = -1;

// The tree lives in one vector; children are indices into it.
struct Node {
    long weight;
    int symbol;
    int child[2];
};

class Huffman {
public:
    explicit Huffman(const std::string &text) {
        for (unsigned char c : text) frequency[c]++;
        build();
        if (root != kNone) assign(root, "");
    }

    std::string encode(const std::string &text) const {
        std::string bits;
        for (unsigned char c : text) bits += codes[c];
        return bits;
    }

    std::string decode(const std::string &bits) const {
        std::string text;
        int at = root;
        for (char bit : bits) {
            if (nodes[at].symbol == kNone) at = nodes[at].child[bit - '0'];
            if (nodes[at].symbol != kNone) {
                text += static_cast<char>(nodes[at].symbol);
                at = root;
            }
        }
        return text;
    }

    void printTable(std::ostream &out) const {
        std::multimap<long, int, std::greater<long>> rows;
        for (int s = 0; s < kSymbols; s++) {
            if (frequency[s] > 0) rows.emplace(frequency[s], s);
        }
        for (const auto &[count, symbol] : rows) {
            out << std::setw(4) << label(symbol) << std::setw(9) << count << "  " << codes[symbol] << '\n';
        }
    }

private:
    std::array<long, kSymbols> frequency{};
    std::array<std::string, kSymbols> codes;
    std::vector<Node> nodes;
    int root = kNone;

    void build() {
        auto later = [this](int a, int b) {
            if (nodes[a].weight != nodes[b].weight) return nodes[a].weight > nodes[b].weight;
            return a > b;
        };
        std::priority_queue<int, std::vector<int>, decltype(later)> queue(later);
        auto add = [&](Node node) {
            nodes.push_back(node);
            queue.push(static_cast<int>(nodes.size()) - 1);
        };
        for (int s = 0; s < kSymbols; s++) {
            if (frequency[s] > 0) add({frequency[s], s, {kNone, kNone}});
        }
        auto take = [&queue] {
            int index = queue.top();
            queue.pop();
            return index;
        };
        while (queue.size() > 1) {
            int a = take();
            int b = take();
            add({nodes[a].weight + nodes[b].weight, kNone, {a, b}});
        }
        if (!queue.empty()) root = queue.top();
    }

    void assign(int index, const std::string &prefix) {
        const Node &node = nodes[index];
        if (node.symbol != kNone) {
            codes[node.symbol] = prefix.empty() ? "0" : prefix;
            return;
        }
        assign(node.child[0], prefix + '0');
        assign(node.child[1], prefix + '1');
    }

    static std::string label(int symbol) {
        static const std::map<int, std::string> names = {{'\n', "\\n"}, {'\t', "\\t"}, {' ', "' '"}, {0, "\\0"}};
        auto found = names.find(symbol);
        if (found != names.end()) return found->second;
        return std::isprint(symbol) ? std::string(1, static_cast<char>(symbol)) : "#" + std::to_string(symbol);
    }
};

int main(int argc, char **) {
    std::string text{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
    if (text.empty()) {
        std::cerr << "nothing to encode\n";
        return 2;
    }
    Huffman huffman(text);
    huffman.printTable(std::cout);
    std::string bits = huffman.encode(text);
    if (argc > 1) std::cout << bits << '\n';
    bool same = huffman.decode(bits) == text;
    double ratio = static_cast<double>(bits.size()) / (8.0 * static_cast<double>(text.size()));
    std::cout << 8 * text.size() << " bits become " << bits.size() << ", ratio " << std::fixed
              << std::setprecision(3) << ratio << (same ? ", verified" : ", DECODING FAILED") << '\n';
    return same ? 0 : 1;
}
