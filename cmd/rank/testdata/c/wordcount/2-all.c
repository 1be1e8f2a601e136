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

typedef struct {
    unsigned long freq;
    char *chars;
} Cell;

static Cell *cells;
static size_t room = 64, busy;

static void *zeroed(size_t count)
{
    void *mem = calloc(count, sizeof(Cell));
    if (mem)
        return mem;
    die("out of memory");
    return NULL;
}

static int rank(const void *q, const void *p)
{
    const Cell *lo = p, *hi = q;
    return hi->freq == lo->freq ? strcmp(hi->chars, lo->chars) : hi->freq > lo->freq ? -1 : 1;
}

/* where is s, or where should it go */
static Cell *seek(size_t n, Cell *base, const char *s)
{
    const char *c = s;
    unsigned long code = 2166136261UL;
    Cell *cur;

    while (*c)
        code = 16777619UL * (code ^ (unsigned char)*c++);
    cur = base + code % n;
    for (;;) {
        if (!cur->chars || strcmp(s, cur->chars) == 0)
            return cur;
        if (++cur == base + n)
            cur = base;
    }
}

static void rehash(void)
{
    size_t k = room;
    Cell *fresh = zeroed(room + room);

    while (k--) {
        if (!cells[k].chars)
            continue;
        *seek(room + room, fresh, cells[k].chars) = cells[k];
    }
    free(cells);
    cells = fresh;
    room += room;
}

static char *keep(const char *s)
{
    size_t len = strlen(s);
    char *mine = malloc(1 + len);

    if (!mine)
        die("out of memory");
    memcpy(mine, s, len + 1);
    return mine;
}

static void finish(void)
{
    Cell *to = cells, *from = cells, *end = cells + room;

    while (from != end) {
        if (from->chars)
            *to++ = *from;
        ++from;
    }
    qsort(cells, busy, sizeof(Cell), rank);
}

int main(int argc, char **argv)
{
    char s[MAX_WORD];
    unsigned long letters = 0, n = 0;
    long top = 10;
    size_t i = 0;
    double average = 0;

    if (argc >= 2)
        top = strtol(argv[1], NULL, 10);
    if (top < 1)
        die("the number of words has to be positive");
    cells = zeroed(room);
    for (int len = next_word(stdin, s); len > 0; len = next_word(stdin, s)) {
        Cell *c;

        letters += (unsigned long)len;
        ++n;
        if (3 * room < 4 * (busy + 1))
            rehash();
        c = seek(room, cells, s);
        c->freq++;
        if (c->chars)
            continue;
        c->chars = keep(s);
        ++busy;
    }
    finish();
    while (i < busy && i < (size_t)top) {
        printf("%7lu %s\n", cells[i].freq, cells[i].chars);
        ++i;
    }
    if (n != 0)
        average = (double)letters / (double)n;
    printf("distinct words: %zu\nmean length: %.2f\n", busy, average);
    while (busy > 0)
        free(cells[--busy].chars);
    free(cells);
    return 0;
}
