#include <string.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH = 16, ROWMAX = 60, COLMAX = 120 };

typedef struct {
    char dot[ROWMAX * COLMAX];
} Area;

static Area log_book[DEPTH];
static int logged, tall, wide;

static char *spot(Area *a, int y, int x)
{
    return a->dot + (y + tall) % tall * COLMAX + (x + wide) % wide;
}

static void take_input(Area *a)
{
    char buf[COLMAX + 2];

    for (tall = wide = 0; tall < ROWMAX; ++tall) {
        char *p = buf;
        int n;

        if (fgets(buf, sizeof buf, stdin) == NULL)
            break;
        n = (int)strcspn(buf, "\n\r");
        if (n > COLMAX)
            n = COLMAX;
        if (wide < n)
            wide = n;
        while (p < buf + n) {
            a->dot[tall * COLMAX + (p - buf)] = !strchr(". ", *p);
            ++p;
        }
    }
}

static char fate(Area *a, int y, int x)
{
    int k = 9, near = 0;
    char me = *spot(a, y, x);

    while (k--)
        near += *spot(a, y - 1 + k / 3, x - 1 + k % 3);
    near -= me;
    if (near != 2)
        return near == 3;
    return me;
}

static void paint(Area *a, int gen)
{
    int y, x = 0, sum = 0;

    while (x < ROWMAX * COLMAX)
        sum += a->dot[x++];
    printf("generation %d, population %d\n", gen, sum);
    for (y = 0; y < tall; ++y) {
        x = 0;
        while (x < wide)
            putchar(".#"[(int)*spot(a, y, x++)]);
        puts("");
    }
}

static int tick(Area *a)
{
    Area fresh;
    int y = tall, age;

    memset(&fresh, 0, sizeof fresh);
    log_book[logged++ % DEPTH] = *a;
    while (y-- > 0) {
        int x = wide;
        while (x-- > 0)
            *spot(&fresh, y, x) = fate(a, y, x);
    }
    *a = fresh;
    age = 0;
    while (++age <= DEPTH && age <= logged)
        if (!memcmp(a, log_book + (logged - age) % DEPTH, sizeof *a))
            return age;
    return 0;
}

int main(int argc, char **argv)
{
    static Area area;
    int until = 10, gen = 0, age;

    take_input(&area);
    if (tall * wide == 0) {
        fputs("life: empty pattern\n", stderr);
        return EXIT_FAILURE;
    }
    if (argc >= 2)
        until = atoi(argv[1]);
    paint(&area, gen);
    while (++gen <= until) {
        age = tick(&area);
        paint(&area, gen);
        if (!age)
            continue;
        if (age != 1)
            printf("cycle of period %d found in generation %d\n", age, gen);
        else
            printf("still life since generation %d\n", gen - 1);
        break;
    }
    return EXIT_SUCCESS;
}
