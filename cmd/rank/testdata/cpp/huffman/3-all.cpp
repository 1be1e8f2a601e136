#include <cstdio>
#include <set>
#include <string>
#include <tuple>
#include <vector>

// The tree is a table: the first 256 rows are the bytes, the others inner knots.
struct Knot {
    int child[2] = {-1, -1};
    int mother = -1;
    int lead = 0;
    long sum = 0;
};

struct Forest {
    std::vector<Knot> knots;
    int top = -1;
};

static Forest raise(const std::string &bytes) {
    Forest f;
    f.knots.resize(256);
    for (std::size_t i = bytes.size(); i > 0; --i) {
        ++f.knots[static_cast<unsigned char>(bytes[i - 1])].sum;
    }
    std::set<std::tuple<long, int, int>> loose;
    for (int b = 255; b >= 0; --b) {
        f.knots[b].lead = b;
        if (f.knots[b].sum > 0) {
            loose.insert({f.knots[b].sum, b, b});
        }
    }
    for (;;) {
        f.top = std::get<2>(*loose.begin());
        loose.erase(loose.begin());
        if (loose.empty()) {
            return f;
        }
        const int mate = std::get<2>(*loose.begin());
        loose.erase(loose.begin());
        Knot k;
        const int self = static_cast<int>(f.knots.size());
        k.child[0] = f.top;
        k.child[1] = mate;
        k.sum = f.knots[mate].sum + f.knots[f.top].sum;
        k.lead = f.knots[mate].lead < f.knots[f.top].lead ? f.knots[mate].lead : f.knots[f.top].lead;
        f.knots[f.top].mother = f.knots[mate].mother = self;
        loose.insert({k.sum, k.lead, self});
        f.knots.push_back(k);
    }
}

// Climbs from the byte to the top, so the code comes out backwards.
static std::string spell(const Forest &f, int at) {
    std::string code;
    if (at == f.top) {
        code = "0";
    }
    while (f.knots[at].mother >= 0) {
        const int up = f.knots[at].mother;
        code.insert(code.begin(), f.knots[up].child[1] == at ? '1' : '0');
        at = up;
    }
    return code;
}

static std::vector<std::string> spellAll(const Forest &f) {
    std::vector<std::string> all(256);
    int b = 0;
    do {
        if (f.knots[b].sum != 0) {
            all[b] = spell(f, b);
        }
    } while (++b < 256);
    return all;
}

static bool matches(const Forest &f, const std::string &signal, const std::string &bytes) {
    std::size_t done = 0;
    int at = f.top;
    for (std::size_t i = 0; i != signal.size(); ++i) {
        const int down = f.knots[at].child[signal[i] - '0'];
        if (down >= 0) {
            at = down;
        }
        if (at >= 256) {
            continue;
        }
        if (done == bytes.size() || static_cast<unsigned char>(bytes[done]) != at) {
            return false;
        }
        ++done;
        at = f.top;
    }
    return done == bytes.size();
}

static void rows(const Forest &f, const std::vector<std::string> &all) {
    for (std::size_t length = 1; length < 256; ++length) {
        for (int b = 0; b < 256; ++b) {
            if (all[b].size() == length) {
                const bool visible = b >= 33 && b <= 126;
                std::printf(visible ? " '%c'" : " x%02x", b);
                std::printf("%8ld  %s\n", f.knots[b].sum, all[b].c_str());
            }
        }
    }
}

int main() {
    std::string bytes;
    for (int c = std::getchar(); c != EOF; c = std::getchar()) {
        bytes.push_back(static_cast<char>(c));
    }
    if (bytes.empty()) {
        std::fputs("nothing to encode\n", stderr);
        return 1;
    }
    const Forest f = raise(bytes);
    const std::vector<std::string> all = spellAll(f);
    std::string signal;
    for (const char c : bytes) {
        signal.append(all[static_cast<unsigned char>(c)]);
    }
    rows(f, all);
    std::printf("%.200s%s\n", signal.c_str(), signal.size() > 200 ? "..." : "");
    const std::size_t plain = bytes.size() * 8;
    std::printf("%zu bits became %zu (%.1f%%)\n", plain, signal.size(), 100 * (signal.size() / double(plain)));
    if (matches(f, signal, bytes)) {
        std::puts("verified");
        return 0;
    }
    std::puts("decoding failed");
    return 2;
}
