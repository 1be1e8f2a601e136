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

#define FIRST_BUCKETS 64
#define MAX_LOAD 2
#define DEFAULT_TOP 10

struct item {
    struct item *next;
    unsigned long hash;
    long count;
    char text[];
};

struct table {
    struct item **buckets;
    size_t size;
    size_t used;
};

static unsigned long hash_of(const char *text)
{
    unsigned long h = 1469598103UL;

    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 16777619UL;
    return h;
}

static void *must(void *memory)
{
    if (!memory)
        die("out of memory");
    return memory;
}

static void table_init(struct table *t, size_t size)
{
    t->buckets = must(calloc(size, sizeof *t->buckets));
    t->size = size;
    t->used = 0;
}

static void table_link(struct table *t, struct item *it)
{
    struct item **slot = &t->buckets[it->hash % t->size];

    it->next = *slot;
    *slot = it;
    t->used++;
}

static void table_grow(struct table *t)
{
    struct table bigger;
    size_t i;

    table_init(&bigger, t->size * 2);
    for (i = 0; i < t->size; i++) {
        while (t->buckets[i]) {
            struct item *it = t->buckets[i];

            t->buckets[i] = it->next;
            table_link(&bigger, it);
        }
    }
    free(t->buckets);
    *t = bigger;
}

static void table_count(struct table *t, const char *word, int length)
{
    unsigned long h = hash_of(word);
    struct item *it;

    for (it = t->buckets[h % t->size]; it; it = it->next) {
        if (it->hash == h && strcmp(it->text, word) == 0) {
            it->count++;
            return;
        }
    }
    if (t->used >= t->size * MAX_LOAD)
        table_grow(t);
    it = must(malloc(sizeof *it + (size_t)length + 1));
    memcpy(it->text, word, (size_t)length + 1);
    it->hash = h;
    it->count = 1;
    table_link(t, it);
}

static int by_count(const void *a, const void *b)
{
    const struct item *x = *(struct item *const *)a;
    const struct item *y = *(struct item *const *)b;

    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return strcmp(x->text, y->text);
}

int main(int argc, char **argv)
{
    char word[MAX_WORD];
    struct table words;
    struct item **all;
    long total = 0, letters = 0, top = DEFAULT_TOP;
    size_t i, n = 0;
    int length;

    if (argc > 2)
        die("usage: wordcount [HOW-MANY] < text");
    if (argc == 2) {
        char *end;

        top = strtol(argv[1], &end, 10);
        if (*end || top < 1)
            die("the number of words has to be positive");
    }
    table_init(&words, FIRST_BUCKETS);
    while ((length = next_word(stdin, word)) > 0) {
        table_count(&words, word, length);
        letters += length;
        total++;
    }
    all = must(malloc((words.used + 1) * sizeof *all));
    for (i = 0; i < words.size; i++) {
        struct item *it;

        for (it = words.buckets[i]; it; it = it->next)
            all[n++] = it;
    }
    qsort(all, n, sizeof *all, by_count);
    for (i = 0; i < n && (long)i < top; i++)
        printf("%7ld %s\n", all[i]->count, all[i]->text);
    printf("%ld words, %lu distinct", total, (unsigned long)n);
    if (total)
        printf(", mean length %.2f", (double)letters / (double)total);
    putchar('\n');
    while (n > 0)
        free(all[--n]);
    free(all);
    free(words.buckets);
    return 0;
}
