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

typedef int (*cmp_t)(const struct record *a, const struct record *b);

struct queue {
    struct record *head;
    struct record **tail;
};

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

static void queue_init(struct queue *q)
{
    q->head = NULL;
    q->tail = &q->head;
}

static void queue_put(struct record *r, struct queue *q)
{
    *q->tail = r;
    q->tail = &r->next;
}

/* moves the first record of *from to the end of q */
static void queue_move(struct record **from, struct queue *q)
{
    struct record *r = *from;
    *from = r->next;
    queue_put(r, q);
}

static int longer_than_one(const struct record *l)
{
    return l != NULL && l->next != NULL;
}

static struct record *sort_list(cmp_t cmp, struct record *l)
{
    struct record *slow, *fast, *half;
    struct queue q;

    if (!longer_than_one(l))
        return l;
    slow = l;
    fast = l->next;
    while (longer_than_one(fast)) {
        slow = slow->next;
        fast = fast->next->next;
    }
    half = slow->next;
    slow->next = NULL;
    l = sort_list(cmp, l);
    half = sort_list(cmp, half);
    queue_init(&q);
    while (l != NULL && half != NULL)
        queue_move(cmp(l, half) <= 0 ? &l : &half, &q);
    *q.tail = l != NULL ? l : half;
    return q.head;
}

static int same_key_follows(const struct record *r)
{
    return r->next != NULL && r->next->key == r->key;
}

static void unlink_next(struct record *r)
{
    struct record *d = r->next;
    r->next = d->next;
    free(d);
}

static double print_list(const struct record *l, size_t *n)
{
    double sum = 0.0;

    *n = 0;
    for (; l != NULL; l = l->next) {
        print_record(l);
        ++*n;
        sum += l->value;
    }
    return sum;
}

static int usage(const char *prog)
{
    fprintf(stderr, "usage: %s [key|name|value]\n", prog);
    return 2;
}

int main(int argc, char **argv)
{
    const char *field = argc > 1 ? argv[1] : "key";
    struct queue q;
    struct record *r, *l;
    size_t removed = 0, n;
    double sum;
    cmp_t cmp = NULL;

    if (strcmp(field, "key") == 0)
        cmp = by_key;
    if (strcmp(field, "name") == 0)
        cmp = by_name;
    if (strcmp(field, "value") == 0)
        cmp = by_value;
    if (cmp == NULL)
        return usage(argv[0]);
    queue_init(&q);
    while ((r = read_record(stdin)) != NULL)
        queue_put(r, &q);
    l = sort_list(by_key, q.head);
    for (r = l; r != NULL; r = r->next) {
        while (same_key_follows(r)) {
            unlink_next(r);
            removed++;
        }
    }
    l = sort_list(cmp, l);
    sum = print_list(l, &n);
    printf("%zu records, %zu duplicates removed, total value %.2f\n", n, removed, sum);
    while (l != NULL) {
        r = l->next;
        free(l);
        l = r;
    }
    return 0;
}
