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

#define FIRST_SIZE 64

/* my hash map */
struct bag {
    size_t fill;
    size_t places;
    struct bag_word *list;
};

struct bag_word {
    unsigned long seen;
    char *letters;
};

/* order for qsort: often seen words first */
static int bag_order(const void *p, const void *q)
{
    const struct bag_word *second = q;
    const struct bag_word *first = p;
    int result = strcmp(first->letters, second->letters);

    if (second->seen != first->seen)
        return second->seen > first->seen ? 1 : -1;
    return result;
}

static void bag_start(struct bag *b, size_t places)
{
    b->fill = 0;
    b->places = places;
    b->list = calloc(places, sizeof *b->list);
    if (NULL == b->list)
        die("out of memory");
}

static void bag_end(struct bag *b)
{
    size_t k;

    for (k = 0; b->fill > k; k++)
        free(b->list[k].letters);
    free(b->list);
    b->list = NULL;
    b->fill = 0;
}

/* fnv hash */
static unsigned long bag_hash(const char *s)
{
    const char *p;
    unsigned long value = 2166136261UL;

    for (p = s; '\0' != *p; ++p) {
        value = (unsigned char)*p ^ value;
        value = 16777619UL * value;
    }
    return value;
}

static void bag_show(unsigned long chars, unsigned long total, const struct bag *b, size_t limit)
{
    double average = total == 0 ? 0.0 : (double)chars / (double)total;
    size_t k;

    for (k = 0; b->fill > k && limit > k; ++k)
        printf("%7lu %s\n", b->list[k].seen, b->list[k].letters);
    printf("distinct words: %zu\n", b->fill);
    printf("mean length: %.2f\n", average);
}

/* linear probing */
static struct bag_word *bag_place(const struct bag *b, const char *s)
{
    size_t k = bag_hash(s) % b->places;

    while (b->list[k].letters != NULL && 0 != strcmp(s, b->list[k].letters))
        k = (1 + k) % b->places;
    return b->list + k;
}

static void bag_pack(struct bag *b)
{
    size_t from, into = 0;

    for (from = 0; b->places > from; ++from) {
        if (NULL != b->list[from].letters)
            b->list[into++] = b->list[from];
    }
}

static void bag_double(struct bag *b)
{
    size_t k;
    struct bag twice;

    bag_start(&twice, 2 * b->places);
    twice.fill = b->fill;
    for (k = 0; b->places > k; ++k) {
        if (NULL != b->list[k].letters)
            *bag_place(&twice, b->list[k].letters) = b->list[k];
    }
    free(b->list);
    *b = twice;
}

static void bag_add(struct bag *b, const char *s)
{
    struct bag_word *w;
    size_t bytes = 1 + strlen(s);

    if (3 * b->places < 4 * (1 + b->fill))
        bag_double(b);
    w = bag_place(b, s);
    if (NULL == w->letters) {
        b->fill++;
        w->letters = malloc(bytes);
        if (NULL == w->letters)
            die("out of memory");
        strcpy(w->letters, s);
    }
    w->seen += 1;
}

int main(int argc, char **argv)
{
    unsigned long chars = 0, total = 0;
    int size = 0;
    struct bag b;
    char text[MAX_WORD] = "";
    long limit = 1 < argc ? strtol(argv[1], NULL, 10) : 10;

    bag_start(&b, FIRST_SIZE);
    if (0 >= limit)
        die("the number of words has to be positive");
    while (0 < (size = next_word(stdin, text))) {
        chars += (unsigned long)size;
        ++total;
        bag_add(&b, text);
    }
    bag_pack(&b);
    qsort(b.list, b.fill, sizeof *b.list, bag_order);
    bag_show(chars, total, &b, (size_t)limit);
    bag_end(&b);
    return EXIT_SUCCESS;
}
