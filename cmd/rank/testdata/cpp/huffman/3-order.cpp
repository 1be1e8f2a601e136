#include <vector>
#include <string>
#include <queue>
#include <numeric>
#include <memory>
#include <map>
#include <iterator>
#include <iostream>
#include <iomanip>
#include <algorithm>

struct Fork;
using Letter = unsigned char;
using Words = std::map<Letter, std::string>;
using Numbers = std::map<Letter, long>;
using Root = std::shared_ptr<const Fork>;

struct Fork {
    bool single() const { return !no; }

    Root yes;
    Root no;
    Letter smallest;
    long times;
};

// hexadecimal for everything that cannot be seen
static std::string text(Letter l) {
    const std::string hex = "0123456789abcdef";
    const int low = l % 16;
    const int high = l / 16;
    return l < 127 && l > 32 ? std::string{'\'', static_cast<char>(l), '\''} : std::string{'x', hex[high], hex[low]};
}

static std::string read(const Root &root, const std::string &stream) {
    Root now = root;
    std::string message;
    std::size_t seen = 0;
    for (const char sign : stream) {
        seen++;
        now = root->single() ? root : sign != '0' ? now->yes : now->no;
        if (now->single()) {
            const char letter = static_cast<char>(now->smallest);
            now = root;
            message += letter;
        }
    }
    return seen == stream.size() ? message : "";
}

static std::string write(const Words &words, const std::string &message) {
    std::string stream;
    for (const char letter : message) {
        const std::string &word = words.at(static_cast<Letter>(letter));
        stream += word;
    }
    return stream;
}

static Words words(const Root &root, const std::string &soFar = "") {
    if (root->single()) {
        return {{root->smallest, soFar.empty() ? "0" : soFar}};
    }
    Words both = words(root->yes, soFar + "1");
    both.merge(words(root->no, soFar + "0"));
    return both;
}

static Root both(const Root &second, const Root &first) {
    const Letter smallest = std::min(second->smallest, first->smallest);
    const long times = second->times + first->times;
    return std::make_shared<const Fork>(Fork{second, first, smallest, times});
}

static Root combine(const Numbers &numbers) {
    const auto worse = [](const Root &p, const Root &q) {
        return q->times == p->times ? q->smallest < p->smallest : q->times < p->times;
    };
    std::priority_queue<Root, std::vector<Root>, decltype(worse)> waiting(worse);
    for (const auto &[letter, times] : numbers) {
        waiting.push(std::make_shared<const Fork>(Fork{nullptr, nullptr, letter, times}));
    }
    // the two rarest together, until there is one
    while (1 < waiting.size()) {
        const Root first = waiting.top();
        waiting.pop();
        const Root second = waiting.top();
        waiting.pop();
        waiting.push(both(second, first));
    }
    return waiting.top();
}

static Numbers numbers(const std::string &message) {
    return std::accumulate(message.begin(), message.end(), Numbers{}, [](Numbers n, char letter) {
        n[static_cast<Letter>(letter)] += 1;
        return n;
    });
}

static void overview(const Words &dictionary, const Numbers &times) {
    std::vector<Words::value_type> lines(dictionary.begin(), dictionary.end());
    std::vector<std::size_t> sequence(lines.size());
    std::iota(sequence.begin(), sequence.end(), 0);
    std::stable_sort(sequence.begin(), sequence.end(), [&](std::size_t x, std::size_t y) {
        return lines[y].second.size() > lines[x].second.size();
    });
    for (const std::size_t k : sequence) {
        const auto &[letter, word] = lines[k];
        const long n = times.at(letter);
        std::cout << std::setw(4) << text(letter) << std::setw(8) << n << "  " << word << "\n";
    }
}

int main() {
    const std::string message{std::istreambuf_iterator<char>(std::cin), {}};
    const std::size_t original = 8 * message.size();
    if (0 == original) {
        std::cerr << "nothing to encode\n";
        return 1;
    }
    const Numbers times = numbers(message);
    const Root root = combine(times);
    const Words dictionary = words(root);
    const std::string stream = write(dictionary, message);
    const bool equal = message == read(root, stream);
    const double share = static_cast<double>(stream.size()) / static_cast<double>(original);

    overview(dictionary, times);
    std::cout << (stream.size() <= 200 ? stream : stream.substr(0, 200) + "...") << "\n";
    std::cout << std::fixed << std::setprecision(1) << original << " bits became " << stream.size() << " ("
              << share * 100 << "%)\n";
    std::cout << (!equal ? "decoding failed" : "verified") << "\n";
    return !equal ? 2 : 0;
}
