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

/* A ternary search tree: one node per letter of each stored word. */
struct node {
    char letter;
    long count;
    struct node *below, *same, *above;
};

struct entry {
    char *word;
    long count;
};

struct summary {
    size_t distinct;
    long words;
    long letters;
};

struct list {
    struct entry *items;
    size_t length;
};

static struct node *add(struct node *t, const char *word)
{
    if (!t) {
        t = calloc(1, sizeof *t);
        if (!t)
            die("out of memory");
        t->letter = *word;
    }
    if (*word < t->letter)
        t->below = add(t->below, word);
    else if (*word > t->letter)
        t->above = add(t->above, word);
    else if (word[1])
        t->same = add(t->same, word + 1);
    else
        t->count++;
    return t;
}

static struct summary plus(struct summary a, struct summary b)
{
    return (struct summary){ a.distinct + b.distinct, a.words + b.words, a.letters + b.letters };
}

static struct summary summarize(const struct node *t, long depth)
{
    struct summary here;

    if (!t)
        return (struct summary){ 0, 0, 0 };
    here = (struct summary){ t->count > 0, t->count, t->count * (depth + 1) };
    return plus(plus(here, summarize(t->same, depth + 1)),
                plus(summarize(t->below, depth), summarize(t->above, depth)));
}

/* Appends all words below t in alphabetical order; prefix holds the way to t. */
static struct list collect(struct list to, const struct node *t, char *prefix, size_t depth)
{
    if (!t)
        return to;
    to = collect(to, t->below, prefix, depth);
    prefix[depth] = t->letter;
    if (t->count) {
        char *copy = malloc(depth + 2);
        if (!copy)
            die("out of memory");
        memcpy(copy, prefix, depth + 1);
        copy[depth + 1] = '\0';
        to.items[to.length++] = (struct entry){ copy, t->count };
    }
    to = collect(to, t->same, prefix, depth + 1);
    return collect(to, t->above, prefix, depth);
}

static int by_count(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;

    return x->count == y->count ? strcmp(x->word, y->word) : x->count < y->count ? 1 : -1;
}

static void release(struct node *t)
{
    if (!t)
        return;
    release(t->below);
    release(t->same);
    release(t->above);
    free(t);
}

int main(int argc, char **argv)
{
    char word[MAX_WORD];
    struct node *root = NULL;
    struct summary sum;
    struct list all = { NULL, 0 };
    size_t i, k = argc > 1 ? strtoul(argv[1], NULL, 10) : 10;

    if (k == 0)
        die("usage: wordcount [K]");
    while (next_word(stdin, word))
        root = add(root, word);
    sum = summarize(root, 0);
    if (sum.words == 0)
        die("no words");
    all.items = calloc(sum.distinct, sizeof *all.items);
    if (!all.items)
        die("out of memory");
    all = collect(all, root, word, 0);
    qsort(all.items, all.length, sizeof *all.items, by_count);
    for (i = 0; i < all.length && i < k; i++)
        printf("%6ld %s\n", all.items[i].count, all.items[i].word);
    printf("%zu distinct of %ld words, mean length %.2f\n", sum.distinct, sum.words,
           (double)sum.letters / sum.words);
    for (i = 0; i < all.length; i++)
        free(all.items[i].word);
    free(all.items);
    release(root);
    return 0;
}
