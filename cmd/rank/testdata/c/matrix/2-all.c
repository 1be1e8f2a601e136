#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <math.h>

enum { SZ = 32, CAP = 64 };

typedef struct {
    int across, down;
    double **line;
    char key[SZ];
} Grid;

static Grid *pool[CAP];
static int filled;

static Grid *fresh(const char *key, int across, int down)
{
    Grid *g = malloc(sizeof *g);
    double *all = calloc((size_t)down * (size_t)across, sizeof *all);
    double **line = malloc((size_t)down * sizeof *line);

    if (!g || !all || !line) {
        fputs("out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    g->line = line;
    g->across = across;
    g->down = down;
    snprintf(g->key, SZ, "%s", key);
    while (down--)
        line[down] = all + down * across;
    return g;
}

static void discard(Grid *g)
{
    double *start = g->line[0];
    int y = 0;

    while (++y < g->down)
        start = g->line[y] < start ? g->line[y] : start;
    free(start);
    free(g->line);
    free(g);
}

static Grid **slot(const char *key)
{
    Grid **p = pool;

    for (; p < pool + filled; ++p)
        if (!strcmp((*p)->key, key))
            break;
    return p;
}

static void keep(Grid *g)
{
    Grid **p = slot(g->key);

    if (p == pool + CAP) {
        puts("error: too many matrices");
        discard(g);
        return;
    }
    if (p != pool + filled)
        discard(*p);
    else
        ++filled;
    *p = g;
}

static Grid *fetch(const char *key)
{
    Grid **p = slot(key);

    if (p != pool + filled)
        return *p;
    printf("error: no matrix %s\n", key);
    return NULL;
}

static void cmd_matrix(const char *key)
{
    int down, across, i = -1;
    Grid *g;

    if (scanf("%d %d", &down, &across) < 2 || !(across > 0 && down > 0)) {
        printf("error: bad size of %s\n", key);
        return;
    }
    g = fresh(key, across, down);
    while (++i < across * down) {
        if (scanf("%lf", &g->line[i / across][i % across]) == 1)
            continue;
        printf("error: %s has too few numbers\n", key);
        discard(g);
        return;
    }
    keep(g);
}

static void cmd_print(const char *key)
{
    Grid *g = fetch(key);
    int i = 0;

    if (!g)
        return;
    printf("%s (%d x %d)\n", g->key, g->down, g->across);
    while (i < g->down * g->across) {
        printf(" %10.4g", g->line[i / g->across][i % g->across]);
        if (++i % g->across == 0)
            puts("");
    }
}

/* rows are exchanged by their pointers */
static double reduce(double **line, int n)
{
    double d = 1;
    int c = -1;

    while (++c < n) {
        int y = c + 1, p = c, k;
        double *top;

        while (y < n) {
            if (fabs(line[p][c]) < fabs(line[y][c]))
                p = y;
            ++y;
        }
        top = line[p];
        if (p != c) {
            line[p] = line[c];
            line[c] = top;
            d = -d;
        }
        d *= top[c];
        if (top[c] == 0 || d == 0)
            break;
        while (--y > c) {
            double q = line[y][c] / top[c];
            for (k = n; k-- > c;)
                line[y][k] -= top[k] * q;
        }
    }
    return d;
}

static void cmd_det(const char *key)
{
    Grid *g = fetch(key), *tmp;
    int i;

    if (!g)
        return;
    if (g->across != g->down) {
        printf("error: %s is not square\n", key);
        return;
    }
    i = g->down;
    tmp = fresh("", i, i);
    while (i-- > 0)
        memcpy(tmp->line[i], g->line[i], (size_t)g->across * sizeof(double));
    printf("det %s = %g\n", key, reduce(tmp->line, g->down));
    discard(tmp);
}

static void cmd_transpose(const char *key)
{
    char to[SZ];
    Grid *g, *t;
    int i;

    if (scanf("%31s", to) < 1 || !(g = fetch(key)))
        return;
    t = fresh(to, g->down, g->across);
    for (i = g->down * g->across; i-- > 0;)
        t->line[i % g->across][i / g->across] = g->line[i / g->across][i % g->across];
    keep(t);
}

static void combine(const char *key, int mul)
{
    char other[SZ], to[SZ];
    Grid *a, *b, *r;
    int x, y, k;

    if (scanf("%31s %31s", other, to) < 2 || !(a = fetch(key)) || !(b = fetch(other)))
        return;
    if (mul ? b->down != a->across : b->across != a->across || b->down != a->down) {
        puts(mul ? "error: inner sizes differ" : "error: sizes differ");
        return;
    }
    r = fresh(to, b->across, a->down);
    for (y = r->down; y-- > 0;) {
        for (x = r->across; x-- > 0;) {
            double s = 0;
            if (!mul)
                s = b->line[y][x] + a->line[y][x];
            for (k = 0; mul && k < b->down; ++k)
                s += b->line[k][x] * a->line[y][k];
            r->line[y][x] = s;
        }
    }
    keep(r);
}

static void cmd_mul(const char *key)
{
    combine(key, 1);
}

static void cmd_add(const char *key)
{
    combine(key, 0);
}

static const struct {
    void (*go)(const char *);
    const char *verb;
} actions[] = {{cmd_transpose, "transpose"}, {cmd_mul, "mul"}, {cmd_add, "add"},
               {cmd_det, "det"}, {cmd_print, "print"}, {cmd_matrix, "matrix"}};

int main(void)
{
    char verb[SZ], key[SZ];

    for (; scanf("%31s", verb) == 1;) {
        int i = 6;

        if (scanf("%31s", key) < 1) {
            printf("error: %s needs a name\n", verb);
            continue;
        }
        while (i-- > 0)
            if (!strcmp(verb, actions[i].verb))
                break;
        if (i >= 0)
            actions[i].go(key);
        else
            printf("error: unknown command %s\n", verb);
    }
    while (filled)
        discard(pool[--filled]);
    return EXIT_SUCCESS;
}
