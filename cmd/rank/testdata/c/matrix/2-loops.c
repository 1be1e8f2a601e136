#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN 32
#define MANY 64

struct mat {
    char id[LEN];
    int h;
    int w;
    double *v;
};

static struct mat all[MANY];
static int used = 0;

static double *cell(const struct mat *m, int y, int x)
{
    return m->v + y * m->w + x;
}

static double *get_memory(int h, int w)
{
    double *v = calloc((size_t)h * (size_t)w, sizeof *v);

    if (v)
        return v;
    fprintf(stderr, "out of memory\n");
    exit(1);
}

static struct mat *look(const char *id)
{
    int i = 0;

    while (i < used && strcmp(all[i].id, id))
        i++;
    if (i < used)
        return all + i;
    printf("error: no matrix %s\n", id);
    return NULL;
}

static void save(struct mat m)
{
    int i = 0;

    while (i < used && strcmp(all[i].id, m.id))
        i++;
    if (i == MANY) {
        printf("error: too many matrices\n");
        free(m.v);
    } else if (i < used) {
        free(all[i].v);
        all[i] = m;
    } else {
        all[i] = m;
        used++;
    }
}

static struct mat make(const char *id, int h, int w)
{
    struct mat m;

    snprintf(m.id, sizeof m.id, "%s", id);
    m.h = h;
    m.w = w;
    m.v = get_memory(h, w);
    return m;
}

static void input(FILE *f, const char *id)
{
    struct mat m;
    int h, w, i = 0, n;

    if (!(fscanf(f, "%d %d", &h, &w) == 2 && h >= 1 && w >= 1)) {
        printf("error: bad size of %s\n", id);
        return;
    }
    m = make(id, h, w);
    n = h * w;
    while (i < n && fscanf(f, "%lf", m.v + i) == 1)
        i++;
    if (i == n) {
        save(m);
    } else {
        printf("error: %s has too few numbers\n", id);
        free(m.v);
    }
}

static void sum(const char *id, const struct mat *a, const struct mat *b)
{
    if (a->h == b->h && a->w == b->w) {
        struct mat m = make(id, a->h, a->w);
        int i = a->h * a->w;
        while (i-- > 0)
            m.v[i] = a->v[i] + b->v[i];
        save(m);
    } else {
        printf("error: sizes differ\n");
    }
}

static void product(const char *id, const struct mat *a, const struct mat *b)
{
    struct mat m;
    int y = 0;

    if (a->w == b->h) {
        m = make(id, a->h, b->w);
        while (y < m.h) {
            int x = 0;
            while (x < m.w) {
                int k = 0;
                do {
                    *cell(&m, y, x) += *cell(a, y, k) * *cell(b, k, x);
                    k++;
                } while (k < a->w);
                x++;
            }
            y++;
        }
        save(m);
        return;
    }
    printf("error: inner sizes differ\n");
}

static void flip(const char *id, const struct mat *a)
{
    struct mat m = make(id, a->w, a->h);
    int i = a->h * a->w;

    while (i > 0) {
        i--;
        *cell(&m, i % a->w, i / a->w) = a->v[i];
    }
    save(m);
}

static int best(const struct mat *m, int x)
{
    int p = x, y = x;

    while (++y < m->h)
        p = fabs(*cell(m, y, x)) > fabs(*cell(m, p, x)) ? y : p;
    return p;
}

static double det(const struct mat *a)
{
    int n = a->h, x = 0;
    double d = 1.0;
    struct mat m = make("", n, n);

    memcpy(m.v, a->v, sizeof(double) * (size_t)n * (size_t)n);
    while (x < n) {
        int p, y, k;
        double top;

        if (d == 0.0)
            break;
        p = best(&m, x);
        top = *cell(&m, p, x);
        k = p == x ? n : 0;
        d = p == x ? d : -d;
        while (k < n) {
            double t = *cell(&m, x, k);
            *cell(&m, x, k) = *cell(&m, p, k);
            *cell(&m, p, k) = t;
            k++;
        }
        d *= top;
        y = top == 0.0 ? n : x + 1;
        while (y < n) {
            double f = *cell(&m, y, x) / top;
            k = x;
            while (k < n) {
                *cell(&m, y, k) -= f * *cell(&m, x, k);
                k++;
            }
            y++;
        }
        x++;
    }
    free(m.v);
    return d;
}

static void output(const struct mat *m)
{
    int y = 0;

    printf("%s (%d x %d)\n", m->id, m->h, m->w);
    do {
        int x = 0;
        while (x < m->w)
            printf(" %10.4g", *cell(m, y, x++));
        printf("\n");
    } while (++y < m->h);
}

static void run(const char *cmd, FILE *f)
{
    static const char *const cmds[] = {"matrix", "print", "det", "transpose", "add", "mul"};
    char one[LEN], two[LEN], to[LEN];
    struct mat *a, *b;
    int c = 0;

    if (fscanf(f, "%31s", one) != 1) {
        printf("error: %s needs a name\n", cmd);
        return;
    }
    while (c < 6 && strcmp(cmds[c], cmd))
        c++;
    switch (c) {
    case 0:
        input(f, one);
        break;
    case 1:
        a = look(one);
        if (a)
            output(a);
        break;
    case 2:
        a = look(one);
        if (a && a->h == a->w)
            printf("det %s = %g\n", one, det(a));
        else if (a)
            printf("error: %s is not square\n", one);
        break;
    case 3:
        if (fscanf(f, "%31s", to) != 1)
            break;
        a = look(one);
        if (a)
            flip(to, a);
        break;
    case 4:
    case 5:
        if (fscanf(f, "%31s %31s", two, to) == 2) {
            a = look(one);
            b = a ? look(two) : NULL;
            if (b)
                (c == 4 ? sum : product)(to, a, b);
        }
        break;
    default:
        printf("error: unknown command %s\n", cmd);
    }
}

int main(void)
{
    char cmd[LEN];

    for (;;) {
        if (scanf("%31s", cmd) != 1)
            break;
        run(cmd, stdin);
    }
    while (used > 0)
        free(all[--used].v);
    return 0;
}
