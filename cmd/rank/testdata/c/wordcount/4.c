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

/* one word with its counter, words with the same hash are chained */
struct entry {
    char text[MAX_WORD];
    int count;
    struct entry *next;
};

struct entry **table;
int table_size = 64;
int distinct = 0;
long all_words = 0;
long all_letters = 0;

unsigned int hash(const char *s)
{
    unsigned int h = 7;
    int i;

    for (i = 0; s[i] != '\0'; i++)
        h = h * 33 + (unsigned char)s[i];
    return h;
}

/* make the table twice as big and move all entries */
void grow(void)
{
    int i, new_size, place;
    struct entry **new_table;
    struct entry *e, *after;

    new_size = table_size * 2;
    new_table = calloc(new_size, sizeof(struct entry *));
    if (new_table == NULL)
        die("no memory");
    for (i = 0; i < table_size; i++) {
        e = table[i];
        while (e != NULL) {
            after = e->next;
            place = hash(e->text) % new_size;
            e->next = new_table[place];
            new_table[place] = e;
            e = after;
        }
    }
    free(table);
    table = new_table;
    table_size = new_size;
}

void count_word(const char *word)
{
    int place;
    struct entry *e;

    place = hash(word) % table_size;
    for (e = table[place]; e != NULL; e = e->next) {
        if (strcmp(e->text, word) == 0) {
            e->count++;
            return;
        }
    }
    /* it is a new word */
    if (distinct > table_size * 2) {
        grow();
        place = hash(word) % table_size;
    }
    e = malloc(sizeof(struct entry));
    if (e == NULL)
        die("no memory");
    strcpy(e->text, word);
    e->count = 1;
    e->next = table[place];
    table[place] = e;
    distinct++;
}

int main(int argc, char *argv[])
{
    char word[MAX_WORD];
    int k = 10, i, n, len;
    struct entry *e, *best, *last;

    if (argc > 1)
        k = atoi(argv[1]);
    if (k <= 0)
        die("usage: wordcount [K]");
    table = calloc(table_size, sizeof(struct entry *));
    if (table == NULL)
        die("no memory");

    len = next_word(stdin, word);
    while (len > 0) {
        count_word(word);
        all_words++;
        all_letters += len;
        len = next_word(stdin, word);
    }

    /* look K times for the best word that comes after the last printed one */
    last = NULL;
    for (n = 1; n <= k; n++) {
        best = NULL;
        for (i = 0; i < table_size; i++) {
            for (e = table[i]; e != NULL; e = e->next) {
                if (last != NULL) {
                    if (e->count > last->count)
                        continue;
                    if (e->count == last->count && strcmp(e->text, last->text) <= 0)
                        continue;
                }
                if (best == NULL)
                    best = e;
                else if (e->count > best->count)
                    best = e;
                else if (e->count == best->count && strcmp(e->text, best->text) < 0)
                    best = e;
            }
        }
        if (best == NULL)
            break;
        printf("%3d. %-20s %d\n", n, best->text, best->count);
        last = best;
    }
    printf("distinct words: %d\n", distinct);
    if (all_words > 0)
        printf("mean length: %.2f\n", (double)all_letters / all_words);
    return 0;
}
