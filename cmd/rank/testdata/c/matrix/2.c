#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_LENGTH 32
#define MAXIMUM_MATRICES 64

/** A named matrix whose elements are stored row by row. */
struct matrix {
    char name[NAME_LENGTH];
    int row_count;
    int column_count;
    double *elements;
};

static struct matrix matrix_store[MAXIMUM_MATRICES];
static int stored_matrix_count = 0;

static double *element_at(const struct matrix *matrix, int row, int column)
{
    return &matrix->elements[row * matrix->column_count + column];
}

static double *allocate_elements(int row_count, int column_count)
{
    double *elements = calloc((size_t)row_count * (size_t)column_count, sizeof *elements);

    if (elements == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return elements;
}

static struct matrix *find_matrix(const char *name)
{
    for (int i = 0; i < stored_matrix_count; i++) {
        if (strcmp(matrix_store[i].name, name) == 0)
            return &matrix_store[i];
    }
    printf("error: no matrix %s\n", name);
    return NULL;
}

/** Stores the matrix under its name; an older one of that name is replaced. */
static void store_matrix(struct matrix new_matrix)
{
    for (int i = 0; i < stored_matrix_count; i++) {
        if (strcmp(matrix_store[i].name, new_matrix.name) == 0) {
            free(matrix_store[i].elements);
            matrix_store[i] = new_matrix;
            return;
        }
    }
    if (stored_matrix_count == MAXIMUM_MATRICES) {
        printf("error: too many matrices\n");
        free(new_matrix.elements);
        return;
    }
    matrix_store[stored_matrix_count++] = new_matrix;
}

static struct matrix create_matrix(const char *name, int row_count, int column_count)
{
    struct matrix created;

    snprintf(created.name, sizeof created.name, "%s", name);
    created.row_count = row_count;
    created.column_count = column_count;
    created.elements = allocate_elements(row_count, column_count);
    return created;
}

static void read_matrix(FILE *input, const char *name)
{
    struct matrix created;
    int row_count, column_count;

    if (fscanf(input, "%d %d", &row_count, &column_count) != 2 || row_count < 1 || column_count < 1) {
        printf("error: bad size of %s\n", name);
        return;
    }
    created = create_matrix(name, row_count, column_count);
    for (int i = 0; i < row_count * column_count; i++) {
        if (fscanf(input, "%lf", &created.elements[i]) != 1) {
            printf("error: %s has too few numbers\n", name);
            free(created.elements);
            return;
        }
    }
    store_matrix(created);
}

static void add_matrices(const char *target, const struct matrix *left, const struct matrix *right)
{
    struct matrix sum;

    if (left->row_count != right->row_count || left->column_count != right->column_count) {
        printf("error: sizes differ\n");
        return;
    }
    sum = create_matrix(target, left->row_count, left->column_count);
    for (int i = 0; i < left->row_count * left->column_count; i++)
        sum.elements[i] = left->elements[i] + right->elements[i];
    store_matrix(sum);
}

static void multiply_matrices(const char *target, const struct matrix *left, const struct matrix *right)
{
    struct matrix product;

    if (left->column_count != right->row_count) {
        printf("error: inner sizes differ\n");
        return;
    }
    product = create_matrix(target, left->row_count, right->column_count);
    for (int row = 0; row < product.row_count; row++) {
        for (int column = 0; column < product.column_count; column++) {
            for (int inner = 0; inner < left->column_count; inner++)
                *element_at(&product, row, column) += *element_at(left, row, inner) * *element_at(right, inner, column);
        }
    }
    store_matrix(product);
}

static void transpose_matrix(const char *target, const struct matrix *source)
{
    struct matrix transposed = create_matrix(target, source->column_count, source->row_count);

    for (int row = 0; row < source->row_count; row++) {
        for (int column = 0; column < source->column_count; column++)
            *element_at(&transposed, column, row) = *element_at(source, row, column);
    }
    store_matrix(transposed);
}

/** Row with the largest absolute value in the column, at or below the diagonal. */
static int find_pivot_row(const struct matrix *matrix, int column)
{
    int pivot_row = column;

    for (int row = column + 1; row < matrix->row_count; row++) {
        if (fabs(*element_at(matrix, row, column)) > fabs(*element_at(matrix, pivot_row, column)))
            pivot_row = row;
    }
    return pivot_row;
}

static double determinant_of(const struct matrix *source)
{
    int size = source->row_count;
    double determinant = 1.0;
    struct matrix work = create_matrix("", size, size);

    memcpy(work.elements, source->elements, sizeof(double) * (size_t)size * (size_t)size);
    for (int column = 0; column < size && determinant != 0.0; column++) {
        int pivot_row = find_pivot_row(&work, column);
        double pivot = *element_at(&work, pivot_row, column);
        if (pivot_row != column) {
            determinant = -determinant;
            for (int k = 0; k < size; k++) {
                double swapped = *element_at(&work, column, k);
                *element_at(&work, column, k) = *element_at(&work, pivot_row, k);
                *element_at(&work, pivot_row, k) = swapped;
            }
        }
        determinant *= pivot;
        for (int row = column + 1; row < size && pivot != 0.0; row++) {
            double factor = *element_at(&work, row, column) / pivot;
            for (int k = column; k < size; k++)
                *element_at(&work, row, k) -= factor * *element_at(&work, column, k);
        }
    }
    free(work.elements);
    return determinant;
}

static void print_matrix(const struct matrix *matrix)
{
    printf("%s (%d x %d)\n", matrix->name, matrix->row_count, matrix->column_count);
    for (int row = 0; row < matrix->row_count; row++) {
        for (int column = 0; column < matrix->column_count; column++)
            printf(" %10.4g", *element_at(matrix, row, column));
        printf("\n");
    }
}

static void execute_command(const char *command, FILE *input)
{
    char first[NAME_LENGTH], second[NAME_LENGTH], target[NAME_LENGTH];
    struct matrix *left, *right;

    if (fscanf(input, "%31s", first) != 1) {
        printf("error: %s needs a name\n", command);
    } else if (strcmp(command, "matrix") == 0) {
        read_matrix(input, first);
    } else if (strcmp(command, "print") == 0) {
        if ((left = find_matrix(first)) != NULL)
            print_matrix(left);
    } else if (strcmp(command, "det") == 0) {
        if ((left = find_matrix(first)) == NULL)
            return;
        if (left->row_count != left->column_count)
            printf("error: %s is not square\n", first);
        else
            printf("det %s = %g\n", first, determinant_of(left));
    } else if (strcmp(command, "transpose") == 0) {
        if (fscanf(input, "%31s", target) == 1 && (left = find_matrix(first)) != NULL)
            transpose_matrix(target, left);
    } else if (strcmp(command, "add") == 0 || strcmp(command, "mul") == 0) {
        if (fscanf(input, "%31s %31s", second, target) != 2)
            return;
        if ((left = find_matrix(first)) == NULL || (right = find_matrix(second)) == NULL)
            return;
        if (command[0] == 'a')
            add_matrices(target, left, right);
        else
            multiply_matrices(target, left, right);
    } else {
        printf("error: unknown command %s\n", command);
    }
}

int main(void)
{
    char command[NAME_LENGTH];

    while (scanf("%31s", command) == 1)
        execute_command(command, stdin);
    for (int i = 0; i < stored_matrix_count; i++)
        free(matrix_store[i].elements);
    return 0;
}
