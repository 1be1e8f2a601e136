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

/* Open addressing, power of two sizes; words are offsets into one text pool. */
struct slot {
    unsigned hash;
    unsigned count;
    size_t word;
};

static struct slot *table;
static size_t capacity = 256;
static size_t distinct;

static char *pool;
static size_t pool_used;
static size_t pool_size;

static unsigned hash_of(const char *s)
{
    unsigned h = 2166136261u;

    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static size_t keep(const char *word, size_t n)
{
    size_t at = pool_used;

    if (pool_used + n + 1 > pool_size) {
        pool_size = pool_size * 2 + MAX_WORD;
        pool = realloc(pool, pool_size);
        if (!pool)
            die("out of memory");
    }
    memcpy(pool + at, word, n + 1);
    pool_used += n + 1;
    return at;
}

static void grow(void)
{
    size_t old = capacity, i, j;
    struct slot *bigger = calloc(capacity *= 2, sizeof *bigger);

    if (!bigger)
        die("out of memory");
    for (i = 0; i < old; i++) {
        if (!table[i].count)
            continue;
        j = table[i].hash & (capacity - 1);
        while (bigger[j].count)
            j = (j + 1) & (capacity - 1);
        bigger[j] = table[i];
    }
    free(table);
    table = bigger;
}

static void tally(const char *word, int n)
{
    unsigned h = hash_of(word);
    size_t i = h & (capacity - 1);

    for (; table[i].count; i = (i + 1) & (capacity - 1)) {
        if (table[i].hash == h && !strcmp(pool + table[i].word, word)) {
            table[i].count++;
            return;
        }
    }
    table[i].hash = h;
    table[i].count = 1;
    table[i].word = keep(word, (size_t)n);
    if (++distinct * 4 > capacity * 3)
        grow();
}

static int before(const struct slot *a, const struct slot *b)
{
    if (a->count != b->count)
        return a->count > b->count;
    return strcmp(pool + a->word, pool + b->word) < 0;
}

int main(int argc, char **argv)
{
    char word[MAX_WORD];
    struct slot *best;
    size_t i, j, k = 10, filled = 0;
    unsigned long total = 0, letters = 0;
    int n;

    if (argc > 1) {
        char *end;
        k = strtoul(argv[1], &end, 10);
        if (*end || k == 0 || k > 100000)
            die("K has to be a positive number");
    }
    table = calloc(capacity, sizeof *table);
    best = calloc(k + 1, sizeof *best);
    if (!table || !best)
        die("out of memory");
    while ((n = next_word(stdin, word)) > 0) {
        tally(word, n);
        total++;
        letters += (unsigned long)n;
    }
    /* insertion into the K best, one spare place at the end */
    for (i = 0; i < capacity; i++) {
        if (!table[i].count)
            continue;
        for (j = filled; j > 0 && before(&table[i], &best[j - 1]); j--)
            best[j] = best[j - 1];
        best[j] = table[i];
        if (filled < k)
            filled++;
    }
    for (i = 0; i < filled; i++)
        printf("%7u %s\n", best[i].count, pool + best[i].word);
    printf("%lu words, %lu distinct, mean length %.2f\n", total, (unsigned long)distinct,
           total ? (double)letters / (double)total : 0.0);
    free(best);
    free(table);
    free(pool);
    return 0;
}
