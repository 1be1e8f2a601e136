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

typedef struct record Rec;

enum { BY_KEY, BY_NAME, BY_VALUE, BY_NOTHING };

static const char *const words[] = {"key", "name", "value"};

/* true if b has to stand before a */
static int wrong(int how, const Rec *b, const Rec *a)
{
    switch (how) {
    case BY_VALUE:
        return a->value > b->value;
    case BY_NAME:
        return strcmp(a->name, b->name) > 0;
    default:
        return a->key > b->key;
    }
}

static void push(Rec ***end, Rec *r)
{
    **end = r;
    *end = &r->next;
}

static Rec *mix(int how, Rec *b, Rec *a)
{
    Rec *out = NULL, **end = &out;

    for (;;) {
        if (!a || !b) {
            *end = b ? b : a;
            return out;
        }
        if (wrong(how, b, a)) {
            Rec *n = b->next;
            push(&end, b);
            b = n;
        } else {
            Rec *n = a->next;
            push(&end, a);
            a = n;
        }
    }
}

static Rec *arrange(int how, Rec *list)
{
    if (list && list->next) {
        Rec *mid = list, *far, *rest;

        for (far = list->next; far && far->next; far = far->next->next)
            mid = mid->next;
        rest = mid->next;
        mid->next = NULL;
        rest = arrange(how, rest);
        list = mix(how, rest, arrange(how, list));
    }
    return list;
}

static Rec *gather(void)
{
    Rec *list = NULL, **end = &list, *r;

    for (r = read_record(stdin); r; r = read_record(stdin))
        push(&end, r);
    return list;
}

int main(int argc, char **argv)
{
    int how = BY_KEY;
    size_t dropped = 0, kept = 0;
    double sum = 0;
    Rec *list, *cur;

    if (argc > 1) {
        while (how != BY_NOTHING && strcmp(argv[1], words[how]))
            ++how;
    }
    if (how == BY_NOTHING) {
        fprintf(stderr, "usage: %s [key|name|value]\n", *argv);
        return 2;
    }
    cur = list = arrange(BY_KEY, gather());
    while (cur && cur->next) {
        Rec *n = cur->next;

        if (n->key != cur->key) {
            cur = n;
            continue;
        }
        ++dropped;
        cur->next = n->next;
        free(n);
    }
    list = arrange(how, list);
    cur = list;
    while (cur) {
        sum += cur->value;
        print_record(cur);
        cur = cur->next;
        ++kept;
    }
    printf("%zu records, %zu duplicates removed, total value %.2f\n", kept, dropped, sum);
    while (list) {
        cur = list;
        list = cur->next;
        free(cur);
    }
    return 0;
}
