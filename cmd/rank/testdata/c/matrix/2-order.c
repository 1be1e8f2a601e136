#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <math.h>

#define LIMIT 64
#define WORD 32

/* numbers are kept in one block */
struct table {
    double *block;
    int width;
    int height;
    char title[WORD];
};

static int tables_known = 0;
static struct table tables[LIMIT];

static double *grab(int width, int height)
{
    size_t cells = (size_t)width * (size_t)height;
    double *block = calloc(cells, sizeof *block);

    if (NULL == block) {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    return block;
}

static double *number(int col, int line, const struct table *t)
{
    return &t->block[col + t->width * line];
}

static struct table begin(int width, int height, const char *title)
{
    struct table t;

    t.block = grab(width, height);
    t.width = width;
    t.height = height;
    snprintf(t.title, sizeof t.title, "%s", title);
    return t;
}

static void show(const struct table *t)
{
    int col, line;

    printf("%s (%d x %d)\n", t->title, t->height, t->width);
    for (line = 0; t->height > line; ++line) {
        for (col = 0; t->width > col; ++col)
            printf(" %10.4g", *number(col, line, t));
        printf("\n");
    }
}

/* put it into the list, or in the place of the old one */
static void remember(struct table fresh)
{
    int k;

    for (k = 0; tables_known > k; ++k) {
        if (0 == strcmp(fresh.title, tables[k].title)) {
            free(tables[k].block);
            tables[k] = fresh;
            return;
        }
    }
    if (LIMIT == tables_known) {
        free(fresh.block);
        printf("error: too many matrices\n");
        return;
    }
    tables[tables_known] = fresh;
    tables_known += 1;
}

static struct table *by_title(const char *title)
{
    int k;

    for (k = 0; tables_known > k; ++k) {
        if (0 == strcmp(title, tables[k].title))
            return tables + k;
    }
    printf("error: no matrix %s\n", title);
    return NULL;
}

/* biggest number of the column */
static int biggest(int col, const struct table *t)
{
    int line;
    int found = col;

    for (line = 1 + col; t->height > line; ++line) {
        if (fabs(*number(col, found, t)) < fabs(*number(col, line, t)))
            found = line;
    }
    return found;
}

static double det(const struct table *t)
{
    int n = t->height;
    struct table copy = begin(n, n, "");
    int col, k, line;
    double value = 1.0;

    memcpy(copy.block, t->block, (size_t)n * (size_t)n * sizeof(double));
    for (col = 0; 0.0 != value && n > col; ++col) {
        int found = biggest(col, &copy);
        double head = *number(col, found, &copy);
        value = head * value;
        if (col != found) {
            for (k = 0; n > k; ++k) {
                double keep = *number(k, found, &copy);
                *number(k, found, &copy) = *number(k, col, &copy);
                *number(k, col, &copy) = keep;
            }
            value = -value;
        }
        for (line = 1 + col; 0.0 != head && n > line; ++line) {
            double part = *number(col, line, &copy) / head;
            for (k = col; n > k; ++k)
                *number(k, line, &copy) -= *number(k, col, &copy) * part;
        }
    }
    free(copy.block);
    return value;
}

static void turn(const struct table *t, const char *title)
{
    int col, line;
    struct table turned = begin(t->height, t->width, title);

    for (line = 0; t->height > line; ++line) {
        for (col = 0; t->width > col; ++col)
            *number(line, col, &turned) = *number(col, line, t);
    }
    remember(turned);
}

static void times(const struct table *q, const struct table *p, const char *title)
{
    int col, k, line;
    struct table answer;

    if (q->height != p->width) {
        printf("error: inner sizes differ\n");
        return;
    }
    answer = begin(q->width, p->height, title);
    for (line = 0; answer.height > line; ++line) {
        for (col = 0; answer.width > col; ++col) {
            for (k = 0; p->width > k; ++k)
                *number(col, line, &answer) += *number(col, k, q) * *number(k, line, p);
        }
    }
    remember(answer);
}

static void plus(const struct table *q, const struct table *p, const char *title)
{
    int cells = p->width * p->height;
    int k;
    struct table answer;

    if (q->width != p->width || q->height != p->height) {
        printf("error: sizes differ\n");
        return;
    }
    answer = begin(p->width, p->height, title);
    for (k = 0; cells > k; ++k)
        answer.block[k] = q->block[k] + p->block[k];
    remember(answer);
}

static void enter(const char *title, FILE *file)
{
    int k, cells;
    int width = 0, height = 0;
    struct table t;

    if (2 != fscanf(file, "%d %d", &height, &width) || 1 > width || 1 > height) {
        printf("error: bad size of %s\n", title);
        return;
    }
    t = begin(width, height, title);
    cells = width * height;
    for (k = 0; cells > k; ++k) {
        if (1 != fscanf(file, "%lf", t.block + k)) {
            free(t.block);
            printf("error: %s has too few numbers\n", title);
            return;
        }
    }
    remember(t);
}

static void perform(FILE *file, const char *verb)
{
    struct table *q, *p;
    char result[WORD] = "", b[WORD] = "", a[WORD] = "";

    if (1 != fscanf(file, "%31s", a)) {
        printf("error: %s needs a name\n", verb);
    } else if (0 == strcmp("mul", verb) || 0 == strcmp("add", verb)) {
        if (2 != fscanf(file, "%31s %31s", b, result))
            return;
        if (NULL == (p = by_title(a)) || NULL == (q = by_title(b)))
            return;
        if ('m' == verb[0])
            times(q, p, result);
        else
            plus(q, p, result);
    } else if (0 == strcmp("transpose", verb)) {
        if (1 == fscanf(file, "%31s", result) && NULL != (p = by_title(a)))
            turn(p, result);
    } else if (0 == strcmp("det", verb)) {
        if (NULL == (p = by_title(a)))
            return;
        if (p->width == p->height)
            printf("det %s = %g\n", a, det(p));
        else
            printf("error: %s is not square\n", a);
    } else if (0 == strcmp("print", verb)) {
        if (NULL != (p = by_title(a)))
            show(p);
    } else if (0 == strcmp("matrix", verb)) {
        enter(a, file);
    } else {
        printf("error: unknown command %s\n", verb);
    }
}

int main(void)
{
    int k;
    char verb[WORD] = "";

    while (1 == scanf("%31s", verb))
        perform(stdin, verb);
    for (k = 0; tables_known > k; ++k)
        free(tables[k].block);
    tables_known = 0;
    return EXIT_SUCCESS;
}
