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

typedef int (*comparison)(const struct record *, const struct record *);

static int by_key(const struct record *a, const struct record *b)
{
    return (a->key > b->key) - (a->key < b->key);
}

static int by_name(const struct record *a, const struct record *b)
{
    return strcmp(a->name, b->name);
}

static int by_value(const struct record *a, const struct record *b)
{
    return (a->value > b->value) - (a->value < b->value);
}

static const struct {
    const char *field;
    comparison compare;
} orders[] = {
    {"key", by_key},
    {"name", by_name},
    {"value", by_value},
};

enum { ORDERS = sizeof orders / sizeof orders[0] };

static comparison order_of(const char *field)
{
    int i;

    for (i = 0; i < ORDERS; i++)
        if (strcmp(orders[i].field, field) == 0)
            return orders[i].compare;
    fprintf(stderr, "cannot sort by %s, only by:", field);
    for (i = 0; i < ORDERS; i++)
        fprintf(stderr, " %s", orders[i].field);
    fputc('\n', stderr);
    exit(2);
}

/* Takes the longest ascending run off the front of *list and returns it. */
static struct record *take_run(struct record **list, comparison compare)
{
    struct record *first = *list, *last = first;

    while (last->next && compare(last, last->next) <= 0)
        last = last->next;
    *list = last->next;
    last->next = NULL;
    return first;
}

static struct record *merge(struct record *a, struct record *b, comparison compare)
{
    struct record *head = NULL, **tail = &head;

    while (a && b) {
        struct record **from = compare(a, b) <= 0 ? &a : &b;

        *tail = *from;
        *from = (*from)->next;
        tail = &(*tail)->next;
    }
    *tail = a ? a : b;
    return head;
}

/* Natural merge sort: merges neighbouring runs until one is left. */
static struct record *sort(struct record *list, comparison compare)
{
    int runs = 2;

    while (list && runs > 1) {
        struct record *done = NULL, **tail = &done;

        for (runs = 0; list; runs++) {
            struct record *a = take_run(&list, compare);
            struct record *b = list ? take_run(&list, compare) : NULL;

            *tail = merge(a, b, compare);
            while (*tail)
                tail = &(*tail)->next;
        }
        list = done;
    }
    return list;
}

static int drop_duplicates(struct record *list)
{
    int dropped = 0;

    while (list && list->next) {
        struct record *second = list->next;

        if (list->key != second->key) {
            list = second;
            continue;
        }
        list->next = second->next;
        free(second);
        dropped++;
    }
    return dropped;
}

int main(int argc, char **argv)
{
    comparison compare = order_of(argc > 1 ? argv[1] : "key");
    struct record *list = NULL, **end = &list, *r;
    double sum = 0;
    int count = 0, dropped;

    while ((r = read_record(stdin)) != NULL) {
        *end = r;
        end = &r->next;
    }
    /* sorted by key the duplicates are neighbours, and the first one read stays */
    list = sort(list, by_key);
    dropped = drop_duplicates(list);
    list = sort(list, compare);
    while (list) {
        r = list;
        list = r->next;
        print_record(r);
        sum += r->value;
        count++;
        free(r);
    }
    printf("%d records, %d duplicates removed, total %.2f", count, dropped, sum);
    if (count > 0)
        printf(", mean %.2f", sum / count);
    putchar('\n');
    return 0;
}
