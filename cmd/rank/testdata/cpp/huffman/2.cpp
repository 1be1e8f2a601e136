#include <array>
#include <cctype>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <memory>
#include <queue>
#include <string>
#include <vector>

using ByteCounts = std::array<std::uint64_t, 256>;
using CodeTable = std::array<std::string, 256>;

/** Node of the code tree; leaves carry a byte, inner nodes two children. */
struct TreeNode {
    std::uint64_t weight = 0;
    int smallestByte = 0;
    std::shared_ptr<TreeNode> zeroChild;
    std::shared_ptr<TreeNode> oneChild;

    bool isLeaf() const { return zeroChild == nullptr; }
};

using TreePointer = std::shared_ptr<TreeNode>;

/** Orders the queue: lightest first, ties by the smallest byte below the node. */
struct HeavierNode {
    bool operator()(const TreePointer &left, const TreePointer &right) const {
        if (left->weight != right->weight) {
            return left->weight > right->weight;
        }
        return left->smallestByte > right->smallestByte;
    }
};

static ByteCounts countBytes(const std::string &data) {
    ByteCounts counts{};
    for (unsigned char byte : data) {
        ++counts[byte];
    }
    return counts;
}

static TreePointer makeLeaf(int byte, std::uint64_t weight) {
    auto leaf = std::make_shared<TreeNode>();
    leaf->weight = weight;
    leaf->smallestByte = byte;
    return leaf;
}

static TreePointer joinNodes(const TreePointer &zeroChild, const TreePointer &oneChild) {
    auto parent = std::make_shared<TreeNode>();
    parent->weight = zeroChild->weight + oneChild->weight;
    parent->smallestByte = std::min(zeroChild->smallestByte, oneChild->smallestByte);
    parent->zeroChild = zeroChild;
    parent->oneChild = oneChild;
    return parent;
}

static TreePointer buildTree(const ByteCounts &counts) {
    std::priority_queue<TreePointer, std::vector<TreePointer>, HeavierNode> queue;
    for (int byte = 0; byte < 256; ++byte) {
        if (counts[static_cast<std::size_t>(byte)] > 0) {
            queue.push(makeLeaf(byte, counts[static_cast<std::size_t>(byte)]));
        }
    }
    while (queue.size() > 1) {
        const TreePointer lightest = queue.top();
        queue.pop();
        const TreePointer secondLightest = queue.top();
        queue.pop();
        queue.push(joinNodes(lightest, secondLightest));
    }
    return queue.top();
}

/** Collects the path to every leaf; a tree of one leaf gets the code "0". */
static void assignCodes(const TreeNode &node, const std::string &prefix, CodeTable &codes) {
    if (node.isLeaf()) {
        codes[static_cast<std::size_t>(node.smallestByte)] = prefix.empty() ? "0" : prefix;
        return;
    }
    assignCodes(*node.zeroChild, prefix + '0', codes);
    assignCodes(*node.oneChild, prefix + '1', codes);
}

static std::string encode(const std::string &data, const CodeTable &codes) {
    std::string bits;
    for (unsigned char byte : data) {
        bits += codes[byte];
    }
    return bits;
}

static std::string decode(const std::string &bits, const TreeNode &root) {
    std::string data;
    const TreeNode *current = &root;
    for (char bit : bits) {
        if (!current->isLeaf()) {
            current = bit == '0' ? current->zeroChild.get() : current->oneChild.get();
        }
        if (current->isLeaf()) {
            data += static_cast<char>(current->smallestByte);
            current = &root;
        }
    }
    return data;
}

static void printTable(const ByteCounts &counts, const CodeTable &codes, std::ostream &out) {
    for (std::size_t byte = 0; byte < codes.size(); ++byte) {
        if (counts[byte] > 0) {
            const bool isPrintable = std::isgraph(static_cast<int>(byte)) != 0;
            out << std::setw(4) << byte << ' ' << (isPrintable ? static_cast<char>(byte) : ' ')
                << std::setw(8) << counts[byte] << "  " << codes[byte] << '\n';
        }
    }
}

int main() {
    const std::string data{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
    if (data.empty()) {
        std::cerr << "nothing to encode\n";
        return 1;
    }
    const ByteCounts counts = countBytes(data);
    const TreePointer root = buildTree(counts);
    CodeTable codes;
    assignCodes(*root, "", codes);
    const std::string bits = encode(data, codes);
    const bool isVerified = decode(bits, *root) == data;
    printTable(counts, codes, std::cout);
    std::cout << bits << '\n'
              << data.size() * 8 << " bits -> " << bits.size() << " bits, ratio " << std::fixed << std::setprecision(3)
              << static_cast<double>(bits.size()) / static_cast<double>(data.size() * 8) << '\n'
              << (isVerified ? "verified" : "DECODING FAILED") << '\n';
    return isVerified ? 0 : 1;
}
