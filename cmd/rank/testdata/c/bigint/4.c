#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

/* numbers are strings of digits, maybe with a minus in front */

char *copy(const char *s)
{
    char *t = malloc(strlen(s) + 1);
    if (t == NULL)
        exit(1);
    strcpy(t, s);
    return t;
}

/* remove zeros in front */
void trim(char *s)
{
    int i = 0;
    while (s[i] == '0' && s[i + 1] != '\0')
        i++;
    memmove(s, s + i, strlen(s + i) + 1);
}

/* compares without sign: -1, 0 or 1 */
int compare_digits(const char *a, const char *b)
{
    int c;
    if (strlen(a) < strlen(b))
        return -1;
    if (strlen(a) > strlen(b))
        return 1;
    c = strcmp(a, b);
    if (c < 0)
        return -1;
    if (c > 0)
        return 1;
    return 0;
}

char *add_digits(const char *a, const char *b)
{
    int i = strlen(a) - 1, j = strlen(b) - 1, k, sum, carry = 0;
    char *r;

    if (i > j)
        k = i + 2;
    else
        k = j + 2;
    r = malloc(k + 1);
    if (r == NULL)
        exit(1);
    r[k] = '\0';
    /* from the right to the left */
    while (k > 0) {
        k--;
        sum = carry;
        if (i >= 0)
            sum = sum + a[i] - '0';
        if (j >= 0)
            sum = sum + b[j] - '0';
        r[k] = sum % 10 + '0';
        carry = sum / 10;
        i--;
        j--;
    }
    trim(r);
    return r;
}

/* a has to be the bigger one */
char *sub_digits(const char *a, const char *b)
{
    int i, j = strlen(b) - 1, d, borrow = 0;
    char *r = copy(a);

    for (i = strlen(a) - 1; i >= 0; i--) {
        d = a[i] - '0' - borrow;
        if (j >= 0)
            d = d - (b[j] - '0');
        if (d < 0) {
            d = d + 10;
            borrow = 1;
        } else {
            borrow = 0;
        }
        r[i] = d + '0';
        j--;
    }
    trim(r);
    return r;
}

char *with_sign(int minus, char *digits)
{
    char *r;
    if (minus == 0 || strcmp(digits, "0") == 0)
        return digits;
    r = malloc(strlen(digits) + 2);
    if (r == NULL)
        exit(1);
    r[0] = '-';
    strcpy(r + 1, digits);
    free(digits);
    return r;
}

char *add(const char *a, const char *b)
{
    int ma = a[0] == '-', mb = b[0] == '-';
    if (ma == mb)
        return with_sign(ma, add_digits(a + ma, b + mb));
    if (compare_digits(a + ma, b + mb) >= 0)
        return with_sign(ma, sub_digits(a + ma, b + mb));
    return with_sign(mb, sub_digits(b + mb, a + ma));
}

char *multiply(const char *a, const char *b)
{
    int ma = a[0] == '-', mb = b[0] == '-', la, lb, i, j, t;
    char *r;

    a = a + ma;
    b = b + mb;
    la = strlen(a);
    lb = strlen(b);
    r = malloc(la + lb + 1);
    if (r == NULL)
        exit(1);
    memset(r, '0', la + lb);
    r[la + lb] = '\0';
    for (i = la - 1; i >= 0; i--) {
        t = 0;
        for (j = lb - 1; j >= 0; j--) {
            t = t + (r[i + j + 1] - '0') + (a[i] - '0') * (b[j] - '0');
            r[i + j + 1] = t % 10 + '0';
            t = t / 10;
        }
        r[i] = t + '0';
    }
    trim(r);
    return with_sign(ma != mb, r);
}

int is_number(const char *s)
{
    if (*s == '-')
        s++;
    if (*s == '\0')
        return 0;
    while (*s != '\0') {
        if (!isdigit((unsigned char)*s))
            return 0;
        s++;
    }
    return 1;
}

int main(void)
{
    static char line[20000], cmd[20000], a[20000], b[20000], number[20];
    char *r, *t;
    int n, i, c;

    while (fgets(line, sizeof(line), stdin) != NULL) {
        n = sscanf(line, "%s %s %s", cmd, a, b);
        if (n < 2 || !is_number(a) || (n == 3 && !is_number(b))) {
            if (n > 0)
                printf("error: %s", line);
            continue;
        }
        trim(a + (a[0] == '-'));
        if (n == 3)
            trim(b + (b[0] == '-'));
        r = NULL;
        if (strcmp(cmd, "add") == 0 && n == 3) {
            r = add(a, b);
        } else if (strcmp(cmd, "sub") == 0 && n == 3) {
            /* a - b is a + (-b) */
            if (b[0] == '-')
                t = copy(b + 1);
            else
                t = with_sign(1, copy(b));
            r = add(a, t);
            free(t);
        } else if (strcmp(cmd, "mul") == 0 && n == 3) {
            r = multiply(a, b);
        } else if (strcmp(cmd, "cmp") == 0 && n == 3) {
            if (a[0] == '-' && b[0] != '-')
                c = -1;
            else if (a[0] != '-' && b[0] == '-')
                c = 1;
            else if (a[0] == '-')
                c = compare_digits(b + 1, a + 1);
            else
                c = compare_digits(a, b);
            if (c < 0)
                printf("less\n");
            else if (c > 0)
                printf("greater\n");
            else
                printf("equal\n");
            continue;
        } else if (strcmp(cmd, "fact") == 0 && n == 2) {
            r = copy("1");
            for (i = 2; i <= atoi(a); i++) {
                sprintf(number, "%d", i);
                t = multiply(r, number);
                free(r);
                r = t;
            }
        } else if (strcmp(cmd, "pow") == 0 && n == 3 && b[0] != '-') {
            r = copy("1");
            for (i = 0; i < atoi(b); i++) {
                t = multiply(r, a);
                free(r);
                r = t;
            }
        }
        if (r == NULL) {
            printf("error: %s", line);
        } else {
            printf("%s\n", r);
            free(r);
        }
    }
    return 0;
}
