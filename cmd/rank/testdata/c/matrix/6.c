/*
 * Matrices by name, 26 registers a..z:
 *   let a 2 3  followed by the numbers
 *   add c a b, mul c a b, transpose c a, inverse c a, det a, print a
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct matrix {
    int rows, cols;
    double *v;
};

static struct matrix reg[26];

static struct matrix blank(int rows, int cols)
{
    struct matrix m = { rows, cols, NULL };

    m.v = calloc((size_t)rows * (size_t)cols, sizeof *m.v);
    if (!m.v) {
        fputs("out of memory\n", stderr);
        exit(2);
    }
    return m;
}

/* Gauss-Jordan on [a | aux]; returns the determinant, 0 if singular. */
static double eliminate(struct matrix *a, struct matrix *aux)
{
    int n = a->rows, i, j, k, p;
    double det = 1, f, t;

    for (k = 0; k < n; k++) {
        for (p = k, i = k + 1; i < n; i++)
            if (fabs(a->v[i * n + k]) > fabs(a->v[p * n + k]))
                p = i;
        if (fabs(a->v[p * n + k]) < 1e-12)
            return 0;
        if (p != k) {
            det = -det;
            for (j = 0; j < n; j++) {
                t = a->v[p * n + j], a->v[p * n + j] = a->v[k * n + j], a->v[k * n + j] = t;
                t = aux->v[p * n + j], aux->v[p * n + j] = aux->v[k * n + j], aux->v[k * n + j] = t;
            }
        }
        f = a->v[k * n + k];
        det *= f;
        for (j = 0; j < n; j++) {
            a->v[k * n + j] /= f;
            aux->v[k * n + j] /= f;
        }
        for (i = 0; i < n; i++) {
            if (i == k || (f = a->v[i * n + k]) == 0)
                continue;
            for (j = 0; j < n; j++) {
                a->v[i * n + j] -= f * a->v[k * n + j];
                aux->v[i * n + j] -= f * aux->v[k * n + j];
            }
        }
    }
    return det;
}

static const char *invert(const struct matrix *a, struct matrix *out, double *det)
{
    struct matrix work;
    int i;

    if (a->rows != a->cols)
        return "not square";
    work = blank(a->rows, a->cols);
    *out = blank(a->rows, a->cols);
    memcpy(work.v, a->v, sizeof(double) * (size_t)(a->rows * a->cols));
    for (i = 0; i < a->rows; i++)
        out->v[i * a->cols + i] = 1;
    *det = eliminate(&work, out);
    free(work.v);
    return NULL;
}

static const char *binary(int mul, const struct matrix *a, const struct matrix *b, struct matrix *out)
{
    int i, j, k;

    if (mul ? a->cols != b->rows : a->rows != b->rows || a->cols != b->cols)
        return "sizes do not fit";
    *out = blank(a->rows, b->cols);
    for (i = 0; i < a->rows; i++)
        for (j = 0; j < b->cols; j++) {
            double *cell = &out->v[i * b->cols + j];
            if (!mul)
                *cell = a->v[i * a->cols + j] + b->v[i * b->cols + j];
            for (k = 0; mul && k < a->cols; k++)
                *cell += a->v[i * a->cols + k] * b->v[k * b->cols + j];
        }
    return NULL;
}

static struct matrix *lookup(char name, int defined)
{
    struct matrix *m = name >= 'a' && name <= 'z' ? &reg[name - 'a'] : NULL;

    return m && (m->v || !defined) ? m : NULL;
}

static const char *run(const char *cmd)
{
    char x = 0, y = 0, z = 0;
    struct matrix *a, *b, *dst, out = { 0, 0, NULL };
    const char *err = NULL;
    double det;
    int i, rows, cols;

    if (!strcmp(cmd, "print") || !strcmp(cmd, "det")) {
        if (scanf(" %c", &x) != 1 || !(a = lookup(x, 1)))
            return "no such matrix";
        if (*cmd == 'p') {
            for (i = 0; i < a->rows * a->cols; i++)
                printf("%10.4g%s", a->v[i], (i + 1) % a->cols ? " " : "\n");
            return NULL;
        }
        if ((err = invert(a, &out, &det)) == NULL)
            printf("%g\n", det);
        free(out.v);
        return err;
    }
    if (scanf(" %c", &x) != 1 || !(dst = lookup(x, 0)))
        return "target has to be a letter";
    if (!strcmp(cmd, "let")) {
        if (scanf("%d %d", &rows, &cols) != 2 || rows < 1 || cols < 1 || rows > 1000 || cols > 1000)
            return "bad size";
        out = blank(rows, cols);
        for (i = 0; i < rows * cols && !err; i++)
            if (scanf("%lf", &out.v[i]) != 1)
                err = "number expected";
    } else {
        if (scanf(" %c", &y) != 1 || !(a = lookup(y, 1)))
            return "no such matrix";
        if (!strcmp(cmd, "add") || !strcmp(cmd, "mul")) {
            if (scanf(" %c", &z) != 1 || !(b = lookup(z, 1)))
                return "no such matrix";
            err = binary(*cmd == 'm', a, b, &out);
        } else if (!strcmp(cmd, "transpose")) {
            out = blank(a->cols, a->rows);
            for (i = 0; i < a->rows * a->cols; i++)
                out.v[i % a->cols * a->rows + i / a->cols] = a->v[i];
        } else if (!strcmp(cmd, "inverse")) {
            err = invert(a, &out, &det);
            if (!err && det == 0)
                err = "singular";
        } else {
            return "unknown command";
        }
    }
    if (err) {
        free(out.v);
        return err;
    }
    free(dst->v);
    *dst = out;
    return NULL;
}

int main(void)
{
    char cmd[16];
    const char *err;
    int i;

    while (scanf("%15s", cmd) == 1)
        if ((err = run(cmd)) != NULL)
            printf("%s: %s\n", cmd, err);
    for (i = 0; i < 26; i++)
        free(reg[i].v);
    return 0;
}
