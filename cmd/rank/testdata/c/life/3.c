#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 64
#define MEMORY 16   /* longest period we look for */

/* A whole board is a value: it is passed and returned by copy. */
struct board {
    int rows, cols;
    unsigned char cell[SIDE][SIDE];
};

struct history {
    int used;
    struct board past[MEMORY];
};

static int alive(const struct board *b, int r, int c)
{
    return b->cell[(r + b->rows) % b->rows][(c + b->cols) % b->cols];
}

static int neighbours(const struct board *b, int r, int c)
{
    int sum = 0;

    for (int d = 0; d < 9; d++)
        sum += d == 4 ? 0 : alive(b, r + d / 3 - 1, c + d % 3 - 1);
    return sum;
}

static struct board next(struct board b)
{
    static const unsigned char rule[2][9] = {
        { 0, 0, 0, 1, 0, 0, 0, 0, 0 },
        { 0, 0, 1, 1, 0, 0, 0, 0, 0 },
    };
    struct board n = { b.rows, b.cols, { { 0 } } };

    for (int i = 0; i < b.rows * b.cols; i++) {
        int r = i / b.cols, c = i % b.cols;
        n.cell[r][c] = rule[alive(&b, r, c)][neighbours(&b, r, c)];
    }
    return n;
}

static int population(struct board b)
{
    int sum = 0;

    for (int i = 0; i < b.rows * b.cols; i++)
        sum += b.cell[i / b.cols][i % b.cols];
    return sum;
}

static int equal(const struct board *a, const struct board *b)
{
    return !memcmp(a->cell, b->cell, sizeof a->cell);
}

/* After how many steps b came again; 0 if it is not in the history. */
static int period(const struct history *h, const struct board *b, int back)
{
    if (back > h->used || back > MEMORY)
        return 0;
    if (equal(&h->past[(h->used - back) % MEMORY], b))
        return back;
    return period(h, b, back + 1);
}

static void remember(struct history *h, struct board b)
{
    h->past[h->used++ % MEMORY] = b;
}

static void print(struct board b, int generation)
{
    printf("generation %d, population %d\n", generation, population(b));
    for (int r = 0; r < b.rows; r++) {
        for (int c = 0; c < b.cols; c++)
            putchar(b.cell[r][c] ? '#' : '.');
        putchar('\n');
    }
}

static struct board read_board(FILE *in)
{
    struct board b = { 0, 0, { { 0 } } };
    char line[SIDE + 2];

    while (b.rows < SIDE && fgets(line, sizeof line, in)) {
        int n = (int)strcspn(line, "\r\n");
        if (n > SIDE)
            n = SIDE;
        for (int c = 0; c < n; c++)
            b.cell[b.rows][c] = line[c] == '#' || line[c] == 'O';
        b.cols = n > b.cols ? n : b.cols;
        b.rows++;
    }
    return b;
}

int main(int argc, char **argv)
{
    static struct history seen;
    int limit = argc > 1 ? atoi(argv[1]) : 100;
    struct board b = read_board(stdin);
    int generation = 0, repeats = 0;

    if (b.rows == 0 || b.cols == 0) {
        fprintf(stderr, "empty pattern\n");
        return 1;
    }
    print(b, 0);
    while (generation < limit && !repeats) {
        remember(&seen, b);
        b = next(b);
        generation++;
        repeats = period(&seen, &b, 1);
    }
    print(b, generation);
    if (population(b) == 0)
        puts("everything is dead");
    else if (repeats == 1)
        puts("still life");
    else if (repeats)
        printf("cycle of period %d\n", repeats);
    else
        puts("no cycle found");
    return 0;
}
