/*
 * Commands, one per line:
 *   let A 2 3 : followed by 2*3 numbers      print A      det A
 *   add C A B    mul C A B    transpose C A  (the result goes into C)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct matrix {
    int rows, cols;
    double *at;
};

/* Either a matrix or the reason why there is none. */
struct result {
    struct matrix m;
    const char *error;
};

struct binding {
    char name[32];
    struct matrix m;
    struct binding *next;
};

typedef double cell_fn(struct matrix a, struct matrix b, int r, int c);

static double get(struct matrix m, int r, int c)
{
    return m.at[r * m.cols + c];
}

static double sum_cell(struct matrix a, struct matrix b, int r, int c)
{
    return get(a, r, c) + get(b, r, c);
}

static double product_cell(struct matrix a, struct matrix b, int r, int c)
{
    double sum = 0;
    for (int k = 0; k < a.cols; k++)
        sum += get(a, r, k) * get(b, k, c);
    return sum;
}

static double turned_cell(struct matrix a, struct matrix b, int r, int c)
{
    (void)b;
    return get(a, c, r);
}

static struct result failed(const char *why)
{
    return (struct result){ { 0, 0, NULL }, why };
}

/* Builds a matrix by asking f for every cell. */
static struct result generate(int rows, int cols, cell_fn *f, struct matrix a, struct matrix b)
{
    struct matrix m = { rows, cols, malloc(sizeof(double) * rows * cols) };

    if (!m.at)
        return failed("out of memory");
    for (int i = 0; i < rows * cols; i++)
        m.at[i] = f(a, b, i / cols, i % cols);
    return (struct result){ m, NULL };
}

static struct result add(struct matrix a, struct matrix b)
{
    return a.rows == b.rows && a.cols == b.cols ? generate(a.rows, a.cols, sum_cell, a, b)
                                                : failed("sizes differ");
}

static struct result mul(struct matrix a, struct matrix b)
{
    return a.cols == b.rows ? generate(a.rows, b.cols, product_cell, a, b) : failed("sizes do not fit");
}

static struct result transpose(struct matrix a)
{
    return generate(a.cols, a.rows, turned_cell, a, a);
}

static struct matrix minor_of(struct matrix m, int column)
{
    struct matrix s = { m.rows - 1, m.cols - 1, malloc(sizeof(double) * m.rows * m.cols) };

    if (!s.at)
        exit(2);
    for (int r = 0; r < s.rows; r++)
        for (int c = 0; c < s.cols; c++)
            s.at[r * s.cols + c] = get(m, r + 1, c < column ? c : c + 1);
    return s;
}

/* Laplace along the first row; slow, but our matrices are small. */
static double det(struct matrix m)
{
    double sum = 0;

    if (m.rows == 1)
        return m.at[0];
    for (int c = 0; c < m.cols; c++) {
        if (m.at[c] != 0) {
            struct matrix s = minor_of(m, c);
            sum += (c % 2 ? -1 : 1) * m.at[c] * det(s);
            free(s.at);
        }
    }
    return sum;
}

static struct binding *find(struct binding *b, const char *name)
{
    return !b || !strcmp(b->name, name) ? b : find(b->next, name);
}

static struct binding *bind(struct binding *all, const char *name, struct matrix m)
{
    struct binding *b = find(all, name);

    if (b) {
        free(b->m.at);
        b->m = m;
        return all;
    }
    b = malloc(sizeof *b);
    if (!b)
        exit(2);
    snprintf(b->name, sizeof b->name, "%s", name);
    b->m = m;
    b->next = all;
    return b;
}

static struct result input(int rows, int cols)
{
    struct matrix m = { rows, cols, NULL };

    if (rows < 1 || cols < 1 || rows > 1000 || cols > 1000)
        return failed("bad size");
    m.at = malloc(sizeof(double) * rows * cols);
    for (int i = 0; m.at && i < rows * cols; i++)
        if (scanf("%lf", &m.at[i]) != 1) {
            free(m.at);
            return failed("number expected");
        }
    return m.at ? (struct result){ m, NULL } : failed("out of memory");
}

static void print(struct matrix m)
{
    for (int i = 0; i < m.rows * m.cols; i++)
        printf("%10.4g%s", m.at[i], (i + 1) % m.cols ? "" : "\n");
}

int main(void)
{
    struct binding *all = NULL;
    char line[200];

    while (fgets(line, sizeof line, stdin)) {
        char cmd[32] = "", x[32] = "", y[32] = "", z[32] = "";
        int n = sscanf(line, "%31s %31s %31s %31s", cmd, x, y, z);
        struct binding *bx = find(all, x), *by = find(all, y), *bz = find(all, z);
        struct result r = { { 0, 0, NULL }, NULL };

        if (n < 1)
            continue;
        if (!strcmp(cmd, "let") && n == 4)
            r = input(atoi(y), atoi(z));
        else if (!strcmp(cmd, "add") || !strcmp(cmd, "mul"))
            r = !by || !bz ? failed("no such matrix") : (*cmd == 'a' ? add : mul)(by->m, bz->m);
        else if (!strcmp(cmd, "transpose"))
            r = by ? transpose(by->m) : failed("no such matrix");
        else if (!strcmp(cmd, "print") && bx)
            print(bx->m);
        else if (!strcmp(cmd, "det") && bx && bx->m.rows == bx->m.cols)
            printf("%g\n", det(bx->m));
        else
            r = failed("cannot do that");
        if (r.error)
            printf("error: %s: %s\n", cmd, r.error);
        else if (r.m.at)
            all = bind(all, x, r.m);
    }
    while (all) {
        struct binding *next = all->next;
        free(all->m.at);
        free(all);
        all = next;
    }
    return 0;
}
