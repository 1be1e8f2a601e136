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

typedef int (*order_fn)(const struct record *, const struct record *);

static int order_key(const struct record *p, const struct record *q)
{
    if (p->key == q->key)
        return 0;
    return p->key < q->key ? -1 : 1;
}

static int order_name(const struct record *p, const struct record *q)
{
    return strcmp(p->name, q->name);
}

static int order_value(const struct record *p, const struct record *q)
{
    if (p->value > q->value)
        return 1;
    else if (p->value < q->value)
        return -1;
    return 0;
}

static order_fn pick_order(const char *s)
{
    static const struct {
        const char *s;
        order_fn f;
    } known[] = {{"key", order_key}, {"name", order_name}, {"value", order_value}};
    int i = 0;

    while (i < 3 && strcmp(known[i].s, s))
        i++;
    return i == 3 ? NULL : known[i].f;
}

static struct record *load(FILE *f)
{
    struct record *head = NULL;
    struct record **tail = &head;

    for (;;) {
        struct record *r = read_record(f);
        if (r == NULL)
            break;
        *tail = r;
        tail = &r->next;
    }
    return head;
}

static struct record *halve(struct record *head)
{
    struct record *one = head, *two, *rest;

    for (two = head->next; two && two->next; two = two->next->next)
        one = one->next;
    rest = one->next;
    one->next = NULL;
    return rest;
}

static struct record *join(struct record *a, struct record *b, order_fn f)
{
    if (a == NULL)
        return b;
    if (b == NULL)
        return a;
    if (f(a, b) > 0) {
        b->next = join(a, b->next, f);
        return b;
    }
    a->next = join(a->next, b, f);
    return a;
}

static struct record *msort(struct record *head, order_fn f)
{
    if (head != NULL && head->next != NULL) {
        struct record *rest = halve(head);
        struct record *a = msort(head, f);
        struct record *b = msort(rest, f);
        head = join(a, b, f);
    }
    return head;
}

static size_t unique(struct record *head)
{
    size_t gone = 0;

    while (head != NULL) {
        struct record *d = head->next;
        if (d == NULL || d->key != head->key) {
            head = d;
            continue;
        }
        head->next = d->next;
        free(d);
        gone++;
    }
    return gone;
}

static void show(const struct record *r, size_t gone)
{
    size_t n = 0;
    double sum = 0.0;

    while (r) {
        print_record(r);
        sum += r->value;
        n++;
        r = r->next;
    }
    printf("%zu records, %zu duplicates removed, total value %.2f\n", n, gone, sum);
}

static void dispose(struct record *r)
{
    struct record *n;

    for (; r; r = n) {
        n = r->next;
        free(r);
    }
}

int main(int argc, char **argv)
{
    const char *field = "key";
    order_fn f;

    if (argc > 1)
        field = argv[1];
    f = pick_order(field);
    if (f) {
        struct record *list = msort(load(stdin), order_key);
        size_t gone = unique(list);
        list = msort(list, f);
        show(list, gone);
        dispose(list);
        return 0;
    }
    fprintf(stderr, "usage: %s [key|name|value]\n", argv[0]);
    return 2;
}
