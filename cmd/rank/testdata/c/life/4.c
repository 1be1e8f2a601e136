#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 100
#define KEEP 16

/* the board and the boards of the last generations */
char board[SIZE][SIZE];
char next[SIZE][SIZE];
char old[KEEP][SIZE][SIZE];
int height = 0;
int width = 0;

void read_board(void)
{
    char line[SIZE + 2];
    int i, len;

    memset(board, 0, sizeof(board));
    while (height < SIZE && fgets(line, sizeof(line), stdin) != NULL) {
        len = strlen(line);
        if (len > 0 && line[len - 1] == '\n') {
            line[len - 1] = '\0';
            len--;
        }
        if (line[0] == '!')     /* comment */
            continue;
        if (len > SIZE)
            len = SIZE;
        for (i = 0; i < len; i++) {
            if (line[i] == '#' || line[i] == 'O' || line[i] == '*')
                board[height][i] = 1;
        }
        if (len > width)
            width = len;
        height++;
    }
}

void print_board(int generation)
{
    int i, j, alive = 0;

    for (i = 0; i < height; i++) {
        for (j = 0; j < width; j++) {
            if (board[i][j] == 1) {
                printf("#");
                alive++;
            } else {
                printf(".");
            }
        }
        printf("\n");
    }
    printf("generation %d, population %d\n\n", generation, alive);
}

void step(void)
{
    int i, j, up, down, left, right, n;

    for (i = 0; i < height; i++) {
        for (j = 0; j < width; j++) {
            /* the neighbours, over the edge we come to the other side */
            up = i - 1;
            if (up < 0)
                up = height - 1;
            down = i + 1;
            if (down == height)
                down = 0;
            left = j - 1;
            if (left < 0)
                left = width - 1;
            right = j + 1;
            if (right == width)
                right = 0;
            n = board[up][left] + board[up][j] + board[up][right];
            n = n + board[i][left] + board[i][right];
            n = n + board[down][left] + board[down][j] + board[down][right];
            if (n == 3)
                next[i][j] = 1;
            else if (n == 2 && board[i][j] == 1)
                next[i][j] = 1;
            else
                next[i][j] = 0;
        }
    }
}

int main(int argc, char *argv[])
{
    int generations = 10, all = 0, g, p, found = 0;

    if (argc > 1)
        generations = atoi(argv[1]);
    if (argc > 2 && strcmp(argv[2], "all") == 0)
        all = 1;
    read_board();
    if (height == 0 || width == 0) {
        printf("there is no board\n");
        return 1;
    }
    print_board(0);
    for (g = 1; g <= generations && found == 0; g++) {
        memcpy(old[(g - 1) % KEEP], board, sizeof(board));
        step();
        memcpy(board, next, sizeof(board));
        if (all == 1)
            print_board(g);
        /* compare with the boards before, nearest first */
        for (p = 1; p <= KEEP && p <= g; p++) {
            if (memcmp(board, old[(g - p) % KEEP], sizeof(board)) == 0) {
                found = p;
                break;
            }
        }
    }
    if (all == 0)
        print_board(g - 1);
    if (found == 1)
        printf("still life since generation %d\n", g - 2);
    else if (found > 1)
        printf("cycle of period %d since generation %d\n", found, g - 1 - found);
    else
        printf("no cycle up to period %d\n", KEEP);
    return 0;
}
