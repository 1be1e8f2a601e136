#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SIDE 128
#define MAX_PERIOD 16
#define ALIVE '#'
#define DEAD '.'

typedef struct {
    int rows, cols;
    unsigned char cell[MAX_SIDE][MAX_SIDE];
} board;

/* next state by [alive][number of neighbours] */
static const unsigned char rule[2][9] = {
    {0, 0, 0, 1, 0, 0, 0, 0, 0},
    {0, 0, 1, 1, 0, 0, 0, 0, 0},
};

static const struct { int dr, dc; } around[8] = {
    {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1},
};

static board ring[MAX_PERIOD + 1];

static const char *load(board *b, FILE *in)
{
    char line[MAX_SIDE + 2];

    memset(b, 0, sizeof *b);
    while (fgets(line, sizeof line, in)) {
        int length = (int)strcspn(line, "\r\n");
        int c;

        if (line[length] == '\0' && !feof(in))
            return "a line is too long";
        if (b->rows == MAX_SIDE)
            return "too many lines";
        for (c = 0; c < length; c++) {
            if (!strchr(".# O*", line[c]))
                return "only . # O * and blanks may be in the pattern";
            b->cell[b->rows][c] = line[c] != DEAD && line[c] != ' ';
        }
        if (length > b->cols)
            b->cols = length;
        b->rows++;
    }
    return b->rows && b->cols ? NULL : "the pattern is empty";
}

static void advance(const board *from, board *to)
{
    int r, c, k;

    *to = *from;
    for (r = 0; r < from->rows; r++) {
        for (c = 0; c < from->cols; c++) {
            int neighbours = 0;

            for (k = 0; k < 8; k++) {
                int nr = (r + around[k].dr + from->rows) % from->rows;
                int nc = (c + around[k].dc + from->cols) % from->cols;

                neighbours += from->cell[nr][nc];
            }
            to->cell[r][c] = rule[from->cell[r][c]][neighbours];
        }
    }
}

static int population(const board *b)
{
    int r, c, n = 0;

    for (r = 0; r < b->rows; r++)
        for (c = 0; c < b->cols; c++)
            n += b->cell[r][c];
    return n;
}

static void show(const board *b, long generation)
{
    int r, c;

    printf("generation %ld, population %d\n", generation, population(b));
    for (r = 0; r < b->rows; r++) {
        for (c = 0; c < b->cols; c++)
            putchar(b->cell[r][c] ? ALIVE : DEAD);
        putchar('\n');
    }
}

/* The least period p such that generation g equals g - p, or 0. */
static int period(long g)
{
    const board *now = &ring[g % (MAX_PERIOD + 1)];
    long p;

    for (p = 1; p <= MAX_PERIOD && p <= g; p++)
        if (memcmp(now->cell, ring[(g - p) % (MAX_PERIOD + 1)].cell, sizeof now->cell) == 0)
            return (int)p;
    return 0;
}

int main(int argc, char **argv)
{
    long g, generations = argc > 1 ? strtol(argv[1], NULL, 10) : 10;
    int every = argc > 2 && strcmp(argv[2], "all") == 0;
    const char *problem = generations < 0 ? "usage: life [GENERATIONS [all]] < pattern" : load(&ring[0], stdin);
    int found = 0;

    if (problem) {
        fprintf(stderr, "life: %s\n", problem);
        return 1;
    }
    for (g = 0; g < generations && !found; g++) {
        if (every)
            show(&ring[g % (MAX_PERIOD + 1)], g);
        advance(&ring[g % (MAX_PERIOD + 1)], &ring[(g + 1) % (MAX_PERIOD + 1)]);
        found = period(g + 1);
    }
    show(&ring[g % (MAX_PERIOD + 1)], g);
    if (population(&ring[g % (MAX_PERIOD + 1)]) == 0)
        puts("everything died");
    else if (found == 1)
        puts("still life");
    else if (found)
        printf("cycle of period %d\n", found);
    return 0;
}
