#include <cstdio>
#include <string>

// One game; squares are changed in place and put back afterwards.
class Game {
    int value[9][9];
    int kept[9][9];
    int answers = 0;
    long visits = 0;

    // Bit d is set if digit d can stand at this place.
    unsigned mask(int r, int c) {
        const int own = value[r][c];
        value[r][c] = 0;
        unsigned used = 0;
        int k = 9;
        while (k-- > 0) {
            used |= 1u << value[r][k];
            used |= 1u << value[k][c];
            used |= 1u << value[r - r % 3 + k / 3][c - c % 3 + k % 3];
        }
        value[r][c] = own;
        return ~used & 0x3feu;
    }

    static int bits(unsigned m) {
        return m == 0 ? 0 : static_cast<int>(m & 1u) + bits(m >> 1);
    }

    void record() {
        if (answers++ > 0) {
            return;
        }
        for (int i = 80; i >= 0; --i) {
            kept[i / 9][i % 9] = value[i / 9][i % 9];
        }
    }

    void visit() {
        ++visits;
        int place = 81;
        int fewest = 10;
        unsigned options = 0;
        for (int i = 0; i != 81; ++i) {
            if (value[i / 9][i % 9] == 0) {
                const unsigned m = mask(i / 9, i % 9);
                if (bits(m) < fewest) {
                    fewest = bits(m);
                    options = m;
                    place = i;
                }
            }
        }
        if (place == 81) {
            record();
            return;
        }
        int &target = value[place / 9][place % 9];
        int d = 1;
        while (options >> d != 0 && answers < 2) {
            if (options >> d & 1u) {
                target = d;
                visit();
            }
            ++d;
        }
        target = 0;
    }

public:
    explicit Game(const std::string &signs) {
        int i = 0;
        for (char s : signs) {
            value[i / 9][i % 9] = s == '.' ? 0 : s - '0';
            ++i;
        }
    }

    void play() {
        int i = 0;
        bool contradiction = false;
        while (i < 81 && !contradiction) {
            const int digit = value[i / 9][i % 9];
            contradiction = digit > 0 && !(mask(i / 9, i % 9) >> digit & 1u);
            ++i;
        }
        if (!contradiction) {
            visit();
        }
    }

    void tell(unsigned long id) const {
        std::string how = "many";
        if (answers < 2) {
            how = answers == 1 ? "unique" : "none";
        }
        std::printf("puzzle %lu: %s, %ld steps\n", id, how.c_str(), visits);
        for (int r = 0; answers > 0 && r < 9; ++r) {
            if (r > 0 && r % 3 == 0) {
                std::puts("------+-------+------");
            }
            const int *k = kept[r];
            std::printf("%d %d %d | %d %d %d | %d %d %d\n", k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7], k[8]);
        }
    }
};

int main() {
    unsigned long id = 0;
    std::string pending;
    int sign = std::getchar();
    while (sign != EOF) {
        const bool digit = sign >= '0' && sign <= '9';
        if (digit || sign == '.') {
            pending.push_back(static_cast<char>(sign));
        }
        // solved as soon as it is complete
        if (pending.size() == 81) {
            Game game(pending);
            game.play();
            game.tell(++id);
            pending.clear();
        }
        sign = std::getchar();
    }
    if (pending.empty()) {
        return 0;
    }
    std::fprintf(stderr, "%zu characters left over\n", pending.size());
    return 1;
}
