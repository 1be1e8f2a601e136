#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct big {
    int neg;
    size_t len;
    unsigned char *d;
};

static struct big make(size_t len)
{
    struct big b = {0, len, calloc(len, 1)};

    if (b.d)
        return b;
    fprintf(stderr, "out of memory\n");
    exit(1);
}

static void clear(struct big *b)
{
    free(b->d);
    b->d = NULL;
}

static void trim(struct big *b)
{
    for (; b->len > 1; b->len--) {
        if (b->d[b->len - 1] != 0)
            break;
    }
    b->neg = b->len == 1 && b->d[0] == 0 ? 0 : b->neg;
}

static int scan(const char *s, struct big *b)
{
    int neg = 0;
    size_t n, i = 0;

    if (*s == '-') {
        neg = 1;
        s++;
    }
    n = strlen(s);
    if (n != 0 && strspn(s, "0123456789") == n) {
        *b = make(n);
        b->neg = neg;
        while (i < n) {
            b->d[i] = (unsigned char)(s[n - 1 - i] - '0');
            i++;
        }
        trim(b);
        return 1;
    }
    return 0;
}

static struct big small(unsigned long v)
{
    char s[32];
    struct big b;

    snprintf(s, sizeof s, "%lu", v);
    scan(s, &b);
    return b;
}

static int cmp_digits(const struct big *a, const struct big *b, size_t i)
{
    if (i == 0)
        return 0;
    if (a->d[i - 1] == b->d[i - 1])
        return cmp_digits(a, b, i - 1);
    return a->d[i - 1] > b->d[i - 1] ? 1 : -1;
}

static int cmp_abs(const struct big *a, const struct big *b)
{
    return a->len == b->len ? cmp_digits(a, b, a->len) : a->len > b->len ? 1 : -1;
}

static int cmp(const struct big *a, const struct big *b)
{
    switch (a->neg * 2 + b->neg) {
    case 0:
        return cmp_abs(a, b);
    case 1:
        return 1;
    case 2:
        return -1;
    default:
        return cmp_abs(b, a);
    }
}

static struct big add_abs(const struct big *a, const struct big *b)
{
    size_t n = b->len, i = 0;
    struct big r;
    int c = 0;

    if (a->len > n)
        n = a->len;
    r = make(n + 1);
    while (i <= n) {
        c += i < a->len ? a->d[i] : 0;
        c += i < b->len ? b->d[i] : 0;
        r.d[i++] = (unsigned char)(c % 10);
        c /= 10;
    }
    return r;
}

static struct big sub_abs(const struct big *a, const struct big *b)
{
    struct big r = make(a->len);
    size_t i = 0;
    int c = 0;

    while (i < a->len) {
        int x = a->d[i] - c - (i < b->len ? b->d[i] : 0);
        if (x >= 0) {
            c = 0;
        } else {
            c = 1;
            x += 10;
        }
        r.d[i] = (unsigned char)x;
        i++;
    }
    return r;
}

static struct big add(const struct big *a, const struct big *b)
{
    struct big r;

    if (a->neg != b->neg) {
        int first_less = cmp_abs(a, b) < 0;
        r = first_less ? sub_abs(b, a) : sub_abs(a, b);
        r.neg = first_less ? b->neg : a->neg;
    } else {
        r = add_abs(a, b);
        r.neg = a->neg;
    }
    trim(&r);
    return r;
}

static struct big sub(const struct big *a, const struct big *b)
{
    struct big m = *b;

    m.neg = b->neg ? 0 : 1;
    return add(a, &m);
}

static struct big mul(const struct big *a, const struct big *b)
{
    struct big r = make(a->len + b->len);
    size_t i = 0;

    while (i < a->len) {
        int c = 0;
        size_t j = 0;
        for (;;) {
            int x;
            if (j >= b->len && c == 0)
                break;
            x = r.d[i + j] + c + (j < b->len ? a->d[i] * b->d[j] : 0);
            r.d[i + j] = (unsigned char)(x % 10);
            c = x / 10;
            j++;
        }
        i++;
    }
    r.neg = a->neg == b->neg ? 0 : 1;
    trim(&r);
    return r;
}

static void times(struct big *a, const struct big *b)
{
    struct big r = mul(a, b);

    clear(a);
    *a = r;
}

static struct big fact(unsigned long n)
{
    struct big r = small(1);
    unsigned long v = 2;

    while (v <= n) {
        struct big f = small(v);
        times(&r, &f);
        clear(&f);
        v++;
    }
    return r;
}

static struct big power(const struct big *a, unsigned long e)
{
    struct big r = small(1);
    struct big q = mul(a, &r);

    for (; e > 0; e /= 2) {
        if (e & 1)
            times(&r, &q);
        if (e == 1)
            break;
        times(&q, &q);
    }
    clear(&q);
    return r;
}

static void out(struct big *b)
{
    size_t i = b->len;

    if (b->neg)
        putchar('-');
    while (i > 0) {
        i--;
        putchar('0' + b->d[i]);
    }
    putchar('\n');
    clear(b);
}

static void two(const char *op, const char *s, const struct big *a, const struct big *b)
{
    static const char *const ops[] = {"add", "sub", "mul", "pow", "cmp"};
    struct big r;
    int k = 0;

    while (k < 5 && strcmp(ops[k], op) != 0)
        k++;
    if (k == 3 && b->neg)
        k = 5;
    switch (k) {
    case 0:
        r = add(a, b);
        break;
    case 1:
        r = sub(a, b);
        break;
    case 2:
        r = mul(a, b);
        break;
    case 3:
        r = power(a, strtoul(s, NULL, 10));
        break;
    case 4:
        printf("%c\n", "<=>"[cmp(a, b) + 1]);
        return;
    default:
        printf("error: cannot do %s\n", op);
        return;
    }
    out(&r);
}

static void one_line(const char *line)
{
    static char op[16], s[4000], t[4000];
    struct big a, b;
    int n = sscanf(line, "%15s %3999s %3999s", op, s, t);
    int bad = 1;

    if (n >= 2 && scan(s, &a)) {
        if (n != 2 || strcmp(op, "fact") != 0 || a.neg) {
            if (n == 3 && scan(t, &b)) {
                bad = 0;
                two(op, t, &a, &b);
                clear(&b);
            }
        } else {
            struct big r = fact(strtoul(s, NULL, 10));
            bad = 0;
            out(&r);
        }
        clear(&a);
    }
    if (bad)
        printf("error: %s", line);
}

int main(void)
{
    static char line[8192];

    for (;;) {
        if (fgets(line, sizeof line, stdin) == NULL)
            return 0;
        if (isspace((unsigned char)line[0]))
            continue;
        one_line(line);
    }
}
