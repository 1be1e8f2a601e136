#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NR 60
#define NC 120
#define RING 16

struct field {
    int nr, nc;
    char on[NR][NC];
};

static struct field ring[RING];
static int ring_used;

static int wrap(int limit, int i)
{
    return (i + limit) % limit;
}

static int is_living(char ch)
{
    return ch != '.' && ch != ' ';
}

static int at_most(int limit, int v)
{
    return v > limit ? limit : v;
}

static int add_row(const char *s, struct field *f)
{
    int len = (int)strcspn(s, "\r\n");
    for (int i = 0; i < len && i < NC; i++)
        f->on[f->nr][i] = is_living(s[i]);
    f->nr++;
    return len;
}

static void get_field(struct field *f, FILE *in)
{
    char s[NC + 2];

    memset(f, 0, sizeof *f);
    while (f->nr < NR && fgets(s, sizeof s, in) != NULL) {
        int len = add_row(s, f);
        if (len > f->nc)
            f->nc = len;
    }
    f->nc = at_most(NC, f->nc);
}

static int new_state(int j, int i, const struct field *f)
{
    int sum = 0;

    for (int di = -1; di <= 1; di++) {
        for (int dj = -1; dj <= 1; dj++) {
            if (di != 0 || dj != 0)
                sum += f->on[wrap(f->nr, i + di)][wrap(f->nc, j + dj)];
        }
    }
    return sum == 3 || (sum == 2 && f->on[i][j]);
}

static struct field *advance(struct field *f)
{
    static struct field g;

    ring[ring_used % RING] = *f;
    ring_used++;
    memset(&g, 0, sizeof g);
    g.nr = f->nr;
    g.nc = f->nc;
    for (int i = 0; i < f->nr; i++) {
        for (int j = 0; j < f->nc; j++)
            g.on[i][j] = (char)new_state(j, i, f);
    }
    *f = g;
    return f;
}

static void print_row(int nc, const char *row)
{
    for (int j = 0; j < nc; j++)
        putchar(row[j] ? '#' : '.');
    putchar('\n');
}

static void print_field(int gen, const struct field *f)
{
    int pop = 0;

    for (int i = 0; i < f->nr; i++) {
        for (int j = 0; j < f->nc; j++)
            pop += f->on[i][j];
    }
    printf("generation %d, population %d\n", gen, pop);
    for (int i = 0; i < f->nr; i++)
        print_row(f->nc, f->on[i]);
}

/* looks for f among the earlier fields, and says so if it is there */
static int repeated(int gen, const struct field *f)
{
    for (int age = 1; age <= RING && age <= ring_used; age++) {
        if (memcmp(&ring[(ring_used - age) % RING], f, sizeof *f) == 0) {
            if (age == 1)
                printf("still life since generation %d\n", gen - 1);
            else
                printf("cycle of period %d found in generation %d\n", age, gen);
            return 1;
        }
    }
    return 0;
}

static void simulate(int limit, struct field *f)
{
    int stop = 0;

    print_field(0, f);
    for (int gen = 1; gen <= limit && !stop; gen++) {
        print_field(gen, advance(f));
        stop = repeated(gen, f);
    }
}

int main(int argc, char **argv)
{
    static struct field f;

    get_field(&f, stdin);
    if (f.nr == 0 || f.nc == 0) {
        fprintf(stderr, "life: empty pattern\n");
        return 1;
    }
    simulate(argc > 1 ? atoi(argv[1]) : 10, &f);
    return 0;
}
