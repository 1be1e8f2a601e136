#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * let NAME ROWS COLS values...      add C A B     mul C A B
 * transpose C A     inverse C A     det A         print A
 */

#define MAX_NAMES 32
#define NAME_SIZE 16
#define TINY 1e-12

struct matrix {
    int rows, cols;
    double *cell;
};

static struct variable {
    char name[NAME_SIZE];
    struct matrix m;
} variables[MAX_NAMES];
static int used;

#define AT(m, i, j) ((m)->cell[(size_t)(i) * (size_t)(m)->cols + (size_t)(j)])

static int make(struct matrix *m, int rows, int cols)
{
    m->rows = rows;
    m->cols = cols;
    m->cell = calloc((size_t)rows * (size_t)cols, sizeof *m->cell);
    return m->cell != NULL;
}

static struct variable *lookup(const char *name, int create)
{
    int i;

    for (i = 0; i < used; i++)
        if (strcmp(variables[i].name, name) == 0)
            return &variables[i];
    if (!create || used == MAX_NAMES)
        return NULL;
    snprintf(variables[used].name, NAME_SIZE, "%s", name);
    return &variables[used++];
}

static const char *add(struct matrix *out, const struct matrix *a, const struct matrix *b)
{
    int i;

    if (a->rows != b->rows || a->cols != b->cols)
        return "add: the sizes differ";
    if (!make(out, a->rows, a->cols))
        return "out of memory";
    for (i = 0; i < a->rows * a->cols; i++)
        out->cell[i] = a->cell[i] + b->cell[i];
    return NULL;
}

static const char *mul(struct matrix *out, const struct matrix *a, const struct matrix *b)
{
    int i, j, k;

    if (a->cols != b->rows)
        return "mul: columns of the first are not rows of the second";
    if (!make(out, a->rows, b->cols))
        return "out of memory";
    for (i = 0; i < a->rows; i++)
        for (k = 0; k < a->cols; k++)
            for (j = 0; j < b->cols; j++)
                AT(out, i, j) += AT(a, i, k) * AT(b, k, j);
    return NULL;
}

static const char *transpose(struct matrix *out, const struct matrix *a, const struct matrix *b)
{
    int i, j;

    (void)b;
    if (!make(out, a->cols, a->rows))
        return "out of memory";
    for (i = 0; i < a->rows; i++)
        for (j = 0; j < a->cols; j++)
            AT(out, j, i) = AT(a, i, j);
    return NULL;
}

/* Gauss-Jordan on [a | identity]; the determinant falls out on the way. */
static const char *eliminate(const struct matrix *a, struct matrix *inverse, double *det)
{
    struct matrix w;
    int i, j, k, n = a->rows;

    if (a->rows != a->cols)
        return "the matrix is not square";
    if (!make(&w, n, 2 * n) || !make(inverse, n, n))
        return "out of memory";
    for (i = 0; i < n; i++) {
        memcpy(&AT(&w, i, 0), &AT(a, i, 0), (size_t)n * sizeof(double));
        AT(&w, i, n + i) = 1;
    }
    *det = 1;
    for (k = 0; k < n && *det != 0; k++) {
        int best = k;
        double pivot;

        for (i = k + 1; i < n; i++)
            if (fabs(AT(&w, i, k)) > fabs(AT(&w, best, k)))
                best = i;
        pivot = AT(&w, best, k);
        *det *= fabs(pivot) < TINY ? 0 : best == k ? pivot : -pivot;
        for (j = 0; j < 2 * n && *det != 0; j++) {
            double swap = AT(&w, best, j);

            AT(&w, best, j) = AT(&w, k, j);
            AT(&w, k, j) = swap / pivot;
        }
        for (i = 0; i < n && *det != 0; i++) {
            double factor = AT(&w, i, k);

            for (j = 0; i != k && j < 2 * n; j++)
                AT(&w, i, j) -= factor * AT(&w, k, j);
        }
    }
    for (i = 0; i < n; i++)
        memcpy(&AT(inverse, i, 0), &AT(&w, i, n), (size_t)n * sizeof(double));
    free(w.cell);
    return NULL;
}

static const char *invert(struct matrix *out, const struct matrix *a, const struct matrix *b)
{
    double det = 0;
    const char *problem = eliminate(a, out, &det);

    (void)b;
    return problem ? problem : det == 0 ? "inverse: the matrix is singular" : NULL;
}

static const char *print(struct matrix *out, const struct matrix *a, const struct matrix *b)
{
    int i, j;

    (void)out, (void)b;
    for (i = 0; i < a->rows; i++)
        for (j = 0; j < a->cols; j++)
            printf("%10.4g%s", AT(a, i, j), j + 1 == a->cols ? "\n" : " ");
    return NULL;
}

static const char *determinant(struct matrix *out, const struct matrix *a, const struct matrix *b)
{
    struct matrix unused = {0, 0, NULL};
    double det = 0;
    const char *problem = eliminate(a, &unused, &det);

    (void)out, (void)b;
    if (!problem)
        printf("%.6g\n", det);
    free(unused.cell);
    return problem;
}

static const struct command {
    const char *name;
    int results, operands;
    const char *(*run)(struct matrix *, const struct matrix *, const struct matrix *);
} commands[] = {
    {"add", 1, 2, add},
    {"mul", 1, 2, mul},
    {"transpose", 1, 1, transpose},
    {"inverse", 1, 1, invert},
    {"det", 0, 1, determinant},
    {"print", 0, 1, print},
};

static void store(const char *name, struct matrix *m)
{
    struct variable *v = lookup(name, 1);

    if (!v) {
        fprintf(stderr, "too many names, %s is lost\n", name);
        free(m->cell);
        return;
    }
    free(v->m.cell);
    v->m = *m;
}

static const char *execute(const struct command *c)
{
    char target[NAME_SIZE] = "", name[NAME_SIZE];
    const struct matrix *arg[2] = {NULL, NULL};
    struct matrix out = {0, 0, NULL};
    const char *problem;
    int i;

    if (c->results && scanf("%15s", target) != 1)
        return "name of the result expected";
    for (i = 0; i < c->operands; i++) {
        struct variable *v;

        if (scanf("%15s", name) != 1)
            return "operand expected";
        v = lookup(name, 0);
        if (!v)
            return "unknown matrix";
        arg[i] = &v->m;
    }
    problem = c->run(&out, arg[0], arg[1]);
    if (!problem && c->results)
        store(target, &out);
    else
        free(out.cell);
    return problem;
}

static const char *let(void)
{
    char name[NAME_SIZE];
    struct matrix m;
    int i, rows, cols;

    if (scanf("%15s %d %d", name, &rows, &cols) != 3 || rows < 1 || cols < 1)
        return "let NAME ROWS COLS values";
    if (!make(&m, rows, cols))
        return "out of memory";
    for (i = 0; i < rows * cols; i++) {
        if (scanf("%lf", &m.cell[i]) != 1) {
            free(m.cell);
            return "let: too few values";
        }
    }
    store(name, &m);
    return NULL;
}

int main(void)
{
    char word[NAME_SIZE];
    size_t i, n = sizeof commands / sizeof commands[0];

    while (scanf("%15s", word) == 1) {
        const char *problem = "unknown command";

        for (i = 0; i < n; i++)
            if (strcmp(commands[i].name, word) == 0)
                break;
        if (i < n)
            problem = execute(&commands[i]);
        else if (strcmp(word, "let") == 0)
            problem = let();
        if (problem)
            fprintf(stderr, "%s: %s\n", word, problem);
    }
    while (used > 0)
        free(variables[--used].m.cell);
    return 0;
}
