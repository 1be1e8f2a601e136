/* Arbitrary integers in base 10^9, least significant limb first. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASE 1000000000u

struct big {
    int neg;
    size_t n;           /* no leading zero limbs; zero has n == 0 */
    uint32_t *d;
};

static struct big make(size_t n)
{
    struct big b = { 0, n, calloc(n + 1, sizeof(uint32_t)) };

    if (!b.d)
        abort();
    return b;
}

static void trim(struct big *b)
{
    while (b->n && !b->d[b->n - 1])
        b->n--;
    if (!b->n)
        b->neg = 0;
}

static int parse(const char *s, struct big *out)
{
    size_t len, i;
    uint32_t scale = 1;
    int neg = *s == '-';

    s += neg;
    len = strlen(s);
    if (!len || strspn(s, "0123456789") != len)
        return 0;
    *out = make((len + 8) / 9);
    out->neg = neg;
    for (i = 0; i < len; i++) {
        scale = i % 9 ? scale * 10 : 1;
        out->d[i / 9] += scale * (uint32_t)(s[len - 1 - i] - '0');
    }
    trim(out);
    return 1;
}

static int cmp_abs(const struct big *a, const struct big *b)
{
    size_t i;

    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    for (i = a->n; i-- > 0;)
        if (a->d[i] != b->d[i])
            return a->d[i] < b->d[i] ? -1 : 1;
    return 0;
}

/* a + b, or a - b if flip */
static struct big add(const struct big *a, const struct big *b, int flip)
{
    int sub = a->neg ^ b->neg ^ flip, swapped = 0;
    struct big r;
    size_t i;
    int64_t carry = 0;

    if (cmp_abs(a, b) < 0) {
        const struct big *t = a;
        a = b;
        b = t;
        swapped = 1;
    }
    r = make(a->n + 1);
    r.neg = a->neg ^ (swapped & flip);
    for (i = 0; i < r.n; i++) {
        int64_t x = i < a->n ? a->d[i] : 0;
        int64_t y = i < b->n ? b->d[i] : 0;
        x += carry + (sub ? -y : y);
        carry = 0;
        if (x < 0) {
            x += BASE;
            carry = -1;
        } else if (x >= BASE) {
            x -= BASE;
            carry = 1;
        }
        r.d[i] = (uint32_t)x;
    }
    trim(&r);
    return r;
}

static struct big mul(const struct big *a, const struct big *b)
{
    struct big r = make(a->n + b->n);
    size_t i, j;

    for (i = 0; i < a->n; i++) {
        uint64_t carry = 0;
        for (j = 0; j < b->n || carry; j++) {
            uint64_t x = carry + r.d[i + j] + (j < b->n ? (uint64_t)a->d[i] * b->d[j] : 0);
            r.d[i + j] = (uint32_t)(x % BASE);
            carry = x / BASE;
        }
    }
    r.neg = a->neg ^ b->neg;
    trim(&r);
    return r;
}

static void times(struct big *r, const struct big *f)
{
    struct big t = mul(r, f);

    free(r->d);
    *r = t;
}

static struct big factorial(uint32_t n)
{
    struct big r = make(1), f = make(1);

    r.d[0] = 1;
    for (f.d[0] = 2; f.d[0] <= n; f.d[0]++)
        times(&r, &f);
    free(f.d);
    return r;
}

static struct big power(const struct big *a, uint32_t e)
{
    struct big r = make(1);
    uint32_t bit;

    r.d[0] = 1;
    for (bit = 1u << 31; bit; bit >>= 1) {
        times(&r, &r);
        if (e & bit)
            times(&r, a);
    }
    return r;
}

static void print(const struct big *b)
{
    size_t i = b->n;

    printf("%s%u", b->neg ? "-" : "", i ? b->d[i - 1] : 0);
    while (i-- > 1)
        printf("%09u", b->d[i - 1]);
    putchar('\n');
}

int main(void)
{
    static char cmd[8], x[20000], y[20000];
    struct big a, b, r;

    while (scanf("%7s %19999s", cmd, x) == 2) {
        if (!strcmp(cmd, "fact")) {
            r = factorial((uint32_t)strtoul(x, NULL, 10) % 100000);
            print(&r);
            free(r.d);
            continue;
        }
        if (scanf("%19999s", y) != 1 || !parse(x, &a)) {
            printf("bad operands for %s\n", cmd);
            continue;
        }
        if (!parse(y, &b)) {
            printf("bad operand %s\n", y);
            free(a.d);
            continue;
        }
        if (!strcmp(cmd, "cmp")) {
            r = add(&a, &b, 1);
            puts(!r.n ? "=" : r.neg ? "<" : ">");
        } else {
            r = !strcmp(cmd, "add") ? add(&a, &b, 0) : !strcmp(cmd, "sub") ? add(&a, &b, 1)
                : !strcmp(cmd, "mul") ? mul(&a, &b)
                : !strcmp(cmd, "pow") ? power(&a, b.n ? b.d[0] : 0) : make(0);
            print(&r);
        }
        free(a.d);
        free(b.d);
        free(r.d);
    }
    return 0;
}
