#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXIMUM_ROWS 60
#define MAXIMUM_COLUMNS 120
#define HISTORY_LENGTH 16

/** A board whose opposite edges are glued together. */
struct board {
    int row_count;
    int column_count;
    char alive[MAXIMUM_ROWS][MAXIMUM_COLUMNS];
};

/** The latest generations, as a ring, used to recognise cycles. */
struct board_history {
    struct board boards[HISTORY_LENGTH];
    int recorded_count;
};

/** Reads rows of text; every character but '.' and blank is a living cell. */
static void read_board(FILE *input, struct board *board)
{
    char line[MAXIMUM_COLUMNS + 2];

    memset(board, 0, sizeof *board);
    while (board->row_count < MAXIMUM_ROWS && fgets(line, sizeof line, input) != NULL) {
        int length = (int)strcspn(line, "\r\n");
        for (int column = 0; column < length && column < MAXIMUM_COLUMNS; column++)
            board->alive[board->row_count][column] = line[column] != '.' && line[column] != ' ';
        if (length > board->column_count)
            board->column_count = length;
        board->row_count++;
    }
    if (board->column_count > MAXIMUM_COLUMNS)
        board->column_count = MAXIMUM_COLUMNS;
}

static int count_living_neighbours(const struct board *board, int row, int column)
{
    int neighbours = 0;

    for (int row_step = -1; row_step <= 1; row_step++) {
        for (int column_step = -1; column_step <= 1; column_step++) {
            int near_row = (row + row_step + board->row_count) % board->row_count;
            int near_column = (column + column_step + board->column_count) % board->column_count;
            if (row_step != 0 || column_step != 0)
                neighbours += board->alive[near_row][near_column];
        }
    }
    return neighbours;
}

static void compute_next_generation(const struct board *current, struct board *next)
{
    memset(next, 0, sizeof *next);
    next->row_count = current->row_count;
    next->column_count = current->column_count;
    for (int row = 0; row < current->row_count; row++) {
        for (int column = 0; column < current->column_count; column++) {
            int neighbours = count_living_neighbours(current, row, column);
            next->alive[row][column] = neighbours == 3 || (neighbours == 2 && current->alive[row][column]);
        }
    }
}

static int boards_are_equal(const struct board *left, const struct board *right)
{
    return memcmp(left, right, sizeof *left) == 0;
}

static void remember_board(struct board_history *history, const struct board *board)
{
    history->boards[history->recorded_count % HISTORY_LENGTH] = *board;
    history->recorded_count++;
}

/** Returns after how many generations the board repeats itself, 0 if it does not. */
static int find_period(const struct board_history *history, const struct board *board)
{
    for (int age = 1; age <= HISTORY_LENGTH && age <= history->recorded_count; age++) {
        int slot = (history->recorded_count - age) % HISTORY_LENGTH;
        if (boards_are_equal(&history->boards[slot], board))
            return age;
    }
    return 0;
}

static int count_population(const struct board *board)
{
    int population = 0;

    for (int row = 0; row < board->row_count; row++) {
        for (int column = 0; column < board->column_count; column++)
            population += board->alive[row][column];
    }
    return population;
}

static void print_board(const struct board *board, int generation)
{
    printf("generation %d, population %d\n", generation, count_population(board));
    for (int row = 0; row < board->row_count; row++) {
        for (int column = 0; column < board->column_count; column++)
            putchar(board->alive[row][column] ? '#' : '.');
        putchar('\n');
    }
}

static void report_period(int period, int generation)
{
    if (period == 1)
        printf("still life since generation %d\n", generation - 1);
    else
        printf("cycle of period %d found in generation %d\n", period, generation);
}

int main(int argc, char **argv)
{
    static struct board current_board, next_board;
    static struct board_history history;
    int generation_limit = argc > 1 ? atoi(argv[1]) : 10;
    int period = 0;

    read_board(stdin, &current_board);
    if (current_board.row_count == 0 || current_board.column_count == 0) {
        fprintf(stderr, "life: empty pattern\n");
        return 1;
    }
    print_board(&current_board, 0);
    for (int generation = 1; generation <= generation_limit && period == 0; generation++) {
        remember_board(&history, &current_board);
        compute_next_generation(&current_board, &next_board);
        current_board = next_board;
        print_board(&current_board, generation);
        period = find_period(&history, &current_board);
        if (period > 0)
            report_period(period, generation);
    }
    return 0;
}
