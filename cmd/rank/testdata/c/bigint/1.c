#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASE 10000

/* little endian digits in base 10^4; zero is n == 0 */
struct big {
    int neg, n;
    int *d;
};

static struct big make(int n)
{
    struct big x = {0, n, calloc((size_t)n + 1, sizeof(int))};

    if (!x.d) {
        perror("calloc");
        exit(1);
    }
    return x;
}

static struct big trim(struct big x)
{
    while (x.n > 0 && x.d[x.n - 1] == 0)
        x.n--;
    if (x.n == 0)
        x.neg = 0;
    return x;
}

static int parse(const char *s, struct big *x)
{
    int neg = *s == '-', len, i, p = 1;

    s += neg;
    len = (int)strlen(s);
    if (len == 0 || (int)strspn(s, "0123456789") != len)
        return 0;
    *x = make((len + 3) / 4);
    for (i = 0; i < len; i++) {
        x->d[i / 4] += p * (s[len - 1 - i] - '0');
        p = i % 4 == 3 ? 1 : p * 10;
    }
    x->neg = neg;
    *x = trim(*x);
    return 1;
}

static void print(struct big x)
{
    int i;

    printf("%s%d", x.neg ? "-" : "", x.n ? x.d[x.n - 1] : 0);
    for (i = x.n - 2; i >= 0; i--)
        printf("%04d", x.d[i]);
    putchar('\n');
}

static int cmpabs(struct big a, struct big b)
{
    int i;

    if (a.n != b.n)
        return a.n < b.n ? -1 : 1;
    for (i = a.n - 1; i >= 0; i--)
        if (a.d[i] != b.d[i])
            return a.d[i] < b.d[i] ? -1 : 1;
    return 0;
}

static int cmp(struct big a, struct big b)
{
    if (a.neg != b.neg)
        return a.neg ? -1 : 1;
    return a.neg ? cmpabs(b, a) : cmpabs(a, b);
}

static struct big add(struct big a, struct big b)
{
    struct big c, t;
    int i, s, sg = a.neg == b.neg ? 1 : -1, carry = 0;

    if (cmpabs(a, b) < 0) {
        t = a;
        a = b;
        b = t;
    }
    c = make(a.n + 1);
    for (i = 0; i < c.n; i++) {
        s = carry + (i < a.n ? a.d[i] : 0) + (i < b.n ? sg * b.d[i] : 0);
        carry = s < 0 ? -1 : s / BASE;
        c.d[i] = s - carry * BASE;
    }
    c.neg = a.neg;
    return trim(c);
}

static struct big mul(struct big a, struct big b)
{
    struct big c = make(a.n + b.n);
    int i, j, t;

    for (i = 0; i < a.n; i++)
        for (t = j = 0; j < b.n || t; j++) {
            t += c.d[i + j] + (j < b.n ? a.d[i] * b.d[j] : 0);
            c.d[i + j] = t % BASE;
            t /= BASE;
        }
    c.neg = a.neg != b.neg;
    return trim(c);
}

static struct big small(int k)
{
    char s[16];
    struct big x;

    sprintf(s, "%d", k);
    parse(s, &x);
    return x;
}

static struct big set(struct big old, struct big x)
{
    free(old.d);
    return x;
}

static struct big power(struct big a, int k)
{
    struct big r = small(1), q = mul(a, r);

    for (; k > 0; k /= 2) {
        if (k % 2)
            r = set(r, mul(r, q));
        if (k > 1)
            q = set(q, mul(q, q));
    }
    free(q.d);
    return r;
}

static struct big fact(int k)
{
    struct big r = small(1), f;
    int i;

    for (i = 2; i <= k; i++) {
        f = small(i);
        r = set(r, mul(r, f));
        free(f.d);
    }
    return r;
}

int main(void)
{
    static char line[20000], op[16], u[10000], v[10000];
    struct big a, b, r;
    int n;

    while (fgets(line, sizeof line, stdin)) {
        n = sscanf(line, "%15s %9999s %9999s", op, u, v);
        if (n < 1)
            continue;
        if (n < 2 || !parse(u, &a)) {
            printf("error: number expected\n");
            continue;
        }
        if (strcmp(op, "fact") == 0) {
            if (a.neg || a.n > 1)
                printf("error: bad argument of fact\n");
            else {
                r = fact(atoi(u));
                print(r);
                free(r.d);
            }
            free(a.d);
            continue;
        }
        if (n < 3 || !parse(v, &b)) {
            printf("error: second number expected\n");
            free(a.d);
            continue;
        }
        r.d = NULL;
        if (strcmp(op, "cmp") == 0)
            printf("%c\n", "<=>"[cmp(a, b) + 1]);
        else if (strcmp(op, "add") == 0)
            print(r = add(a, b));
        else if (strcmp(op, "sub") == 0) {
            b.neg = b.n > 0 && !b.neg;
            print(r = add(a, b));
        } else if (strcmp(op, "mul") == 0)
            print(r = mul(a, b));
        else if (strcmp(op, "pow") == 0 && !b.neg && b.n <= 1)
            print(r = power(a, atoi(v)));
        else
            printf("error: cannot %s\n", op);
        free(r.d);
        free(a.d);
        free(b.d);
    }
    return 0;
}
