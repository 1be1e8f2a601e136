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

struct record *first = NULL;
int how;                        /* 1 = key, 2 = name, 3 = value */

/* is a behind b? */
int is_after(struct record *a, struct record *b)
{
    if (how == 1) {
        if (a->key > b->key)
            return 1;
        return 0;
    } else if (how == 2) {
        if (strcmp(a->name, b->name) > 0)
            return 1;
        return 0;
    } else {
        if (a->value > b->value)
            return 1;
        return 0;
    }
}

/* reads everything and puts it at the end of the list */
int read_all(void)
{
    struct record *r, *last = NULL;
    int n = 0;

    r = read_record(stdin);
    while (r != NULL) {
        if (last == NULL)
            first = r;
        else
            last->next = r;
        last = r;
        n++;
        r = read_record(stdin);
    }
    return n;
}

/* only the first record of a key stays */
int remove_duplicates(void)
{
    struct record *a, *b, *before;
    int removed = 0;

    for (a = first; a != NULL; a = a->next) {
        before = a;
        b = a->next;
        while (b != NULL) {
            if (b->key == a->key) {
                before->next = b->next;
                free(b);
                b = before->next;
                removed++;
            } else {
                before = b;
                b = b->next;
            }
        }
    }
    return removed;
}

/* insertion sort: take one record after the other and put it into a new list */
void sort_list(void)
{
    struct record *sorted = NULL;
    struct record *r, *p, *rest;

    r = first;
    while (r != NULL) {
        rest = r->next;
        if (sorted == NULL || is_after(sorted, r)) {
            r->next = sorted;
            sorted = r;
        } else {
            p = sorted;
            /* equal records stay in front, so the sort is stable */
            while (p->next != NULL && !is_after(p->next, r))
                p = p->next;
            r->next = p->next;
            p->next = r;
        }
        r = rest;
    }
    first = sorted;
}

int main(int argc, char *argv[])
{
    struct record *r;
    int n, removed, count = 0;
    double sum = 0, min = 0, max = 0;

    how = 1;
    if (argc > 1) {
        if (strcmp(argv[1], "key") == 0) {
            how = 1;
        } else if (strcmp(argv[1], "name") == 0) {
            how = 2;
        } else if (strcmp(argv[1], "value") == 0) {
            how = 3;
        } else {
            fprintf(stderr, "usage: sortrecords key|name|value\n");
            return 2;
        }
    }
    n = read_all();
    removed = remove_duplicates();
    sort_list();
    for (r = first; r != NULL; r = r->next) {
        print_record(r);
        if (count == 0 || r->value < min)
            min = r->value;
        if (count == 0 || r->value > max)
            max = r->value;
        sum += r->value;
        count++;
    }
    printf("read %d, duplicates %d, left %d\n", n, removed, count);
    if (count > 0)
        printf("total %.2f, mean %.2f, from %.2f to %.2f\n", sum, sum / count, min, max);
    /* give the memory back */
    while (first != NULL) {
        r = first->next;
        free(first);
        first = r;
    }
    return 0;
}
