#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX 50

/* all matrices, the numbers of one matrix lie in one block */
char names[MAX][32];
int rows[MAX];
int cols[MAX];
double *data[MAX];
int how_many = 0;

/* search a matrix by its name, -1 if it does not exist */
int find(char *name)
{
    int i;
    for (i = 0; i < how_many; i++) {
        if (strcmp(names[i], name) == 0)
            return i;
    }
    printf("error: no matrix %s\n", name);
    return -1;
}

/* makes the place for a matrix, an old one with this name is replaced */
void store(char *name, int r, int c, double *d)
{
    int i;
    for (i = 0; i < how_many; i++) {
        if (strcmp(names[i], name) == 0) {
            free(data[i]);
            rows[i] = r;
            cols[i] = c;
            data[i] = d;
            return;
        }
    }
    if (how_many == MAX) {
        printf("error: too many matrices\n");
        free(d);
        return;
    }
    strcpy(names[how_many], name);
    rows[how_many] = r;
    cols[how_many] = c;
    data[how_many] = d;
    how_many++;
}

double *new_block(int r, int c)
{
    double *d = calloc((size_t)r * c, sizeof(double));
    if (d == NULL) {
        printf("error: out of memory\n");
        exit(1);
    }
    return d;
}

/* determinant by the first row, slow but simple */
double det(double *m, int n)
{
    double sum = 0, sign = 1;
    double *small;
    int col, i, j, k;

    if (n == 1)
        return m[0];
    small = new_block(n - 1, n - 1);
    for (col = 0; col < n; col++) {
        k = 0;
        for (i = 1; i < n; i++) {
            for (j = 0; j < n; j++) {
                if (j != col) {
                    small[k] = m[i * n + j];
                    k++;
                }
            }
        }
        sum = sum + sign * m[col] * det(small, n - 1);
        sign = -sign;
    }
    free(small);
    return sum;
}

int main(void)
{
    char cmd[32], a[32], b[32], res[32];
    int x, y, i, j, k, r, c;
    double *d;

    while (scanf("%31s", cmd) == 1) {
        if (strcmp(cmd, "read") == 0) {
            /* read NAME ROWS COLS numbers... */
            if (scanf("%31s %d %d", a, &r, &c) != 3 || r < 1 || c < 1 || r > 1000 || c > 1000) {
                printf("error: bad size\n");
                return 1;
            }
            d = new_block(r, c);
            for (i = 0; i < r * c; i++) {
                if (scanf("%lf", &d[i]) != 1) {
                    printf("error: number %d of %s is missing\n", i + 1, a);
                    return 1;
                }
            }
            store(a, r, c, d);
        } else if (strcmp(cmd, "print") == 0) {
            if (scanf("%31s", a) != 1)
                break;
            x = find(a);
            if (x < 0)
                continue;
            printf("%s (%d x %d)\n", a, rows[x], cols[x]);
            for (i = 0; i < rows[x]; i++) {
                for (j = 0; j < cols[x]; j++)
                    printf("%10.3f", data[x][i * cols[x] + j]);
                printf("\n");
            }
        } else if (strcmp(cmd, "add") == 0) {
            /* add RESULT A B */
            if (scanf("%31s %31s %31s", res, a, b) != 3)
                break;
            x = find(a);
            y = find(b);
            if (x < 0 || y < 0)
                continue;
            if (rows[x] != rows[y] || cols[x] != cols[y]) {
                printf("error: %s and %s have different sizes\n", a, b);
                continue;
            }
            d = new_block(rows[x], cols[x]);
            for (i = 0; i < rows[x] * cols[x]; i++)
                d[i] = data[x][i] + data[y][i];
            store(res, rows[x], cols[x], d);
        } else if (strcmp(cmd, "mul") == 0) {
            if (scanf("%31s %31s %31s", res, a, b) != 3)
                break;
            x = find(a);
            y = find(b);
            if (x < 0 || y < 0)
                continue;
            if (cols[x] != rows[y]) {
                printf("error: %s and %s do not fit\n", a, b);
                continue;
            }
            d = new_block(rows[x], cols[y]);
            for (i = 0; i < rows[x]; i++)
                for (j = 0; j < cols[y]; j++)
                    for (k = 0; k < cols[x]; k++)
                        d[i * cols[y] + j] += data[x][i * cols[x] + k] * data[y][k * cols[y] + j];
            store(res, rows[x], cols[y], d);
        } else if (strcmp(cmd, "transpose") == 0) {
            if (scanf("%31s %31s", res, a) != 2)
                break;
            x = find(a);
            if (x < 0)
                continue;
            d = new_block(cols[x], rows[x]);
            for (i = 0; i < rows[x]; i++)
                for (j = 0; j < cols[x]; j++)
                    d[j * rows[x] + i] = data[x][i * cols[x] + j];
            store(res, cols[x], rows[x], d);
        } else if (strcmp(cmd, "det") == 0) {
            if (scanf("%31s", a) != 1)
                break;
            x = find(a);
            if (x < 0)
                continue;
            if (rows[x] != cols[x])
                printf("error: %s is not square\n", a);
            else if (rows[x] > 10)
                printf("error: %s is too big for det\n", a);
            else
                printf("det %s = %.4f\n", a, det(data[x], rows[x]));
        } else {
            printf("error: unknown command %s\n", cmd);
        }
    }
    for (i = 0; i < how_many; i++)
        free(data[i]);
    return 0;
}
