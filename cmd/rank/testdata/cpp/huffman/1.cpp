#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

static long w[511];
static int l[511], r[511], up[511];
static int heap[512], hn;
static std::string code[256];
static int root;

static bool less(int a, int b) { return w[a] != w[b] ? w[a] < w[b] : a < b; }

static void push(int x) {
    int i = ++hn;
    for (; i > 1 && less(x, heap[i / 2]); i /= 2) heap[i] = heap[i / 2];
    heap[i] = x;
}

static int pop() {
    int top = heap[1], x = heap[hn--], i = 1;
    while (2 * i <= hn) {
        int c = 2 * i;
        if (c < hn && less(heap[c + 1], heap[c])) c++;
        if (!less(heap[c], x)) break;
        heap[i] = heap[c];
        i = c;
    }
    heap[i] = x;
    return top;
}

static void build() {
    int n = 256;
    for (int i = 0; i < 256; i++) {
        l[i] = r[i] = -1;
        if (w[i]) push(i);
    }
    if (hn == 1) { // a lonely symbol still needs one bit
        w[255 - heap[1]] = 0;
        push(255 - heap[1]);
    }
    while (hn > 1) {
        int a = pop(), b = pop();
        w[n] = w[a] + w[b];
        l[n] = a;
        r[n] = b;
        up[a] = up[b] = n;
        push(n++);
    }
    root = pop();
    up[root] = -1;
    for (int i = 0; i < 256; i++) {
        if (!w[i]) continue;
        for (int j = i; up[j] >= 0; j = up[j]) code[i].insert(0, 1, l[up[j]] == j ? '0' : '1');
    }
}

static std::string encode(const std::string &s) {
    std::string b;
    for (std::size_t i = 0; i < s.size(); i++) b += code[static_cast<unsigned char>(s[i])];
    return b;
}

static std::string decode(const std::string &b) {
    std::string s;
    int p = root;
    for (std::size_t i = 0; i < b.size(); i++) {
        p = b[i] == '0' ? l[p] : r[p];
        if (l[p] < 0) {
            s += static_cast<char>(p);
            p = root;
        }
    }
    return s;
}

int main(int argc, char **) {
    std::string s((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
    if (s.empty()) {
        std::cout << "empty input\n";
        return 0;
    }
    for (std::size_t i = 0; i < s.size(); i++) w[static_cast<unsigned char>(s[i])]++;
    build();
    std::string b = encode(s);

    // table, most frequent first
    bool out[256] = {false};
    for (;;) {
        int m = -1;
        for (int i = 0; i < 256; i++)
            if (w[i] && !out[i] && (m < 0 || w[i] > w[m])) m = i;
        if (m < 0) break;
        out[m] = true;
        if (m > 32 && m < 127) std::printf("'%c' ", m);
        else std::printf("x%02x ", m);
        std::printf("%8ld %6.2f%% %s\n", w[m], 100.0 * static_cast<double>(w[m]) / static_cast<double>(s.size()), code[m].c_str());
    }
    if (argc > 1) std::printf("%s\n", b.c_str());
    std::printf("%lu bits of %lu, ratio %.3f\n", static_cast<unsigned long>(b.size()), static_cast<unsigned long>(8 * s.size()),
                static_cast<double>(b.size()) / (8.0 * static_cast<double>(s.size())));
    if (decode(b) != s) {
        std::printf("decoding FAILED\n");
        return 1;
    }
    std::printf("decoded and verified\n");
}
