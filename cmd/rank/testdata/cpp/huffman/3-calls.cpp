#include <algorithm>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <vector>

using Sym = unsigned char;

struct Twig {
    std::shared_ptr<const Twig> side[2];
    Sym first;
    long uses;
};

using Branch = std::shared_ptr<const Twig>;

struct Later {
    bool operator()(const Branch &p, const Branch &q) const {
        return p->uses != q->uses ? p->uses > q->uses : p->first > q->first;
    }
};

static bool terminal(const Branch &b) {
    return b->side[0] == nullptr;
}

class Coder {
public:
    explicit Coder(const std::string &message) : text(message) {
        tally();
        grow();
        name("", root);
        convert();
    }

    void table(std::ostream &out) const {
        for (const Sym s : byLength()) {
            out << std::setw(4) << readable(s) << std::setw(8) << uses.at(s) << "  " << code.at(s) << "\n";
        }
    }

    void preview(std::size_t limit, std::ostream &out) const {
        if (bits.size() > limit) {
            out << bits.substr(0, limit) << "...\n";
        } else {
            out << bits << "\n";
        }
    }

    void ratio(std::ostream &out) const {
        const std::size_t before = text.size() * 8;
        out << before << " bits became " << bits.size() << " (" << std::fixed << std::setprecision(1)
            << 100 * (static_cast<double>(bits.size()) / static_cast<double>(before)) << "%)\n";
    }

    bool verify() const { return restored() == text; }

private:
    std::string text;
    std::string bits;
    std::map<Sym, long> uses;
    std::map<Sym, std::string> code;
    Branch root;

    void tally() {
        for (const char c : text) {
            uses[static_cast<Sym>(c)]++;
        }
    }

    template <class Queue>
    static Branch next(Queue &queue) {
        const Branch b = queue.top();
        queue.pop();
        return b;
    }

    void grow() {
        std::priority_queue<Branch, std::vector<Branch>, Later> queue;
        for (const auto &[sym, n] : uses) {
            queue.push(std::make_shared<const Twig>(Twig{{nullptr, nullptr}, sym, n}));
        }
        while (queue.size() > 1) {
            const Branch p = next(queue);
            const Branch q = next(queue);
            queue.push(std::make_shared<const Twig>(Twig{{p, q}, std::min(p->first, q->first), p->uses + q->uses}));
        }
        root = next(queue);
    }

    void name(const std::string &way, const Branch &b) {
        if (terminal(b)) {
            code[b->first] = way.empty() ? "0" : way;
        } else {
            name(way + "0", b->side[0]);
            name(way + "1", b->side[1]);
        }
    }

    void convert() {
        for (const char c : text) {
            bits += code[static_cast<Sym>(c)];
        }
    }

    // one step down, a lone symbol stays where it is
    Branch follow(char bit, const Branch &b) const { return terminal(root) ? root : b->side[bit != '0']; }

    std::string restored() const {
        std::string result;
        Branch here = root;
        for (const char bit : bits) {
            here = follow(bit, here);
            if (terminal(here)) {
                result += static_cast<char>(here->first);
                here = root;
            }
        }
        return result;
    }

    std::vector<Sym> byLength() const {
        std::vector<Sym> syms;
        for (const auto &entry : code) {
            syms.push_back(entry.first);
        }
        std::stable_sort(syms.begin(), syms.end(),
                         [this](Sym p, Sym q) { return code.at(p).size() < code.at(q).size(); });
        return syms;
    }

    static char hex(int digit) { return "0123456789abcdef"[digit]; }

    static bool printable(Sym s) { return s > 32 && s < 127; }

    static std::string readable(Sym s) {
        return printable(s) ? std::string{'\'', static_cast<char>(s), '\''} : std::string{'x', hex(s / 16), hex(s % 16)};
    }
};

static int verdict(bool good) {
    std::cout << (good ? "verified" : "decoding failed") << "\n";
    return good ? 0 : 2;
}

int main() {
    const std::string message{std::istreambuf_iterator<char>(std::cin), {}};
    if (message.empty()) {
        std::cerr << "nothing to encode\n";
        return 1;
    }
    const Coder coder(message);
    coder.table(std::cout);
    coder.preview(200, std::cout);
    coder.ratio(std::cout);
    return verdict(coder.verify());
}
