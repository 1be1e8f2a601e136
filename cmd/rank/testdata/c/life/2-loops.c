#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXR 60
#define MAXC 120
#define MEM 16

struct world {
    int h;
    int w;
    char c[MAXR][MAXC];
};

struct past {
    struct world ring[MEM];
    int n;
};

static void load(FILE *f, struct world *b)
{
    char s[MAXC + 2];

    memset(b, 0, sizeof *b);
    for (; b->h < MAXR; b->h++) {
        int len, x = 0;
        if (!fgets(s, sizeof s, f))
            break;
        len = (int)strcspn(s, "\r\n");
        while (x < len && x < MAXC) {
            if (s[x] == '.' || s[x] == ' ')
                b->c[b->h][x] = 0;
            else
                b->c[b->h][x] = 1;
            x++;
        }
        b->w = len > b->w ? len : b->w;
    }
    b->w = b->w > MAXC ? MAXC : b->w;
}

static int around(const struct world *b, int y, int x)
{
    int sum = 0, k = 0;

    while (k < 9) {
        int yy = (y + k / 3 - 1 + b->h) % b->h;
        int xx = (x + k % 3 - 1 + b->w) % b->w;
        k++;
        if (k == 5)
            continue;
        sum += b->c[yy][xx];
    }
    return sum;
}

static void step(const struct world *b, struct world *n)
{
    int y = 0;

    memset(n, 0, sizeof *n);
    n->h = b->h;
    n->w = b->w;
    while (y < b->h) {
        int x = 0;
        while (x < b->w) {
            switch (around(b, y, x)) {
            case 3:
                n->c[y][x] = 1;
                break;
            case 2:
                n->c[y][x] = b->c[y][x];
                break;
            default:
                n->c[y][x] = 0;
            }
            x++;
        }
        y++;
    }
}

static int same(const struct world *a, const struct world *b)
{
    return !memcmp(a, b, sizeof *a);
}

static void store(struct past *p, const struct world *b)
{
    p->ring[p->n % MEM] = *b;
    p->n++;
}

static int period_of(const struct past *p, const struct world *b)
{
    int back = 1;

    while (back <= MEM) {
        if (back > p->n)
            return 0;
        if (same(&p->ring[(p->n - back) % MEM], b))
            return back;
        back++;
    }
    return 0;
}

static int alive(const struct world *b)
{
    int i = b->h * b->w, sum = 0;

    while (i-- > 0)
        sum += b->c[i / b->w][i % b->w];
    return sum;
}

static void show(const struct world *b, int g)
{
    int y = 0;

    printf("generation %d, population %d\n", g, alive(b));
    do {
        int x = 0;
        do {
            if (!b->c[y][x])
                putchar('.');
            else
                putchar('#');
        } while (++x < b->w);
        putchar('\n');
    } while (++y < b->h);
}

int main(int argc, char **argv)
{
    static struct world a, b;
    static struct past p;
    int limit = 10, g = 1;

    if (argc > 1)
        limit = atoi(argv[1]);
    load(stdin, &a);
    if (!(a.h && a.w)) {
        fprintf(stderr, "life: empty pattern\n");
        return 1;
    }
    show(&a, 0);
    while (g <= limit) {
        int per;
        store(&p, &a);
        step(&a, &b);
        a = b;
        show(&a, g);
        per = period_of(&p, &a);
        if (per > 1) {
            printf("cycle of period %d found in generation %d\n", per, g);
            break;
        } else if (per == 1) {
            printf("still life since generation %d\n", g - 1);
            break;
        }
        g++;
    }
    return 0;
}
