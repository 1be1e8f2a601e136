/* add A B | sub A B | mul A B | cmp A B | pow A n | fact n */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits from the lowest to the highest; zero has no digits at all. */
struct big {
    int negative;
    size_t length;
    signed char *digit;
};

static struct big zeros(size_t length)
{
    struct big b = { 0, length, calloc(length + 1, 1) };

    if (!b.digit) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return b;
}

static struct big trim(struct big b)
{
    while (b.length && !b.digit[b.length - 1])
        b.length--;
    b.negative = b.negative && b.length;
    return b;
}

static struct big from_text(const char *s)
{
    int negative = *s == '-';
    size_t n = strlen(s + negative);
    struct big b = zeros(n);

    for (size_t i = 0; i < n; i++)
        b.digit[i] = s[negative + n - 1 - i] - '0';
    b.negative = negative;
    return trim(b);
}

static int number(const char *s)
{
    s += *s == '-';
    return *s && strspn(s, "0123456789") == strlen(s);
}

static int at(struct big b, size_t i)
{
    return i < b.length ? b.digit[i] : 0;
}

static int cmp_size(struct big a, struct big b)
{
    size_t i = a.length;

    if (a.length != b.length)
        return a.length < b.length ? -1 : 1;
    while (i > 0 && a.digit[i - 1] == b.digit[i - 1])
        i--;
    return i == 0 ? 0 : a.digit[i - 1] < b.digit[i - 1] ? -1 : 1;
}

static int cmp(struct big a, struct big b)
{
    if (a.negative != b.negative)
        return a.negative ? -1 : 1;
    return a.negative ? cmp_size(b, a) : cmp_size(a, b);
}

/* a + sign * b without regard to signs; for sign -1, a must not be smaller. */
static struct big combine(struct big a, struct big b, int sign)
{
    size_t n = (a.length > b.length ? a.length : b.length) + 1;
    struct big s = zeros(n);
    int carry = 0;

    for (size_t i = 0; i < n; i++) {
        int d = at(a, i) + sign * at(b, i) + carry;
        carry = d < 0 ? -1 : d / 10;
        s.digit[i] = (signed char)(d - 10 * carry);
    }
    return s;
}

static struct big negate(struct big b)
{
    b.negative = !b.negative && b.length;
    return b;
}

static struct big add(struct big a, struct big b)
{
    struct big s;

    if (a.negative == b.negative)
        s = combine(a, b, 1);
    else if (cmp_size(a, b) >= 0)
        s = combine(a, b, -1);
    else
        return add(b, a);
    s.negative = a.negative;
    return trim(s);
}

static struct big mul(struct big a, struct big b)
{
    struct big p = zeros(a.length + b.length);

    for (size_t i = 0; i < a.length; i++) {
        int carry = 0;
        for (size_t j = 0; j < b.length || carry; j++) {
            int d = p.digit[i + j] + a.digit[i] * at(b, j) + carry;
            p.digit[i + j] = (signed char)(d % 10);
            carry = d / 10;
        }
    }
    p.negative = a.negative != b.negative;
    return trim(p);
}

/* multiplies and gives the first factor's memory back */
static struct big times(struct big a, struct big b)
{
    struct big p = mul(a, b);

    free(a.digit);
    return p;
}

static struct big power(struct big a, unsigned n)
{
    struct big half;

    if (n == 0)
        return from_text("1");
    half = power(a, n / 2);
    half = times(half, half);
    return n % 2 ? times(half, a) : half;
}

static struct big factorial(unsigned n)
{
    char text[16];
    struct big k, f;

    if (n < 2)
        return from_text("1");
    snprintf(text, sizeof text, "%u", n);
    k = from_text(text);
    f = times(factorial(n - 1), k);
    free(k.digit);
    return f;
}

static void print(struct big b)
{
    printf("%s%s", b.negative ? "-" : "", b.length ? "" : "0");
    for (size_t i = b.length; i > 0; i--)
        putchar('0' + b.digit[i - 1]);
    putchar('\n');
}

int main(void)
{
    static char op[16], x[4096], y[4096];
    static char line[9000];

    while (fgets(line, sizeof line, stdin)) {
        int n = sscanf(line, "%15s %4095s %4095s", op, x, y);
        struct big a, b, r = { 0, 0, NULL };

        if (n < 1)
            continue;
        if (n < 2 || !number(x) || (n == 3 && !number(y)) || (n == 2) != !strcmp(op, "fact")) {
            printf("error in: %s", line);
            continue;
        }
        a = from_text(x);
        b = from_text(n == 3 ? y : "0");
        if (!strcmp(op, "add"))
            print(r = add(a, b));
        else if (!strcmp(op, "sub"))
            print(r = add(a, negate(b)));
        else if (!strcmp(op, "mul"))
            print(r = mul(a, b));
        else if (!strcmp(op, "cmp"))
            printf("%c\n", "<=>"[cmp(a, b) + 1]);
        else if (!strcmp(op, "pow") && !b.negative)
            print(r = power(a, (unsigned)strtoul(y, NULL, 10)));
        else if (!strcmp(op, "fact") && !a.negative)
            print(r = factorial((unsigned)strtoul(x, NULL, 10)));
        else
            printf("error in: %s", line);
        free(a.digit);
        free(b.digit);
        free(r.digit);
    }
    return 0;
}
