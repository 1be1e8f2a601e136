#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

// Nodes 0..n-1 are leaves sorted by weight, n.. are inner nodes in the order
// of creation, so two queues of indices replace the heap.
struct Node {
    std::uint64_t weight;
    int left, right;
    int symbol;
};

static Node node[512];
static int leaves, nodes;
static std::uint32_t lengthOf[256];
static std::string codeOf[256];

static void buildTree(const std::uint64_t count[256]) {
    for (int c = 0; c < 256; c++) {
        if (count[c]) {
            node[leaves++] = {count[c], -1, -1, c};
        }
    }
    std::sort(node, node + leaves, [](const Node &a, const Node &b) {
        return a.weight != b.weight ? a.weight < b.weight : a.symbol < b.symbol;
    });
    nodes = leaves;
    int leaf = 0, inner = leaves;
    auto take = [&]() {
        if (leaf < leaves && (inner == nodes || node[leaf].weight <= node[inner].weight)) {
            return leaf++;
        }
        return inner++;
    };
    for (int i = 1; i < leaves; i++) {
        int a = take();
        int b = take();
        node[nodes] = {node[a].weight + node[b].weight, a, b, -1};
        nodes++;
    }
}

static void assignCodes() {
    if (leaves == 1) {
        codeOf[node[0].symbol] = "0";
        return;
    }
    // Children have smaller indices than parents, so one pass downwards will do.
    std::vector<std::string> path(nodes);
    for (int i = nodes - 1; i >= 0; i--) {
        if (node[i].symbol >= 0) {
            codeOf[node[i].symbol] = path[i];
            continue;
        }
        path[node[i].left] = path[i] + '0';
        path[node[i].right] = path[i] + '1';
    }
}

static std::string decode(const std::string &bits) {
    std::string out;
    int root = nodes - 1, at = root;
    for (char bit : bits) {
        if (leaves > 1) {
            at = bit == '0' ? node[at].left : node[at].right;
        }
        if (node[at].symbol >= 0) {
            out += static_cast<char>(node[at].symbol);
            at = root;
        }
    }
    return out;
}

int main(int argc, char **) {
    std::string text, bits;
    std::uint64_t count[256] = {0};
    for (int c; (c = std::getchar()) != EOF;) {
        text += static_cast<char>(c);
        count[c]++;
    }
    if (text.empty()) {
        std::puts("nothing to encode");
        return 0;
    }
    buildTree(count);
    assignCodes();
    for (unsigned char c : text) {
        bits += codeOf[c];
    }
    for (int i = leaves - 1; i >= 0; i--) {     // most frequent first
        int c = node[i].symbol;
        lengthOf[c] = static_cast<std::uint32_t>(codeOf[c].size());
        if (std::isgraph(c)) {
            std::printf("  '%c'  ", c);
        } else {
            std::printf("  0x%02x ", c);
        }
        std::printf("%8llu  %2u  %s\n", static_cast<unsigned long long>(count[c]), lengthOf[c], codeOf[c].c_str());
    }
    if (argc > 1) {
        std::puts(bits.c_str());
    }
    bool same = decode(bits) == text;
    std::printf("%zu bytes -> %zu bits, ratio %.3f, %s\n", text.size(), bits.size(),
                static_cast<double>(bits.size()) / (8.0 * static_cast<double>(text.size())),
                same ? "verified" : "DECODING FAILED");
    return same ? 0 : 1;
}
