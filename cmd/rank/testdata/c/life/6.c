#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each row is a 64 bit word, so the torus is at most 64 columns wide. */
#define MAX_ROWS 256
#define HISTORY 32

static uint64_t ring[HISTORY][MAX_ROWS];
static int rows, cols;
static uint64_t full;

static uint64_t west(uint64_t x)
{
    return ((x << 1) | (x >> (cols - 1))) & full;
}

static uint64_t east(uint64_t x)
{
    return ((x >> 1) | (x << (cols - 1))) & full;
}

/* Adds one plane to the bitwise counters; counts of 4 and more stick in c. */
static void count(uint64_t x, uint64_t *a, uint64_t *b, uint64_t *c)
{
    uint64_t carry = *a & x;

    *a ^= x;
    *c |= *b & carry;
    *b ^= carry;
}

static void step(const uint64_t *now, uint64_t *then)
{
    int r;

    for (r = 0; r < rows; r++) {
        uint64_t up = now[r ? r - 1 : rows - 1];
        uint64_t down = now[r + 1 < rows ? r + 1 : 0];
        uint64_t a = 0, b = 0, c = 0;

        count(west(up), &a, &b, &c);
        count(up, &a, &b, &c);
        count(east(up), &a, &b, &c);
        count(west(now[r]), &a, &b, &c);
        count(east(now[r]), &a, &b, &c);
        count(west(down), &a, &b, &c);
        count(down, &a, &b, &c);
        count(east(down), &a, &b, &c);
        /* alive with three neighbours, or with two if alive before */
        then[r] = b & ~c & (a | now[r]);
    }
}

static int load(FILE *in)
{
    char line[256];
    int i, n;

    while (rows < MAX_ROWS && fgets(line, sizeof line, in)) {
        if (line[0] == '!')
            continue;
        n = (int)strcspn(line, "\r\n");
        if (n > 64)
            return 0;
        if (n > cols)
            cols = n;
        for (i = 0; i < n; i++)
            if (line[i] == 'O' || line[i] == '#' || line[i] == '*')
                ring[0][rows] |= (uint64_t)1 << i;
        rows++;
    }
    full = cols == 64 ? ~(uint64_t)0 : ((uint64_t)1 << cols) - 1;
    return rows > 0 && cols > 1;
}

static void show(const uint64_t *board, long generation)
{
    int r, c, population = 0;

    for (r = 0; r < rows; r++) {
        for (c = 0; c < cols; c++) {
            int alive = (int)(board[r] >> c & 1);
            population += alive;
            putchar(alive ? 'O' : '.');
        }
        putchar('\n');
    }
    printf("generation %ld, population %d\n\n", generation, population);
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 10;
    int every = argc > 2;
    long g;
    int p;

    if (!load(stdin)) {
        fprintf(stderr, "usage: life GENERATIONS [all] < pattern of 2 to 64 columns\n");
        return 1;
    }
    show(ring[0], 0);
    for (g = 1; g <= n; g++) {
        const uint64_t *now = ring[g % HISTORY];

        step(ring[(g - 1) % HISTORY], ring[g % HISTORY]);
        if (every || g == n)
            show(now, g);
        for (p = 1; p < HISTORY && p <= g; p++)
            if (!memcmp(now, ring[(g - p) % HISTORY], sizeof(uint64_t) * (size_t)rows))
                break;
        if (p == HISTORY || p > g)
            continue;
        if (!every && g < n)
            show(now, g);
        if (p == 1)
            printf("still life since generation %ld\n", g - 1);
        else
            printf("cycle of period %d since generation %ld\n", p, g - p);
        return 0;
    }
    printf("no cycle of a period below %d\n", HISTORY);
    return 0;
}
