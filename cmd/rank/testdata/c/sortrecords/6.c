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

enum { BY_KEY, BY_NAME, BY_VALUE };

static int order(const struct record *a, const struct record *b, int by)
{
    switch (by) {
    case BY_NAME:
        return strcmp(a->name, b->name);
    case BY_VALUE:
        return (a->value > b->value) - (a->value < b->value);
    default:
        return (a->key > b->key) - (a->key < b->key);
    }
}

/* Stable merge: on ties the element of the left list comes first. */
static struct record *merge(struct record *left, struct record *right, int by)
{
    struct record *head = NULL, **link = &head;

    while (left && right) {
        struct record **from = order(left, right, by) <= 0 ? &left : &right;
        *link = *from;
        link = &(*from)->next;
        *from = *link;
    }
    *link = left ? left : right;
    return head;
}

/* Bottom up merge sort: bin[i] holds a sorted run of 2^i records or nothing. */
static struct record *sort(struct record *list, int by)
{
    struct record *bin[48] = { NULL };
    struct record *r, *rest, *run;
    int i;

    for (r = list; r; r = rest) {
        rest = r->next;
        r->next = NULL;
        run = r;
        for (i = 0; bin[i]; i++) {
            run = merge(bin[i], run, by);
            bin[i] = NULL;
        }
        bin[i] = run;
    }
    run = NULL;
    for (i = 0; i < 48; i++)
        if (bin[i])
            run = merge(bin[i], run, by);
    return run;
}

/* The list has to be sorted by key; the first of equal keys stays. */
static int unique(struct record *list)
{
    int dropped = 0;

    while (list && list->next) {
        struct record *twin = list->next;
        if (twin->key != list->key) {
            list = twin;
            continue;
        }
        list->next = twin->next;
        free(twin);
        dropped++;
    }
    return dropped;
}

int main(int argc, char **argv)
{
    static const char *const field[] = { "key", "name", "value" };
    struct record *list = NULL, **tail = &list, *r;
    double sum = 0;
    int by = BY_KEY, count = 0, dropped;

    if (argc > 1) {
        for (by = BY_KEY; by <= BY_VALUE; by++)
            if (!strcmp(argv[1], field[by]))
                break;
        if (by > BY_VALUE) {
            fprintf(stderr, "usage: %s [key|name|value]\n", argv[0]);
            return 2;
        }
    }
    while ((r = read_record(stdin)) != NULL) {
        *tail = r;
        tail = &r->next;
    }
    list = sort(list, BY_KEY);
    dropped = unique(list);
    if (by != BY_KEY)
        list = sort(list, by);
    for (r = list; r; r = r->next) {
        print_record(r);
        sum += r->value;
        count++;
    }
    printf("%d records, %d duplicates removed, sum %.2f, mean %.2f\n",
           count, dropped, sum, count ? sum / count : 0.0);
    while (list) {
        r = list->next;
        free(list);
        list = r;
    }
    return 0;
}
