// -- given --
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    long key;
    char name[64];
    double value;
    struct record *next;
};

static struct record *read_record(FILE *in)
{
    char line[256];
    struct record *r;

    while (fgets(line, sizeof line, in)) {
        r = malloc(sizeof *r);
        if (!r) {
            perror("malloc");
            exit(1);
        }
        if (sscanf(line, "%ld %63s %lf", &r->key, r->name, &r->value) == 3) {
            r->next = NULL;
            return r;
        }
        fprintf(stderr, "skipped: %s", line);
        free(r);
    }
    return NULL;
}

static void print_record(const struct record *r)
{
    printf("%8ld %-20s %10.2f\n", r->key, r->name, r->value);
}
// -- own --

static int by;  /* 'k', 'n' or 'v' */

static int cmp(const struct record *a, const struct record *b)
{
    if (by == 'n')
        return strcmp(a->name, b->name);
    if (by == 'v')
        return (a->value > b->value) - (a->value < b->value);
    return (a->key > b->key) - (a->key < b->key);
}

/* bottom-up merge sort, stable */
static struct record *sort(struct record *l)
{
    struct record *p, *q, *e, *tail;
    int k, i, np, nq, runs;

    for (k = 1;; k *= 2) {
        p = l;
        l = tail = NULL;
        runs = 0;
        while (p) {
            runs++;
            q = p;
            np = 0;
            for (i = 0; i < k && q; i++) {
                np++;
                q = q->next;
            }
            nq = k;
            while (np > 0 || (nq > 0 && q)) {
                if (np > 0 && (nq == 0 || !q || cmp(p, q) <= 0)) {
                    e = p;
                    p = p->next;
                    np--;
                } else {
                    e = q;
                    q = q->next;
                    nq--;
                }
                if (tail)
                    tail->next = e;
                else
                    l = e;
                tail = e;
            }
            p = q;
        }
        if (tail)
            tail->next = NULL;
        if (runs <= 1)
            return l;
    }
}

/* the first record of each key stays */
static int unique(struct record *l)
{
    struct record **pp, *r;
    int n = 0;

    for (; l; l = l->next) {
        pp = &l->next;
        while ((r = *pp)) {
            if (r->key == l->key) {
                *pp = r->next;
                free(r);
                n++;
            } else
                pp = &r->next;
        }
    }
    return n;
}

int main(int argc, char **argv)
{
    struct record *l = NULL, *r, **end = &l;
    int n = 0, dup;
    double sum = 0;

    by = argc > 1 ? argv[1][0] : 'k';
    if (argc > 2 || (by != 'k' && by != 'n' && by != 'v')) {
        fprintf(stderr, "usage: sortrecords [key|name|value] < FILE\n");
        return 2;
    }
    while ((r = read_record(stdin))) {
        *end = r;
        end = &r->next;
    }
    dup = unique(l);
    l = sort(l);
    for (r = l; r; r = r->next) {
        print_record(r);
        n++;
        sum += r->value;
    }
    printf("%d records, %d duplicates removed, total %.2f", n, dup, sum);
    if (n > 0)
        printf(", mean %.2f", sum / n);
    putchar('\n');
    while (l) {
        r = l->next;
        free(l);
        l = r;
    }
    return 0;
}
