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

struct slot {
    char *w;
    long n;
};

static struct slot *tab;
static size_t cap, used;

static unsigned long hash(const char *s)
{
    unsigned long h = 5381;

    for (; *s; s++)
        h = h * 33 ^ (unsigned char)*s;
    return h;
}

/* open addressing, cap is a power of two */
static struct slot *probe(const char *s)
{
    size_t i = hash(s) & (cap - 1);

    while (tab[i].w && strcmp(tab[i].w, s) != 0)
        i = (i + 1) & (cap - 1);
    return &tab[i];
}

static void grow(void)
{
    struct slot *old = tab;
    size_t i, n = cap;

    cap = cap ? 2 * cap : 64;
    tab = calloc(cap, sizeof *tab);
    if (!tab)
        die("out of memory");
    for (i = 0; i < n; i++)
        if (old[i].w)
            *probe(old[i].w) = old[i];
    free(old);
}

static void count(const char *s)
{
    struct slot *p;

    if (4 * used >= 3 * cap)
        grow();
    p = probe(s);
    if (!p->w) {
        p->w = malloc(strlen(s) + 1);
        if (!p->w)
            die("out of memory");
        strcpy(p->w, s);
        used++;
    }
    p->n++;
}

static int before(const struct slot *a, const struct slot *b)
{
    if (a->n != b->n)
        return a->n > b->n;
    return strcmp(a->w, b->w) < 0;
}

int main(int argc, char **argv)
{
    char w[MAX_WORD];
    struct slot *best;
    long k = 10, total = 0, chars = 0;
    size_t i, m = 0, j;
    int n;
    FILE *in = stdin;

    if (argc > 1 && (k = strtol(argv[1], NULL, 10)) <= 0)
        die("usage: wordcount [K [FILE]]");
    if (argc > 2 && !(in = fopen(argv[2], "r")))
        die("cannot open the file");
    grow();
    while ((n = next_word(in, w)) > 0) {
        count(w);
        total++;
        chars += n;
    }
    best = malloc((size_t)(k + 1) * sizeof *best);
    if (!best)
        die("out of memory");
    /* keep the k best so far in order */
    for (i = 0; i < cap; i++) {
        if (!tab[i].w)
            continue;
        for (j = m; j > 0 && before(&tab[i], &best[j - 1]); j--)
            best[j] = best[j - 1];
        if (j < (size_t)k) {
            best[j] = tab[i];
            if (m < (size_t)k)
                m++;
        }
    }
    for (i = 0; i < m; i++)
        printf("%6ld %s\n", best[i].n, best[i].w);
    printf("%ld words, %lu distinct, mean length %.2f\n", total,
           (unsigned long)used, total ? (double)chars / (double)total : 0.0);
    for (i = 0; i < cap; i++)
        free(tab[i].w);
    free(tab);
    free(best);
    if (in != stdin)
        fclose(in);
    return 0;
}
