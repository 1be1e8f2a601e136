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

typedef struct record record;
typedef int order(const record *a, const record *b);

struct halves {
    record *left, *right;
};

struct totals {
    long count, dropped;
    double sum;
};

static int by_key(const record *a, const record *b)
{
    return (a->key > b->key) - (a->key < b->key);
}

static int by_name(const record *a, const record *b)
{
    return strcmp(a->name, b->name);
}

static int by_value(const record *a, const record *b)
{
    return (a->value > b->value) - (a->value < b->value);
}

static record *cons(record *head, record *tail)
{
    head->next = tail;
    return head;
}

static record *read_all(FILE *in)
{
    record *first = NULL, **end = &first, *r;

    while ((r = read_record(in)) != NULL) {
        *end = r;
        end = &r->next;
    }
    return first;
}

/* Cuts after the middle, so that the order of equal records is kept. */
static struct halves split(record *list)
{
    record *slow = list, *fast = list->next;
    struct halves h;

    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    h.left = list;
    h.right = slow->next;
    slow->next = NULL;
    return h;
}

static record *merge(record *a, record *b, order *cmp)
{
    record *first = NULL, **end = &first;

    while (a && b) {
        record **from = cmp(a, b) <= 0 ? &a : &b;
        *end = *from;
        *from = (*from)->next;
        end = &(*end)->next;
    }
    *end = a ? a : b;
    return first;
}

static record *sort(record *list, order *cmp)
{
    struct halves h;

    if (!list || !list->next)
        return list;
    h = split(list);
    return merge(sort(h.left, cmp), sort(h.right, cmp), cmp);
}

/* Of neighbours with equal keys only the first stays. */
static record *unique(record *list, struct totals *t)
{
    record *r;

    for (r = list; r; r = r->next) {
        while (r->next && r->next->key == r->key) {
            record *gone = r->next;
            r->next = gone->next;
            free(gone);
            t->dropped++;
        }
    }
    return list;
}

static struct totals print_all(const record *list, struct totals t)
{
    if (!list)
        return t;
    print_record(list);
    return print_all(list->next, (struct totals){ t.count + 1, t.dropped, t.sum + list->value });
}

static order *order_called(const char *name)
{
    static const struct {
        const char *name;
        order *cmp;
    } orders[] = { { "key", by_key }, { "name", by_name }, { "value", by_value } };
    size_t i;

    for (i = 0; i < sizeof orders / sizeof *orders; i++)
        if (!strcmp(orders[i].name, name))
            return orders[i].cmp;
    return NULL;
}

int main(int argc, char **argv)
{
    order *cmp = order_called(argc > 1 ? argv[1] : "key");
    struct totals t = { 0, 0, 0 };
    record *list;

    if (!cmp) {
        fprintf(stderr, "usage: %s [key|name|value] < records\n", argv[0]);
        return 2;
    }
    list = unique(sort(read_all(stdin), by_key), &t);
    list = sort(list, cmp);
    t = print_all(list, t);
    printf("%ld records, %ld duplicates removed, total %.2f, mean %.2f\n", t.count, t.dropped, t.sum,
           t.count ? t.sum / t.count : 0.0);
    while (list) {
        record *rest = list->next;
        free(cons(list, NULL));
        list = rest;
    }
    return 0;
}
