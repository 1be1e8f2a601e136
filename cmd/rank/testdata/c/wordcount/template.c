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
