#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Signed numbers in limbs of four decimal digits, least significant first. */

#define BASE 10000
#define BASE_DIGITS 4
#define MAX_TEXT 4000

struct big {
    int negative;
    int length;
    int *limb;
};

static struct big make(int length)
{
    struct big b = {0, length, calloc((size_t)length + 1, sizeof(int))};

    if (!b.limb) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return b;
}

static struct big trimmed(struct big b)
{
    while (b.length > 0 && b.limb[b.length - 1] == 0)
        b.length--;
    if (b.length == 0)
        b.negative = 0;
    return b;
}

static int parse(const char *text, struct big *out)
{
    int negative = *text == '-', i, n;

    text += negative;
    n = (int)strlen(text);
    if (n == 0 || (int)strspn(text, "0123456789") != n)
        return 0;
    *out = make((n + BASE_DIGITS - 1) / BASE_DIGITS);
    for (i = 0; i < n; i++) {
        int *limb = &out->limb[(n - 1 - i) / BASE_DIGITS];

        *limb = *limb * 10 + (text[i] - '0');
    }
    out->negative = negative;
    *out = trimmed(*out);
    return 1;
}

static void print(struct big b)
{
    int i = b.length - 1;

    if (b.length == 0) {
        puts("0");
        return;
    }
    printf("%s%d", b.negative ? "-" : "", b.limb[i]);
    while (--i >= 0)
        printf("%0*d", BASE_DIGITS, b.limb[i]);
    putchar('\n');
}

static int compare_size(struct big a, struct big b)
{
    int i;

    if (a.length != b.length)
        return a.length < b.length ? -1 : 1;
    for (i = a.length - 1; i >= 0; i--)
        if (a.limb[i] != b.limb[i])
            return a.limb[i] < b.limb[i] ? -1 : 1;
    return 0;
}

/* a + sign * b on absolute values; the result must not be negative. */
static struct big combine(struct big a, struct big b, int sign)
{
    int i, carry = 0;
    struct big r = make((a.length > b.length ? a.length : b.length) + 1);

    for (i = 0; i < r.length; i++) {
        carry += i < a.length ? a.limb[i] : 0;
        carry += i < b.length ? sign * b.limb[i] : 0;
        r.limb[i] = (carry + BASE) % BASE;
        carry = carry < 0 ? -1 : carry / BASE;
    }
    return r;
}

static struct big add(struct big a, struct big b)
{
    struct big r;

    if (a.negative == b.negative) {
        r = combine(a, b, 1);
        r.negative = a.negative;
    } else if (compare_size(a, b) >= 0) {
        r = combine(a, b, -1);
        r.negative = a.negative;
    } else {
        r = combine(b, a, -1);
        r.negative = b.negative;
    }
    return trimmed(r);
}

static struct big subtract(struct big a, struct big b)
{
    b.negative = !b.negative;
    return add(a, b);
}

static struct big multiply(struct big a, struct big b)
{
    struct big r = make(a.length + b.length);
    int i, j;

    for (i = 0; i < a.length; i++) {
        int carry = 0;

        for (j = 0; j < b.length || carry; j++) {
            carry += r.limb[i + j] + (j < b.length ? a.limb[i] * b.limb[j] : 0);
            r.limb[i + j] = carry % BASE;
            carry /= BASE;
        }
    }
    r.negative = a.negative != b.negative;
    return trimmed(r);
}

static struct big compare(struct big a, struct big b)
{
    struct big r = subtract(a, b);

    if (r.length > 0) {
        r.length = 1;
        r.limb[0] = 1;
    }
    return r;
}

static struct big small(int n)
{
    struct big b = make(2);

    b.limb[0] = n % BASE;
    b.limb[1] = n / BASE;
    return trimmed(b);
}

static int to_int(struct big b)
{
    return (b.length > 1 ? b.limb[1] * BASE : 0) + (b.length > 0 ? b.limb[0] : 0);
}

static struct big replace(struct big old, struct big new)
{
    free(old.limb);
    return new;
}

static struct big power(struct big a, struct big b)
{
    struct big r = small(1), square = multiply(a, r);
    int n;

    for (n = to_int(b); n > 0; n /= 2) {
        if (n % 2)
            r = replace(r, multiply(r, square));
        square = replace(square, multiply(square, square));
    }
    free(square.limb);
    return r;
}

static struct big factorial(struct big a, struct big unused)
{
    struct big r = small(1);
    int i;

    (void)unused;
    for (i = 2; i <= to_int(a); i++) {
        struct big factor = small(i);

        r = replace(r, multiply(r, factor));
        free(factor.limb);
    }
    return r;
}

static const struct command {
    const char *name;
    int operands;
    int limit; /* the last operand is at most this and not negative, if not 0 */
    struct big (*run)(struct big, struct big);
} commands[] = {
    {"add", 2, 0, add},         {"sub", 2, 0, subtract},    {"mul", 2, 0, multiply},
    {"cmp", 2, 0, compare},     {"pow", 2, 9999, power},    {"fact", 1, 3000, factorial},
};

int main(void)
{
    static char name[16], text[MAX_TEXT + 1];
    size_t i, n = sizeof commands / sizeof commands[0];

    while (scanf("%15s", name) == 1) {
        struct big arg[2] = {{0, 0, NULL}, {0, 0, NULL}}, result, *last;
        const char *problem = NULL;
        int k;

        for (i = 0; i < n && strcmp(commands[i].name, name) != 0; i++)
            ;
        if (i == n) {
            fprintf(stderr, "unknown command %s\n", name);
            continue;
        }
        for (k = 0; k < commands[i].operands && !problem; k++)
            if (scanf("%4000s", text) != 1 || !parse(text, &arg[k]))
                problem = "decimal number expected";
        last = &arg[commands[i].operands - 1];
        if (!problem && commands[i].limit && (last->negative || last->length > 1 || to_int(*last) > commands[i].limit))
            problem = "number out of range";
        if (problem) {
            fprintf(stderr, "%s: %s\n", name, problem);
        } else {
            result = commands[i].run(arg[0], arg[1]);
            print(result);
            free(result.limb);
        }
        free(arg[0].limb);
        free(arg[1].limb);
    }
    return 0;
}
