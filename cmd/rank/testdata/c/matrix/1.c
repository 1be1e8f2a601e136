/*
 * def A 2 3 followed by the numbers; add C A B; sub C A B; mul C A B;
 * transpose C A; inv C A; det A; print A; quit
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXM 100
#define AT(m, i, j) ((m).a[(i) * (m).c + (j)])

struct mat {
    char name[32];
    int r, c;
    double *a;
};

static struct mat tab[MAXM];
static int nt;

static struct mat new(int r, int c)
{
    struct mat m = {"", r, c, calloc((size_t)(r * c), sizeof(double))};

    if (!m.a) {
        perror("calloc");
        exit(1);
    }
    return m;
}

static struct mat *get(const char *s)
{
    int i;

    for (i = 0; i < nt; i++)
        if (strcmp(tab[i].name, s) == 0)
            return &tab[i];
    printf("error: no matrix %s\n", s);
    return NULL;
}

static void put(const char *s, struct mat m)
{
    int i = 0;

    while (i < nt && strcmp(tab[i].name, s) != 0)
        i++;
    if (i == MAXM) {
        printf("error: too many matrices\n");
        free(m.a);
        return;
    }
    if (i == nt)
        nt++;
    else
        free(tab[i].a);
    tab[i] = m;
    strcpy(tab[i].name, s);
}

/* Gauss-Jordan on a copy of m; e (if any) receives the inverse. */
static double gauss(struct mat m, struct mat *e)
{
    int n = m.r, i, j, k, p;
    struct mat w = new(n, 2 * n);
    double d = 1, f, t;

    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++)
            AT(w, i, j) = AT(m, i, j);
        AT(w, i, n + i) = 1;
    }
    for (k = 0; k < n && d != 0; k++) {
        for (p = k, i = k + 1; i < n; i++)
            if (fabs(AT(w, i, k)) > fabs(AT(w, p, k)))
                p = i;
        if (fabs(AT(w, p, k)) < 1e-12) {
            d = 0;
            break;
        }
        if (p != k) {
            d = -d;
            for (j = 0; j < 2 * n; j++) {
                t = AT(w, p, j);
                AT(w, p, j) = AT(w, k, j);
                AT(w, k, j) = t;
            }
        }
        f = AT(w, k, k);
        d *= f;
        for (j = 0; j < 2 * n; j++)
            AT(w, k, j) /= f;
        for (i = 0; i < n; i++) {
            f = AT(w, i, k);
            for (j = 0; i != k && j < 2 * n; j++)
                AT(w, i, j) -= f * AT(w, k, j);
        }
    }
    for (i = 0; e && d != 0 && i < n; i++)
        for (j = 0; j < n; j++)
            AT(*e, i, j) = AT(w, i, n + j);
    free(w.a);
    return d;
}

static void binary(char op, const char *z, struct mat *x, struct mat *y)
{
    struct mat m;
    int i, j, k;

    if (op == '*' ? x->c != y->r : x->r != y->r || x->c != y->c) {
        printf("error: sizes %dx%d and %dx%d\n", x->r, x->c, y->r, y->c);
        return;
    }
    m = new(x->r, y->c);
    for (i = 0; i < m.r; i++)
        for (j = 0; j < m.c; j++)
            if (op == '*')
                for (k = 0; k < x->c; k++)
                    AT(m, i, j) += AT(*x, i, k) * AT(*y, k, j);
            else
                AT(m, i, j) = AT(*x, i, j) + (op == '+' ? 1 : -1) * AT(*y, i, j);
    put(z, m);
}

int main(void)
{
    char op[32], z[32], a[32], b[32];
    struct mat *x, *y, m;
    int i, j, r, c;

    while (scanf("%31s", op) == 1 && strcmp(op, "quit") != 0) {
        if (scanf("%31s", z) != 1)
            break;
        if (strcmp(op, "def") == 0) {
            if (scanf("%d %d", &r, &c) != 2 || r < 1 || c < 1 || r > 500 || c > 500) {
                printf("error: bad size\n");
                return 1;
            }
            m = new(r, c);
            for (i = 0; i < r * c; i++)
                if (scanf("%lf", &m.a[i]) != 1) {
                    printf("error: number expected in %s\n", z);
                    return 1;
                }
            put(z, m);
        } else if (strcmp(op, "print") == 0) {
            if ((x = get(z)))
                for (i = 0; i < x->r; i++)
                    for (j = 0; j < x->c; j++)
                        printf("%10.4g%c", AT(*x, i, j), j == x->c - 1 ? '\n' : ' ');
        } else if (strcmp(op, "det") == 0) {
            if ((x = get(z)) && x->r == x->c)
                printf("det %s = %g\n", z, gauss(*x, NULL));
            else if (x)
                printf("error: %s is not square\n", z);
        } else if (strcmp(op, "transpose") == 0 && scanf("%31s", a) == 1) {
            if (!(x = get(a)))
                continue;
            m = new(x->c, x->r);
            for (i = 0; i < m.r; i++)
                for (j = 0; j < m.c; j++)
                    AT(m, i, j) = AT(*x, j, i);
            put(z, m);
        } else if (strcmp(op, "inv") == 0 && scanf("%31s", a) == 1) {
            if (!(x = get(a)))
                continue;
            m = new(x->r, x->r);
            if (x->r == x->c && gauss(*x, &m) != 0)
                put(z, m);
            else {
                printf("error: %s has no inverse\n", a);
                free(m.a);
            }
        } else if (scanf("%31s %31s", a, b) == 2) {
            if (!(x = get(a)) || !(y = get(b)))
                continue;
            if (strcmp(op, "add") == 0)
                binary('+', z, x, y);
            else if (strcmp(op, "sub") == 0)
                binary('-', z, x, y);
            else if (strcmp(op, "mul") == 0)
                binary('*', z, x, y);
            else
                printf("error: unknown command %s\n", op);
        }
    }
    for (i = 0; i < nt; i++)
        free(tab[i].a);
    return 0;
}
