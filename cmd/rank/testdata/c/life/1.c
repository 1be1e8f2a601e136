#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXR 200
#define MAXC 200
#define PER 16

typedef char board[MAXR][MAXC];

static board b[PER + 1];   /* ring of the last generations */
static int nr, nc;

static int read_board(FILE *f)
{
    char s[MAXC + 2];
    int j, n;

    while (nr < MAXR && fgets(s, sizeof s, f)) {
        if (s[0] == '!')
            continue;
        n = (int)strcspn(s, "\r\n");
        for (j = 0; j < n && j < MAXC; j++)
            b[0][nr][j] = s[j] != '.' && s[j] != ' ';
        if (n > nc)
            nc = n < MAXC ? n : MAXC;
        nr++;
    }
    return nr > 0 && nc > 0;
}

static void step(board s, board d)
{
    int i, j, x, y, n;

    for (i = 0; i < nr; i++)
        for (j = 0; j < nc; j++) {
            n = -s[i][j];
            for (x = -1; x <= 1; x++)
                for (y = -1; y <= 1; y++)
                    n += s[(i + x + nr) % nr][(j + y + nc) % nc];
            d[i][j] = n == 3 || (n == 2 && s[i][j]);
        }
}

static int same(board s, board d)
{
    int i;

    for (i = 0; i < nr; i++)
        if (memcmp(s[i], d[i], (size_t)nc) != 0)
            return 0;
    return 1;
}

static int print(board s, int gen)
{
    int i, j, pop = 0;

    for (i = 0; i < nr; i++) {
        for (j = 0; j < nc; j++) {
            putchar(s[i][j] ? '#' : '.');
            pop += s[i][j];
        }
        putchar('\n');
    }
    printf("generation %d, population %d\n\n", gen, pop);
    return pop;
}

int main(int argc, char **argv)
{
    int n, g, p, all = argc > 2 && strcmp(argv[2], "-a") == 0;

    if (argc < 2 || (n = atoi(argv[1])) < 0) {
        fprintf(stderr, "usage: life N [-a] < pattern\n");
        return 2;
    }
    if (!read_board(stdin)) {
        fprintf(stderr, "life: empty pattern\n");
        return 1;
    }
    print(b[0], 0);
    for (g = 1; g <= n; g++) {
        board *cur = &b[g % (PER + 1)];

        step(b[(g - 1) % (PER + 1)], *cur);
        if (all || g == n)
            print(*cur, g);
        for (p = 1; p <= PER && p <= g; p++)
            if (same(*cur, b[(g - p) % (PER + 1)]))
                break;
        if (p > PER || p > g)
            continue;
        if (!all && g < n)
            print(*cur, g);
        if (p == 1)
            printf("still life since generation %d\n", g - 1);
        else
            printf("cycle of period %d since generation %d\n", p, g - p);
        return 0;
    }
    printf("no cycle found\n");
    return 0;
}
