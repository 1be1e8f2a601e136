#include <string.h>
#include <stdlib.h>
#include <stdio.h>

#define KEPT 16
#define WIDTH 120
#define HEIGHT 60

/* the torus */
struct torus {
    char cell[HEIGHT][WIDTH];
    int cols;
    int rows;
};

/* what was before */
struct memory {
    int saved;
    struct torus old[KEPT];
};

static void tell(int gen, int length)
{
    if (length != 1)
        printf("cycle of period %d found in generation %d\n", length, gen);
    else
        printf("still life since generation %d\n", gen - 1);
}

static int equal(const struct torus *b, const struct torus *a)
{
    return 0 == memcmp(b, a, sizeof *b);
}

/* number of living cells */
static int living(const struct torus *t)
{
    int c, r;
    int total = 0;

    for (r = 0; t->rows > r; ++r) {
        for (c = 0; t->cols > c; ++c)
            total = t->cell[r][c] + total;
    }
    return total;
}

static void draw(int gen, const struct torus *t)
{
    int c, r;
    int total = living(t);

    printf("generation %d, population %d\n", gen, total);
    for (r = 0; t->rows > r; ++r) {
        for (c = 0; t->cols > c; ++c)
            putchar(0 == t->cell[r][c] ? '.' : '#');
        putchar('\n');
    }
}

static int search(const struct torus *t, const struct memory *m)
{
    int where;
    int back;

    for (back = 1; m->saved >= back && KEPT >= back; ++back) {
        where = (m->saved - back) % KEPT;
        if (equal(t, &m->old[where]))
            return back;
    }
    return 0;
}

static void save(const struct torus *t, struct memory *m)
{
    int where = m->saved % KEPT;

    m->saved += 1;
    m->old[where] = *t;
}

/* the eight cells around */
static int eight(int c, int r, const struct torus *t)
{
    int dc, dr;
    int total = 0;

    for (dr = -1; 1 >= dr; ++dr) {
        for (dc = -1; 1 >= dc; ++dc) {
            int c2 = (t->cols + c + dc) % t->cols;
            int r2 = (t->rows + r + dr) % t->rows;
            if (0 != dc || 0 != dr)
                total = t->cell[r2][c2] + total;
        }
    }
    return total;
}

static void forward(struct torus *after, const struct torus *before)
{
    int c, r;
    int around = 0;

    memset(after, 0, sizeof *after);
    after->cols = before->cols;
    after->rows = before->rows;
    for (r = 0; before->rows > r; ++r) {
        for (c = 0; before->cols > c; ++c) {
            around = eight(c, r, before);
            after->cell[r][c] = (before->cell[r][c] && 2 == around) || 3 == around;
        }
    }
}

static void input(struct torus *t, FILE *file)
{
    int c, size = 0;
    char text[2 + WIDTH];

    memset(t, 0, sizeof *t);
    while (HEIGHT > t->rows && NULL != fgets(text, sizeof text, file)) {
        size = (int)strcspn(text, "\n\r");
        if (t->cols < size)
            t->cols = size;
        for (c = 0; WIDTH > c && size > c; ++c)
            t->cell[t->rows][c] = ' ' != text[c] && '.' != text[c];
        t->rows += 1;
    }
    if (WIDTH < t->cols)
        t->cols = WIDTH;
}

int main(int argc, char **argv)
{
    static struct memory m;
    static struct torus after, now;
    int gen, length = 0;
    int last = 10;

    if (1 < argc)
        last = atoi(argv[1]);
    input(&now, stdin);
    if (0 == now.cols || 0 == now.rows) {
        fprintf(stderr, "life: empty pattern\n");
        return EXIT_FAILURE;
    }
    draw(0, &now);
    for (gen = 1; 0 == length && last >= gen; ++gen) {
        forward(&after, &now);
        save(&now, &m);
        now = after;
        length = search(&now, &m);
        draw(gen, &now);
        if (0 < length)
            tell(gen, length);
    }
    return EXIT_SUCCESS;
}
