#include <string.h>
#include <stdio.h>
#include <ctype.h>
#include <stdlib.h>

typedef unsigned char byte;

typedef struct {
    byte *at;
    size_t size;
    int sign; /* 1 or -1 */
} Num;

static Num *empty(size_t size, int sign)
{
    Num *n = malloc(sizeof *n);

    if (n && (n->at = calloc(size, 1)) != NULL) {
        n->sign = sign;
        n->size = size;
        return n;
    }
    fputs("out of memory\n", stderr);
    exit(EXIT_FAILURE);
}

static void toss(Num *n)
{
    if (n) {
        free(n->at);
        free(n);
    }
}

static Num *shrink(Num *n)
{
    size_t top = n->size;

    do
        --top;
    while (top > 0 && !n->at[top]);
    n->size = top + 1;
    if (!top && !*n->at)
        n->sign = 1;
    return n;
}

static Num *parse(const char *s)
{
    int sign = 1;
    const char *end;
    byte *to;
    Num *n;

    if (*s == '-') {
        ++s;
        sign = -1;
    }
    end = s + strspn(s, "0123456789");
    if (*end || end == s)
        return NULL;
    n = empty((size_t)(end - s), sign);
    to = n->at;
    while (end != s)
        *to++ = (byte)(*--end - '0');
    return shrink(n);
}

static int against(const Num *b, const Num *a)
{
    size_t k = a->size;

    if (k == b->size) {
        while (k > 0 && a->at[k - 1] == b->at[k - 1])
            --k;
        if (k == 0)
            return 0;
        return a->at[k - 1] > b->at[k - 1] ? 1 : -1;
    }
    return k > b->size ? 1 : -1;
}

/* a + sign * b for a not smaller than b, without regard to their own signs */
static Num *blend(const Num *b, const Num *a, int sign, int result_sign)
{
    Num *r = empty(a->size + 1, result_sign);
    size_t k = 0;
    int over = 0;

    for (; k < r->size; ++k) {
        if (k < a->size)
            over += a->at[k];
        if (k < b->size)
            over += sign * b->at[k];
        r->at[k] = (byte)((over + 10) % 10);
        over = over < 0 ? -1 : over / 10;
    }
    return shrink(r);
}

static Num *sum(const Num *b, const Num *a, int flip)
{
    int sb = b->sign * flip;

    if (against(b, a) < 0)
        return blend(a, b, sb == a->sign ? 1 : -1, sb);
    return blend(b, a, sb == a->sign ? 1 : -1, a->sign);
}

static Num *times(const Num *b, const Num *a)
{
    Num *r = empty(b->size + a->size, b->sign * a->sign);
    size_t i = a->size;

    while (i-- > 0) {
        byte *to = r->at + i;
        size_t j = 0;
        int over = 0;

        while (j < b->size || over) {
            over += *to;
            if (j < b->size)
                over += b->at[j] * a->at[i];
            *to++ = (byte)(over % 10);
            over /= 10;
            ++j;
        }
    }
    return shrink(r);
}

static Num *swap_for(Num *old, Num *fresh)
{
    toss(old);
    return fresh;
}

static Num *climb(unsigned long k, unsigned long n, Num *sofar)
{
    char s[32];
    Num *f;

    for (; k <= n; ++k) {
        snprintf(s, sizeof s, "%lu", k);
        f = parse(s);
        sofar = swap_for(sofar, times(f, sofar));
        toss(f);
    }
    return sofar;
}

static Num *power(const Num *a, unsigned long e)
{
    Num *r, *half;

    if (e == 0)
        return parse("1");
    half = power(a, e / 2);
    r = times(half, half);
    toss(half);
    return e & 1 ? swap_for(r, times(a, r)) : r;
}

static void say(Num *n)
{
    byte *p = n->at + n->size;

    if (n->sign < 0)
        putchar('-');
    do
        putchar(*--p + '0');
    while (p != n->at);
    puts("");
    toss(n);
}

static void pair(const Num *b, const Num *a, const char *verb, const char *tail)
{
    static const char verbs[] = "cmp pow mul sub add ";
    const char *hit = strlen(verb) == 3 ? strstr(verbs, verb) : NULL;
    int c;

    switch (hit ? *hit : '?') {
    case 'a':
        say(sum(b, a, 1));
        return;
    case 's':
        say(sum(b, a, -1));
        return;
    case 'm':
        say(times(b, a));
        return;
    case 'c':
        c = b->sign == a->sign ? a->sign * against(b, a) : a->sign;
        puts(c == 0 ? "=" : c > 0 ? ">" : "<");
        return;
    case 'p':
        if (b->sign > 0) {
            say(power(a, strtoul(tail, NULL, 10)));
            return;
        }
    }
    printf("error: cannot do %s\n", verb);
}

int main(void)
{
    static char line[8192], verb[16], s[4000], t[4000];
    Num *a, *b;

    for (; fgets(line, sizeof line, stdin);) {
        int got, bad = 1;

        if (isspace((byte)*line))
            continue;
        got = sscanf(line, "%15s %3999s %3999s", verb, s, t);
        a = got > 1 ? parse(s) : NULL;
        b = a && got > 2 ? parse(t) : NULL;
        if (b) {
            pair(b, a, verb, t);
            bad = 0;
        } else if (a && got == 2 && a->sign > 0 && !strcmp(verb, "fact")) {
            say(climb(2, strtoul(s, NULL, 10), parse("1")));
            bad = 0;
        }
        if (bad)
            printf("error: %s", line);
        toss(b);
        toss(a);
    }
    return EXIT_SUCCESS;
}
