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

typedef int (*sorting)(const struct record *x, const struct record *y);

/* gives back all memory */
static void clear_list(struct record *node)
{
    struct record *after = NULL;

    while (NULL != node) {
        after = node->next;
        free(node);
        node = after;
    }
}

static void list_out(size_t doubles, const struct record *head)
{
    const struct record *node;
    double money = 0.0;
    size_t lines = 0;

    for (node = head; NULL != node; node = node->next) {
        money = money + node->value;
        ++lines;
        print_record(node);
    }
    printf("%zu records, %zu duplicates removed, total value %.2f\n", lines, doubles, money);
}

static int sort_value(const struct record *x, const struct record *y)
{
    int smaller = y->value > x->value;
    int larger = y->value < x->value;

    return larger - smaller;
}

static int sort_name(const struct record *x, const struct record *y)
{
    return strcmp(x->name, y->name);
}

static int sort_key(const struct record *x, const struct record *y)
{
    int smaller = y->key > x->key;
    int larger = y->key < x->key;

    return larger - smaller;
}

/* sorted by key, so doubles are neighbours */
static size_t kill_doubles(struct record *head)
{
    struct record *extra;
    struct record *node;
    size_t killed = 0;

    for (node = head; NULL != node; node = node->next) {
        while (NULL != node->next && node->key == node->next->key) {
            ++killed;
            extra = node->next;
            node->next = extra->next;
            free(extra);
        }
    }
    return killed;
}

static struct record *cut(struct record *head)
{
    struct record *back = NULL;
    struct record *quick = head->next;
    struct record *lazy = head;

    while (NULL != quick && NULL != quick->next) {
        quick = quick->next->next;
        lazy = lazy->next;
    }
    back = lazy->next;
    lazy->next = NULL;
    return back;
}

static struct record *zip(sorting s, struct record *y, struct record *x)
{
    struct record *all = NULL;
    struct record **last = &all;

    while (NULL != y && NULL != x) {
        if (s(x, y) > 0) {
            *last = y;
            y = y->next;
        } else {
            *last = x;
            x = x->next;
        }
        last = &(*last)->next;
    }
    *last = NULL == x ? y : x;
    return all;
}

static struct record *in_order(sorting s, struct record *head)
{
    struct record *back, *front;

    if (NULL == head || NULL == head->next)
        return head;
    back = cut(head);
    back = in_order(s, back);
    front = in_order(s, head);
    return zip(s, back, front);
}

static struct record *get_list(FILE *file)
{
    struct record *node;
    struct record *head = NULL;
    struct record **last = &head;

    while (NULL != (node = read_record(file))) {
        *last = node;
        last = &node->next;
    }
    return head;
}

static sorting which(const char *word)
{
    if (0 == strcmp("value", word))
        return sort_value;
    if (0 == strcmp("name", word))
        return sort_name;
    if (0 == strcmp("key", word))
        return sort_key;
    return NULL;
}

int main(int argc, char **argv)
{
    size_t doubles = 0;
    struct record *head = NULL;
    const char *word = 1 < argc ? argv[1] : "key";
    sorting s = which(word);

    if (NULL == s) {
        fprintf(stderr, "usage: %s [key|name|value]\n", argv[0]);
        return 2;
    }
    head = get_list(stdin);
    head = in_order(sort_key, head);
    doubles = kill_doubles(head);
    head = in_order(s, head);
    list_out(doubles, head);
    clear_list(head);
    head = NULL;
    return EXIT_SUCCESS;
}
