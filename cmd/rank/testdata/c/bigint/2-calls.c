#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lint {
    unsigned char *p;
    size_t n;
    int minus;
};

static struct lint new_lint(int minus, size_t n)
{
    struct lint x;

    x.p = calloc(n, 1);
    if (x.p == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    x.n = n;
    x.minus = minus;
    return x;
}

static int is_zero(const struct lint *x)
{
    return x->n == 1 && x->p[0] == 0;
}

static struct lint clean(struct lint x)
{
    while (x.n > 1 && x.p[x.n - 1] == 0)
        x.n--;
    if (is_zero(&x))
        x.minus = 0;
    return x;
}

static int all_digits(size_t n, const char *s)
{
    return n != 0 && strspn(s, "0123456789") == n;
}

static int convert(struct lint *x, const char *s)
{
    int minus = *s == '-';
    size_t n = strlen(s + minus);

    s += minus;
    if (!all_digits(n, s))
        return 0;
    *x = new_lint(minus, n);
    for (size_t i = 0; i < n; i++)
        x->p[i] = (unsigned char)(s[n - 1 - i] - '0');
    *x = clean(*x);
    return 1;
}

static int digit(size_t i, const struct lint *x)
{
    return i < x->n ? x->p[i] : 0;
}

static int sign_of(int less)
{
    return less ? -1 : 1;
}

static int larger(const struct lint *y, const struct lint *x)
{
    if (x->n != y->n)
        return sign_of(x->n < y->n);
    for (size_t i = x->n; i-- > 0;) {
        if (x->p[i] != y->p[i])
            return sign_of(x->p[i] < y->p[i]);
    }
    return 0;
}

static struct lint minus_abs(int sign, const struct lint *y, const struct lint *x)
{
    struct lint z = new_lint(sign, x->n);
    int borrow = 0;

    for (size_t i = 0; i < x->n; i++) {
        int t = x->p[i] - borrow - digit(i, y);
        borrow = t < 0;
        z.p[i] = (unsigned char)(borrow ? t + 10 : t);
    }
    return clean(z);
}

/* x + y, where y is taken to have the sign ys */
static struct lint plus(int ys, const struct lint *y, const struct lint *x)
{
    struct lint z;
    size_t n;
    int carry = 0;

    if (x->minus != ys) {
        if (larger(y, x) >= 0)
            return minus_abs(x->minus, y, x);
        return minus_abs(ys, x, y);
    }
    n = x->n > y->n ? x->n : y->n;
    z = new_lint(ys, n + 1);
    for (size_t i = 0; i <= n; i++) {
        int t = carry + digit(i, x) + digit(i, y);
        z.p[i] = (unsigned char)(t % 10);
        carry = t / 10;
    }
    return clean(z);
}

static void add_multiple(unsigned char *to, const struct lint *y, int factor)
{
    int carry = 0;

    for (size_t j = 0; j < y->n || carry > 0; j++) {
        int t = to[j] + carry;
        if (j < y->n)
            t += factor * y->p[j];
        to[j] = (unsigned char)(t % 10);
        carry = t / 10;
    }
}

static struct lint product(const struct lint *y, const struct lint *x)
{
    struct lint z = new_lint(x->minus != y->minus, x->n + y->n);

    for (size_t i = 0; i < x->n; i++)
        add_multiple(z.p + i, y, x->p[i]);
    return clean(z);
}

static struct lint one(void)
{
    struct lint x = new_lint(0, 1);
    x.p[0] = 1;
    return x;
}

static void write_lint(struct lint x)
{
    if (x.minus)
        putchar('-');
    for (size_t i = x.n; i-- > 0;)
        putchar('0' + x.p[i]);
    putchar('\n');
    free(x.p);
}

static void write_factorial(unsigned long n)
{
    struct lint r = one();

    for (unsigned long k = 2; k <= n; k++) {
        char s[32];
        struct lint f, z;
        snprintf(s, sizeof s, "%lu", k);
        convert(&f, s);
        z = product(&f, &r);
        free(r.p);
        free(f.p);
        r = z;
    }
    write_lint(r);
}

static void write_power(unsigned long e, const struct lint *x)
{
    struct lint r = one();
    struct lint sq = product(&r, x), z;

    while (e > 0) {
        if (e % 2 == 1) {
            z = product(&sq, &r);
            free(r.p);
            r = z;
        }
        e /= 2;
        if (e > 0) {
            z = product(&sq, &sq);
            free(sq.p);
            sq = z;
        }
    }
    free(sq.p);
    write_lint(r);
}

static void write_comparison(const struct lint *y, const struct lint *x)
{
    int c;

    if (x->minus != y->minus)
        c = sign_of(x->minus);
    else
        c = x->minus ? larger(x, y) : larger(y, x);
    printf("%c\n", "<=>"[c + 1]);
}

static int is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static int process(char *s1, char *s2, const char *line)
{
    char op[16];
    struct lint x, y;
    int ok = 0;
    int n = sscanf(line, "%15s %3999s %3999s", op, s1, s2);

    if (n < 2 || !convert(&x, s1))
        return 0;
    if (n == 2 && is(op, "fact") && !x.minus) {
        write_factorial(strtoul(s1, NULL, 10));
        ok = 1;
    } else if (n == 3 && convert(&y, s2)) {
        ok = 1;
        if (is(op, "cmp"))
            write_comparison(&y, &x);
        else if (is(op, "add"))
            write_lint(plus(y.minus, &y, &x));
        else if (is(op, "sub"))
            write_lint(plus(!y.minus, &y, &x));
        else if (is(op, "mul"))
            write_lint(product(&y, &x));
        else if (is(op, "pow") && !y.minus)
            write_power(strtoul(s2, NULL, 10), &x);
        else
            printf("error: cannot do %s\n", op);
        free(y.p);
    }
    free(x.p);
    return ok;
}

int main(void)
{
    static char line[8192], s1[4000], s2[4000];

    while (fgets(line, sizeof line, stdin) != NULL) {
        if (!isspace((unsigned char)line[0]) && !process(s1, s2, line))
            printf("error: %s", line);
    }
    return 0;
}
