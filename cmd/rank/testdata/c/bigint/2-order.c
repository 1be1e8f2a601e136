#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>

#define BASE 10

/* units come first */
struct longnum {
    unsigned char *fig;
    size_t figs;
    int below_zero;
};

static void forget(struct longnum *a)
{
    free(a->fig);
    a->figs = 0;
    a->fig = NULL;
}

static void show(struct longnum *a)
{
    size_t k;

    if (0 != a->below_zero)
        putchar('-');
    for (k = a->figs; 0 < k--;)
        putchar(a->fig[k] + '0');
    putchar('\n');
    forget(a);
}

/* no zeros in front, no minus zero */
static void tidy(struct longnum *a)
{
    while (0 == a->fig[a->figs - 1] && 1 < a->figs)
        --a->figs;
    if (0 == a->fig[0] && 1 == a->figs)
        a->below_zero = 0;
}

static struct longnum zero(size_t figs)
{
    struct longnum a;

    a.fig = calloc(figs, 1);
    a.figs = figs;
    a.below_zero = 0;
    if (NULL == a.fig) {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    return a;
}

static int from_text(struct longnum *a, const char *text)
{
    size_t k, size = 0;
    int below_zero = '-' == text[0];

    text = below_zero + text;
    size = strlen(text);
    if (size != strspn(text, "0123456789") || 0 == size)
        return 0;
    *a = zero(size);
    for (k = 0; size > k; ++k)
        a->fig[k] = (unsigned char)(text[size - k - 1] - '0');
    a->below_zero = below_zero;
    tidy(a);
    return 1;
}

/* school method */
static struct longnum multiply(const struct longnum *b, const struct longnum *a)
{
    size_t m, k;
    struct longnum c = zero(b->figs + a->figs);

    c.below_zero = b->below_zero != a->below_zero;
    for (k = 0; a->figs > k; ++k) {
        int over = 0;
        for (m = 0; 0 < over || b->figs > m; ++m) {
            int here = over + c.fig[m + k];
            if (b->figs > m)
                here = b->fig[m] * a->fig[k] + here;
            over = here / BASE;
            c.fig[m + k] = (unsigned char)(here % BASE);
        }
    }
    tidy(&c);
    return c;
}

static void multiply_into(const struct longnum *b, struct longnum *a)
{
    struct longnum c = multiply(b, a);

    forget(a);
    *a = c;
}

static struct longnum from_number(unsigned long number)
{
    struct longnum a;
    char text[32] = "";

    snprintf(text, sizeof text, "%lu", number);
    from_text(&a, text);
    return a;
}

static struct longnum raise(unsigned long times, const struct longnum *a)
{
    struct longnum answer = from_number(1);
    struct longnum doubled = multiply(&answer, a);

    while (0 < times) {
        if (1 == times % 2)
            multiply_into(&doubled, &answer);
        times = times / 2;
        if (0 < times)
            multiply_into(&doubled, &doubled);
    }
    forget(&doubled);
    return answer;
}

static struct longnum up_to(unsigned long last)
{
    unsigned long k;
    struct longnum answer = from_number(1);

    for (k = 2; last >= k; ++k) {
        struct longnum next = from_number(k);
        multiply_into(&next, &answer);
        forget(&next);
    }
    return answer;
}

static int order_unsigned(const struct longnum *b, const struct longnum *a)
{
    size_t k;

    if (b->figs != a->figs)
        return b->figs < a->figs ? 1 : -1;
    for (k = a->figs; 0 < k--;) {
        if (b->fig[k] != a->fig[k])
            return b->fig[k] < a->fig[k] ? 1 : -1;
    }
    return 0;
}

static int order(const struct longnum *b, const struct longnum *a)
{
    if (b->below_zero != a->below_zero)
        return b->below_zero ? 1 : -1;
    return !a->below_zero ? order_unsigned(b, a) : order_unsigned(a, b);
}

/* b is not bigger than a */
static struct longnum less(const struct longnum *b, const struct longnum *a)
{
    int under = 0;
    size_t k;
    struct longnum c = zero(a->figs);

    for (k = 0; a->figs > k; ++k) {
        int here = -under + a->fig[k];
        if (b->figs > k)
            here = here - b->fig[k];
        under = 0 > here;
        c.fig[k] = (unsigned char)(!under ? here : BASE + here);
    }
    return c;
}

static struct longnum more(const struct longnum *b, const struct longnum *a)
{
    int over = 0;
    size_t k;
    size_t size = b->figs >= a->figs ? b->figs : a->figs;
    struct longnum c = zero(1 + size);

    for (k = 0; size >= k; ++k) {
        int here = over;
        if (b->figs > k)
            here = b->fig[k] + here;
        if (a->figs > k)
            here = a->fig[k] + here;
        over = here / BASE;
        c.fig[k] = (unsigned char)(here % BASE);
    }
    return c;
}

static struct longnum plus(const struct longnum *b, const struct longnum *a)
{
    struct longnum c;

    if (b->below_zero == a->below_zero) {
        c = more(b, a);
        c.below_zero = b->below_zero;
    } else if (0 > order_unsigned(b, a)) {
        c = less(a, b);
        c.below_zero = b->below_zero;
    } else {
        c = less(b, a);
        c.below_zero = a->below_zero;
    }
    tidy(&c);
    return c;
}

static struct longnum minus(const struct longnum *b, const struct longnum *a)
{
    struct longnum opposite = *b;

    opposite.below_zero = 1 - b->below_zero;
    return plus(&opposite, a);
}

static void with_two(const struct longnum *b, const struct longnum *a, const char *text, const char *verb)
{
    struct longnum c;

    if (0 == strcmp("cmp", verb)) {
        int which = 1 + order(b, a);
        printf("%c\n", "<=>"[which]);
        return;
    }
    if (!b->below_zero && 0 == strcmp("pow", verb)) {
        c = raise(strtoul(text, NULL, 10), a);
    } else if (0 == strcmp("mul", verb)) {
        c = multiply(b, a);
    } else if (0 == strcmp("sub", verb)) {
        c = minus(b, a);
    } else if (0 == strcmp("add", verb)) {
        c = plus(b, a);
    } else {
        printf("error: cannot do %s\n", verb);
        return;
    }
    show(&c);
}

static void obey(const char *text)
{
    static char text_b[4000], text_a[4000], verb[16];
    int words = sscanf(text, "%15s %3999s %3999s", verb, text_a, text_b);
    struct longnum b, a;

    if (2 > words || !from_text(&a, text_a)) {
        printf("error: %s", text);
        return;
    }
    if (!a.below_zero && 0 == strcmp("fact", verb) && 2 == words) {
        struct longnum c = up_to(strtoul(text_a, NULL, 10));
        show(&c);
    } else if (3 == words && from_text(&b, text_b)) {
        with_two(&b, &a, text_b, verb);
        forget(&b);
    } else {
        printf("error: %s", text);
    }
    forget(&a);
}

int main(void)
{
    static char text[8192];
    int lines = 0;

    while (NULL != fgets(text, sizeof text, stdin)) {
        ++lines;
        if (0 == isspace((unsigned char)text[0]))
            obey(text);
    }
    (void)lines;
    return EXIT_SUCCESS;
}
