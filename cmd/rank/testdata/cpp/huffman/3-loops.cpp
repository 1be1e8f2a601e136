#include <algorithm>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <utility>
#include <vector>

using Octet = unsigned char;

struct Vertex;
using Link = std::shared_ptr<const Vertex>;

struct Vertex {
    long frequency;
    Octet lowest;
    Link left;
    Link right;

    bool end() const {
        if (left) {
            return false;
        }
        return true;
    }
};

using Histogram = std::map<Octet, long>;
using Dictionary = std::map<Octet, std::string>;

static Histogram histogram(const std::string &data) {
    Histogram h;
    std::size_t i = 0;
    while (i < data.size()) {
        ++h[static_cast<Octet>(data[i++])];
    }
    return h;
}

static Link pair(const Link &x, const Link &y) {
    Octet lowest = x->lowest;
    if (y->lowest < lowest) {
        lowest = y->lowest;
    }
    return std::make_shared<const Vertex>(Vertex{x->frequency + y->frequency, lowest, x, y});
}

struct Behind {
    bool operator()(const Link &x, const Link &y) const {
        if (x->frequency == y->frequency) {
            return x->lowest > y->lowest;
        }
        return x->frequency > y->frequency;
    }
};

using Heap = std::priority_queue<Link, std::vector<Link>, Behind>;

static Link reduce(Heap heap) {
    const Link x = heap.top();
    heap.pop();
    if (heap.empty()) {
        return x;
    }
    const Link y = heap.top();
    heap.pop();
    heap.push(pair(x, y));
    return reduce(heap);
}

static Link plant(const Histogram &h) {
    Heap heap;
    auto it = h.begin();
    do {
        heap.push(std::make_shared<const Vertex>(Vertex{it->second, it->first, nullptr, nullptr}));
    } while (++it != h.end());
    return reduce(heap);
}

// Own stack in place of recursion.
static Dictionary dictionary(const Link &root) {
    Dictionary d;
    std::vector<std::pair<Link, std::string>> stack{{root, ""}};
    while (!stack.empty()) {
        const auto [vertex, path] = stack.back();
        stack.pop_back();
        if (!vertex->end()) {
            stack.push_back({vertex->left, path + "0"});
            stack.push_back({vertex->right, path + "1"});
            continue;
        }
        d[vertex->lowest] = path;
        if (path.empty()) {
            d[vertex->lowest] = "0";
        }
    }
    return d;
}

static std::string pack(const std::string &data, const Dictionary &d) {
    std::string packed;
    auto c = data.begin();
    while (c != data.end()) {
        packed += d.at(static_cast<Octet>(*c));
        ++c;
    }
    return packed;
}

static std::string unpack(const std::string &packed, const Link &root) {
    std::string data;
    std::size_t i = 0;
    while (i < packed.size()) {
        Link v = root;
        if (root->end()) {
            i++;
        }
        while (!v->end() && i < packed.size()) {
            switch (packed[i++]) {
            case '0':
                v = v->left;
                break;
            default:
                v = v->right;
            }
        }
        if (v->end()) {
            data.push_back(static_cast<char>(v->lowest));
        }
    }
    return data;
}

static std::string name(Octet b) {
    if (b <= 32 || b >= 127) {
        static const char hex[] = "0123456789abcdef";
        return std::string{'x', hex[b / 16], hex[b % 16]};
    }
    return std::string{'\'', static_cast<char>(b), '\''};
}

static void list(const Histogram &h, const Dictionary &d) {
    std::size_t done = 0;
    // short codes first: one pass for every length
    for (std::size_t length = 1; done < d.size(); length++) {
        for (auto it = d.begin(); it != d.end(); ++it) {
            if (it->second.size() != length) {
                continue;
            }
            std::cout << std::setw(4) << name(it->first) << std::setw(8) << h.at(it->first) << "  " << it->second
                      << "\n";
            done++;
        }
    }
}

int main() {
    std::string data;
    char c;
    while (std::cin.get(c)) {
        data += c;
    }
    if (!data.empty()) {
        const Histogram h = histogram(data);
        const Link root = plant(h);
        const Dictionary d = dictionary(root);
        const std::string packed = pack(data, d);
        list(h, d);
        if (packed.size() <= 200) {
            std::cout << packed << "\n";
        } else {
            std::cout << packed.substr(0, 200) << "...\n";
        }
        const double part = static_cast<double>(packed.size()) / (8.0 * static_cast<double>(data.size()));
        std::cout << data.size() * 8 << " bits became " << packed.size() << " (" << std::fixed
                  << std::setprecision(1) << 100 * part << "%)\n";
        if (unpack(packed, root) != data) {
            std::cout << "decoding failed\n";
            return 2;
        }
        std::cout << "verified\n";
        return 0;
    }
    std::cerr << "nothing to encode\n";
    return 1;
}
