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

/** Decides the order of two records: negative, zero or positive. */
typedef int (*record_comparison)(const struct record *left, const struct record *right);

static int compare_record_keys(const struct record *left, const struct record *right)
{
    return (left->key > right->key) - (left->key < right->key);
}

static int compare_record_names(const struct record *left, const struct record *right)
{
    return strcmp(left->name, right->name);
}

static int compare_record_values(const struct record *left, const struct record *right)
{
    return (left->value > right->value) - (left->value < right->value);
}

/** Translates the command line word into a comparison, NULL if unknown. */
static record_comparison comparison_for_field(const char *field_name)
{
    if (strcmp(field_name, "key") == 0)
        return compare_record_keys;
    if (strcmp(field_name, "name") == 0)
        return compare_record_names;
    if (strcmp(field_name, "value") == 0)
        return compare_record_values;
    return NULL;
}

static struct record *read_all_records(FILE *input)
{
    struct record *first = NULL;
    struct record **end_of_list = &first;
    struct record *current;

    while ((current = read_record(input)) != NULL) {
        *end_of_list = current;
        end_of_list = &current->next;
    }
    return first;
}

/** Cuts the list in the middle and returns the second half. */
static struct record *split_in_half(struct record *first)
{
    struct record *slow = first;
    struct record *fast = first->next;
    struct record *second_half;

    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
    }
    second_half = slow->next;
    slow->next = NULL;
    return second_half;
}

static struct record *merge_sorted_lists(struct record *left, struct record *right, record_comparison compare)
{
    struct record *merged = NULL;
    struct record **end_of_list = &merged;

    while (left != NULL && right != NULL) {
        if (compare(left, right) <= 0) {
            *end_of_list = left;
            left = left->next;
        } else {
            *end_of_list = right;
            right = right->next;
        }
        end_of_list = &(*end_of_list)->next;
    }
    *end_of_list = left != NULL ? left : right;
    return merged;
}

static struct record *merge_sort_records(struct record *first, record_comparison compare)
{
    struct record *second_half;

    if (first == NULL || first->next == NULL)
        return first;
    second_half = split_in_half(first);
    return merge_sorted_lists(merge_sort_records(first, compare),
                              merge_sort_records(second_half, compare), compare);
}

/** Keeps the first record of every key; the list has to be sorted by key. */
static size_t remove_duplicate_keys(struct record *first)
{
    size_t removed_count = 0;

    for (struct record *current = first; current != NULL; current = current->next) {
        while (current->next != NULL && current->next->key == current->key) {
            struct record *duplicate = current->next;
            current->next = duplicate->next;
            free(duplicate);
            removed_count++;
        }
    }
    return removed_count;
}

static void print_all_records(const struct record *first, size_t removed_count)
{
    size_t record_count = 0;
    double total_value = 0.0;

    for (const struct record *current = first; current != NULL; current = current->next) {
        print_record(current);
        record_count++;
        total_value += current->value;
    }
    printf("%zu records, %zu duplicates removed, total value %.2f\n", record_count, removed_count, total_value);
}

static void free_all_records(struct record *first)
{
    while (first != NULL) {
        struct record *following = first->next;
        free(first);
        first = following;
    }
}

int main(int argc, char **argv)
{
    record_comparison compare = comparison_for_field(argc > 1 ? argv[1] : "key");
    struct record *records;
    size_t removed_count;

    if (compare == NULL) {
        fprintf(stderr, "usage: %s [key|name|value]\n", argv[0]);
        return 2;
    }
    records = merge_sort_records(read_all_records(stdin), compare_record_keys);
    removed_count = remove_duplicate_keys(records);
    records = merge_sort_records(records, compare);
    print_all_records(records, removed_count);
    free_all_records(records);
    return 0;
}
