#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT 32
#define SPACE 64

struct mtx {
    double *a;
    int n, m;
    char label[TEXT];
};

struct shelf {
    struct mtx list[SPACE];
    int count;
};

static int position(const struct shelf *s, const char *label)
{
    int i = 0;
    while (i < s->count && strcmp(s->list[i].label, label) != 0)
        i++;
    return i;
}

static struct mtx *want(const struct shelf *s, const char *label)
{
    int i = position(s, label);
    if (i < s->count)
        return (struct mtx *)&s->list[i];
    printf("error: no matrix %s\n", label);
    return NULL;
}

static void put(struct shelf *s, struct mtx x)
{
    int i = position(s, x.label);

    if (i < s->count) {
        free(s->list[i].a);
    } else if (s->count == SPACE) {
        printf("error: too many matrices\n");
        free(x.a);
        return;
    } else {
        s->count++;
    }
    s->list[i] = x;
}

static struct mtx blank(int n, int m, const char *label)
{
    struct mtx x;

    snprintf(x.label, sizeof x.label, "%s", label);
    x.n = n;
    x.m = m;
    x.a = calloc((size_t)n * (size_t)m, sizeof *x.a);
    if (x.a == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return x;
}

static int fill(struct mtx *x, FILE *in)
{
    for (int i = 0; i < x->n * x->m; i++) {
        if (fscanf(in, "%lf", &x->a[i]) != 1)
            return 0;
    }
    return 1;
}

static void define(struct shelf *s, const char *label, FILE *in)
{
    struct mtx x;
    int n, m;

    if (fscanf(in, "%d %d", &n, &m) != 2 || n < 1 || m < 1) {
        printf("error: bad size of %s\n", label);
        return;
    }
    x = blank(n, m, label);
    if (fill(&x, in)) {
        put(s, x);
        return;
    }
    printf("error: %s has too few numbers\n", label);
    free(x.a);
}

static double dot(const struct mtx *y, const struct mtx *x, int j, int i)
{
    double sum = 0.0;
    for (int k = 0; k < x->m; k++)
        sum += x->a[i * x->m + k] * y->a[k * y->m + j];
    return sum;
}

static void binary(struct shelf *s, int is_add, const struct mtx *y, const struct mtx *x, const char *label)
{
    struct mtx z;

    if (is_add) {
        if (x->n != y->n || x->m != y->m) {
            printf("error: sizes differ\n");
            return;
        }
        z = blank(x->n, x->m, label);
        for (int i = 0; i < x->n * x->m; i++)
            z.a[i] = x->a[i] + y->a[i];
    } else {
        if (x->m != y->n) {
            printf("error: inner sizes differ\n");
            return;
        }
        z = blank(x->n, y->m, label);
        for (int i = 0; i < z.n; i++) {
            for (int j = 0; j < z.m; j++)
                z.a[i * z.m + j] = dot(y, x, j, i);
        }
    }
    put(s, z);
}

static void swap_rows(double *p, double *q, int n)
{
    for (int k = 0; k < n; k++) {
        double t = p[k];
        p[k] = q[k];
        q[k] = t;
    }
}

static void subtract_row(double *from, const double *row, double factor, int n)
{
    for (int k = 0; k < n; k++)
        from[k] -= factor * row[k];
}

/* one column of the elimination; returns the factor of the determinant */
static double eliminate(double *a, int c, int n)
{
    int p = c;
    double sign = 1.0, pivot;

    for (int r = c + 1; r < n; r++) {
        if (fabs(a[r * n + c]) > fabs(a[p * n + c]))
            p = r;
    }
    pivot = a[p * n + c];
    if (p != c) {
        sign = -1.0;
        swap_rows(a + c * n, a + p * n, n);
    }
    for (int r = c + 1; r < n && pivot != 0.0; r++)
        subtract_row(a + r * n + c, a + c * n + c, a[r * n + c] / pivot, n - c);
    return sign * pivot;
}

static double det(const struct mtx *x)
{
    struct mtx w = blank(x->n, x->n, "");
    double d = 1.0;

    memcpy(w.a, x->a, sizeof(double) * (size_t)x->n * (size_t)x->n);
    for (int c = 0; c < x->n && d != 0.0; c++)
        d *= eliminate(w.a, c, x->n);
    free(w.a);
    return d;
}

static void print_row(int m, const double *row)
{
    for (int j = 0; j < m; j++)
        printf(" %10.4g", row[j]);
    printf("\n");
}

static void do_det(const struct mtx *x)
{
    if (x->n != x->m)
        printf("error: %s is not square\n", x->label);
    else
        printf("det %s = %g\n", x->label, det(x));
}

static void do_transpose(struct shelf *s, const char *label, const char *to)
{
    struct mtx t, *x = want(s, label);

    if (x == NULL)
        return;
    t = blank(x->m, x->n, to);
    for (int i = 0; i < x->n; i++) {
        for (int j = 0; j < x->m; j++)
            t.a[j * t.m + i] = x->a[i * x->m + j];
    }
    put(s, t);
}

static int is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

int main(void)
{
    static struct shelf s;
    char word[TEXT], p[TEXT], q[TEXT], to[TEXT];
    struct mtx *x, *y;

    while (scanf("%31s", word) == 1) {
        if (scanf("%31s", p) != 1) {
            printf("error: %s needs a name\n", word);
        } else if (is(word, "matrix")) {
            define(&s, p, stdin);
        } else if (is(word, "print")) {
            if ((x = want(&s, p)) != NULL) {
                printf("%s (%d x %d)\n", x->label, x->n, x->m);
                for (int i = 0; i < x->n; i++)
                    print_row(x->m, x->a + i * x->m);
            }
        } else if (is(word, "det")) {
            if ((x = want(&s, p)) != NULL)
                do_det(x);
        } else if (is(word, "transpose")) {
            if (scanf("%31s", to) == 1)
                do_transpose(&s, p, to);
        } else if (is(word, "add") || is(word, "mul")) {
            if (scanf("%31s %31s", q, to) == 2 && (x = want(&s, p)) != NULL && (y = want(&s, q)) != NULL)
                binary(&s, is(word, "add"), y, x, to);
        } else {
            printf("error: unknown command %s\n", word);
        }
    }
    for (int i = 0; i < s.count; i++)
        free(s.list[i].a);
    return 0;
}
