// -- given --
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORD 128

/* Reads the next word, lower case, into word. Returns its length, 0 at the end. */
static int next_word(FILE *in, char word[MAX_WORD])
{
    int c, n = 0;

    while ((c = getc(in)) != EOF && !isalpha(c))
        ;
    while (c != EOF && (isalpha(c) || c == '\'')) {
        if (n < MAX_WORD - 1)
            word[n++] = (char)tolower(c);
        c = getc(in);
    }
    word[n] = '\0';
    return n;
}

static void die(const char *message)
{
    fprintf(stderr, "wordcount: %s\n", message);
    exit(1);
}
// -- own --

/**
 * One distinct word together with how often it was seen.
 */
struct word_entry {
    char *text;
    unsigned long occurrences;
};

/**
 * Open addressing hash table; slots with a NULL text are free.
 */
struct word_table {
    struct word_entry *slots;
    size_t slot_count;
    size_t used_count;
};

static unsigned long hash_of_text(const char *text)
{
    unsigned long hash = 2166136261UL;

    for (const char *position = text; *position != '\0'; position++) {
        hash ^= (unsigned char)*position;
        hash *= 16777619UL;
    }
    return hash;
}

static void word_table_initialise(struct word_table *table, size_t slot_count)
{
    table->slots = calloc(slot_count, sizeof *table->slots);
    if (table->slots == NULL)
        die("out of memory");
    table->slot_count = slot_count;
    table->used_count = 0;
}

/** Returns the slot that holds the text, or the free slot where it belongs. */
static struct word_entry *word_table_find_slot(const struct word_table *table, const char *text)
{
    size_t index = hash_of_text(text) % table->slot_count;

    while (table->slots[index].text != NULL && strcmp(table->slots[index].text, text) != 0)
        index = (index + 1) % table->slot_count;
    return &table->slots[index];
}

static void word_table_grow(struct word_table *table)
{
    struct word_table larger_table;

    word_table_initialise(&larger_table, table->slot_count * 2);
    for (size_t i = 0; i < table->slot_count; i++) {
        if (table->slots[i].text != NULL)
            *word_table_find_slot(&larger_table, table->slots[i].text) = table->slots[i];
    }
    larger_table.used_count = table->used_count;
    free(table->slots);
    *table = larger_table;
}

static void word_table_count(struct word_table *table, const char *text)
{
    struct word_entry *slot;

    if ((table->used_count + 1) * 4 > table->slot_count * 3)
        word_table_grow(table);
    slot = word_table_find_slot(table, text);
    if (slot->text == NULL) {
        slot->text = malloc(strlen(text) + 1);
        if (slot->text == NULL)
            die("out of memory");
        strcpy(slot->text, text);
        table->used_count++;
    }
    slot->occurrences++;
}

/** Moves all used slots to the front, so that they can be sorted in place. */
static void word_table_compact(struct word_table *table)
{
    size_t target = 0;

    for (size_t source = 0; source < table->slot_count; source++) {
        if (table->slots[source].text != NULL)
            table->slots[target++] = table->slots[source];
    }
}

static int compare_by_frequency(const void *left, const void *right)
{
    const struct word_entry *left_entry = left;
    const struct word_entry *right_entry = right;

    if (left_entry->occurrences != right_entry->occurrences)
        return left_entry->occurrences < right_entry->occurrences ? 1 : -1;
    return strcmp(left_entry->text, right_entry->text);
}

static void print_report(const struct word_table *table, size_t wanted, unsigned long words, unsigned long letters)
{
    for (size_t i = 0; i < wanted && i < table->used_count; i++)
        printf("%7lu %s\n", table->slots[i].occurrences, table->slots[i].text);
    printf("distinct words: %zu\n", table->used_count);
    printf("mean length: %.2f\n", words > 0 ? (double)letters / (double)words : 0.0);
}

static void word_table_release(struct word_table *table)
{
    for (size_t i = 0; i < table->used_count; i++)
        free(table->slots[i].text);
    free(table->slots);
}

int main(int argc, char **argv)
{
    struct word_table table;
    char word[MAX_WORD];
    unsigned long total_words = 0, total_letters = 0;
    int length;
    long wanted = argc > 1 ? strtol(argv[1], NULL, 10) : 10;

    if (wanted <= 0)
        die("the number of words has to be positive");
    word_table_initialise(&table, 64);
    while ((length = next_word(stdin, word)) > 0) {
        word_table_count(&table, word);
        total_words++;
        total_letters += (unsigned long)length;
    }
    word_table_compact(&table);
    qsort(table.slots, table.used_count, sizeof *table.slots, compare_by_frequency);
    print_report(&table, (size_t)wanted, total_words, total_letters);
    word_table_release(&table);
    return 0;
}
