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

struct pair {
    char *w;
    unsigned long cnt;
};

struct dict {
    struct pair *tab;
    size_t size;
    size_t n;
    unsigned long words, chars;
};

static struct pair *new_tab(size_t size)
{
    struct pair *p = calloc(size, sizeof *p);
    if (p == NULL)
        die("out of memory");
    return p;
}

static int is_free(const struct pair *p)
{
    return p->w == NULL;
}

static struct pair *lookup(const char *w, struct pair *tab, size_t size)
{
    unsigned long h = 2166136261UL;
    size_t i;

    for (const char *p = w; *p != '\0'; p++) {
        h ^= (unsigned char)*p;
        h *= 16777619UL;
    }
    i = h % size;
    while (!is_free(&tab[i]) && strcmp(tab[i].w, w) != 0)
        i = (i + 1) % size;
    return &tab[i];
}

static char *copy_of(const char *w)
{
    char *c = malloc(strlen(w) + 1);
    if (c == NULL)
        die("out of memory");
    return strcpy(c, w);
}

static int too_full(const struct dict *d)
{
    return (d->n + 1) * 4 > d->size * 3;
}

static void count(const char *w, int len, struct dict *d)
{
    struct pair *p;

    if (too_full(d)) {
        struct pair *tab = new_tab(d->size * 2);
        for (size_t i = 0; i < d->size; i++) {
            if (!is_free(&d->tab[i]))
                *lookup(d->tab[i].w, tab, d->size * 2) = d->tab[i];
        }
        free(d->tab);
        d->tab = tab;
        d->size *= 2;
    }
    p = lookup(w, d->tab, d->size);
    if (is_free(p)) {
        p->w = copy_of(w);
        d->n++;
    }
    p->cnt++;
    d->words++;
    d->chars += (unsigned long)len;
}

static int cmp(const void *l, const void *r)
{
    const struct pair *a = l;
    const struct pair *b = r;

    if (a->cnt != b->cnt)
        return a->cnt < b->cnt ? 1 : -1;
    return strcmp(a->w, b->w);
}

static void sort_dict(struct dict *d)
{
    size_t t = 0;

    for (size_t s = 0; s < d->size; s++) {
        if (!is_free(&d->tab[s]))
            d->tab[t++] = d->tab[s];
    }
    qsort(d->tab, d->n, sizeof *d->tab, cmp);
}

static double mean(unsigned long total, unsigned long n)
{
    return n > 0 ? (double)total / (double)n : 0.0;
}

static void read_input(struct dict *d)
{
    char w[MAX_WORD];
    int len;

    while ((len = next_word(stdin, w)) > 0)
        count(w, len, d);
}

static size_t wanted_words(char **argv, int argc)
{
    long k = argc > 1 ? strtol(argv[1], NULL, 10) : 10;
    if (k <= 0)
        die("the number of words has to be positive");
    return (size_t)k;
}

int main(int argc, char **argv)
{
    size_t k = wanted_words(argv, argc);
    struct dict d = {new_tab(64), 64, 0, 0, 0};

    read_input(&d);
    sort_dict(&d);
    for (size_t i = 0; i < k && i < d.n; i++)
        printf("%7lu %s\n", d.tab[i].cnt, d.tab[i].w);
    printf("distinct words: %zu\n", d.n);
    printf("mean length: %.2f\n", mean(d.chars, d.words));
    for (size_t i = 0; i < d.n; i++)
        free(d.tab[i].w);
    free(d.tab);
    return 0;
}
