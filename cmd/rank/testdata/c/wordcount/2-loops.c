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

struct item {
    char *str;
    unsigned long num;
};

struct hmap {
    struct item *arr;
    size_t cap;
    size_t filled;
};

static unsigned long make_hash(const char *s)
{
    unsigned long h = 2166136261UL;

    while (*s) {
        h ^= (unsigned char)*s++;
        h *= 16777619UL;
    }
    return h;
}

static void setup(struct hmap *m, size_t cap)
{
    m->cap = cap;
    m->filled = 0;
    m->arr = calloc(cap, sizeof *m->arr);
    if (m->arr)
        return;
    die("out of memory");
}

static struct item *probe(const struct hmap *m, const char *s)
{
    size_t at = make_hash(s) % m->cap;

    for (;; at = at + 1 == m->cap ? 0 : at + 1) {
        if (m->arr[at].str == NULL)
            break;
        if (!strcmp(m->arr[at].str, s))
            break;
    }
    return m->arr + at;
}

static void enlarge(struct hmap *m)
{
    struct hmap big;
    size_t left = m->cap;

    setup(&big, 2 * m->cap);
    while (left > 0) {
        left--;
        if (m->arr[left].str == NULL)
            continue;
        *probe(&big, m->arr[left].str) = m->arr[left];
    }
    big.filled = m->filled;
    free(m->arr);
    *m = big;
}

static void tally(struct hmap *m, const char *s)
{
    struct item *it;

    if (!((m->filled + 1) * 4 <= m->cap * 3))
        enlarge(m);
    it = probe(m, s);
    if (it->str != NULL) {
        it->num++;
        return;
    }
    it->str = malloc(strlen(s) + 1);
    if (it->str != NULL)
        strcpy(it->str, s);
    else
        die("out of memory");
    m->filled++;
    it->num++;
}

static void squeeze(struct hmap *m)
{
    size_t from = 0, to = 0;

    while (from < m->cap) {
        if (m->arr[from].str == NULL) {
            from++;
            continue;
        }
        m->arr[to] = m->arr[from];
        to++;
        from++;
    }
}

static int by_num(const void *a, const void *b)
{
    const struct item *x = a, *y = b;

    return x->num == y->num ? strcmp(x->str, y->str) : x->num > y->num ? -1 : 1;
}

static void show(const struct hmap *m, size_t k, unsigned long n, unsigned long sum)
{
    size_t i = 0;
    double avg = 0.0;

    while (i != k) {
        if (i >= m->filled)
            break;
        printf("%7lu %s\n", m->arr[i].num, m->arr[i].str);
        i++;
    }
    printf("distinct words: %zu\n", m->filled);
    if (n)
        avg = (double)sum / (double)n;
    printf("mean length: %.2f\n", avg);
}

static void drop(struct item *arr, size_t n)
{
    if (n == 0)
        return;
    free(arr->str);
    drop(arr + 1, n - 1);
}

int main(int argc, char **argv)
{
    struct hmap m;
    char buf[MAX_WORD];
    unsigned long n = 0, sum = 0;
    long k = 10;

    if (argc > 1)
        k = strtol(argv[1], NULL, 10);
    if (!(k > 0))
        die("the number of words has to be positive");
    setup(&m, 64);
    for (;;) {
        int len = next_word(stdin, buf);
        if (len <= 0)
            break;
        tally(&m, buf);
        sum += (unsigned long)len;
        n++;
    }
    squeeze(&m);
    qsort(m.arr, m.filled, sizeof *m.arr, by_num);
    show(&m, (size_t)k, n, sum);
    drop(m.arr, m.filled);
    free(m.arr);
    return 0;
}
