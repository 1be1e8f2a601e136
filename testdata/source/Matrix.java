package example.numbers;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** A dense matrix of doubles, row by row. */
public class Matrix {
    private final int rows;
    private final int columns;
    private final double[] values;

    public Matrix(int rows, int columns) {
        if (rows < 1 || columns < 1) {
            throw new IllegalArgumentException(rows + " by " + columns);
        }
        this.rows = rows;
        this.columns = columns;
        this.values = new double[rows * columns];
    }

    public static Matrix identity(int size) {
        Matrix m = new Matrix(size, size);
        for (int i = 0; i < size; i++) {
            m.set(i, i, 1.0);
        }
        return m;
    }

    public static Matrix random(int rows, int columns, long seed) {
        Random random = new Random(seed);
        Matrix m = new Matrix(rows, columns);
        for (int i = 0; i < m.values.length; i++) {
            m.values[i] = random.nextGaussian();
        }
        return m;
    }

    public double get(int row, int column) {
        return values[row * columns + column];
    }

    public void set(int row, int column, double value) {
        values[row * columns + column] = value;
    }

    public Matrix plus(Matrix other) {
        sameShape(other);
        Matrix sum = new Matrix(rows, columns);
        for (int i = 0; i < values.length; i++) {
            sum.values[i] = values[i] + other.values[i];
        }
        return sum;
    }

    public Matrix times(Matrix other) {
        if (columns != other.rows) {
            throw new IllegalArgumentException("columns " + columns + ", rows " + other.rows);
        }
        Matrix product = new Matrix(rows, other.columns);
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < columns; k++) {
                double a = get(i, k);
                if (a == 0.0) {
                    continue; // sparse rows are common
                }
                for (int j = 0; j < other.columns; j++) {
                    product.values[i * other.columns + j] += a * other.get(k, j);
                }
            }
        }
        return product;
    }

    public Matrix transposed() {
        Matrix t = new Matrix(columns, rows);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                t.set(j, i, get(i, j));
            }
        }
        return t;
    }

    public Matrix map(DoubleUnaryOperator f) {
        Matrix m = new Matrix(rows, columns);
        for (int i = 0; i < values.length; i++) {
            m.values[i] = f.applyAsDouble(values[i]);
        }
        return m;
    }

    public double determinant() {
        if (rows != columns) {
            throw new IllegalStateException("not square");
        }
        double[] work = Arrays.copyOf(values, values.length);
        double determinant = 1.0;
        for (int step = 0; step < rows; step++) {
            int pivot = step;
            for (int i = step + 1; i < rows; i++) {
                if (Math.abs(work[i * columns + step]) > Math.abs(work[pivot * columns + step])) {
                    pivot = i;
                }
            }
            if (work[pivot * columns + step] == 0.0) {
                return 0.0;
            }
            if (pivot != step) {
                for (int j = 0; j < columns; j++) {
                    double swapped = work[step * columns + j];
                    work[step * columns + j] = work[pivot * columns + j];
                    work[pivot * columns + j] = swapped;
                }
                determinant = -determinant;
            }
            determinant *= work[step * columns + step];
            for (int i = step + 1; i < rows; i++) {
                double factor = work[i * columns + step] / work[step * columns + step];
                for (int j = step; j < columns; j++) {
                    work[i * columns + j] -= factor * work[step * columns + j];
                }
            }
        }
        return determinant;
    }

    private void sameShape(Matrix other) {
        if (rows != other.rows || columns != other.columns) {
            throw new IllegalArgumentException("shapes differ");
        }
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                out.append(String.format("%10.4f", get(i, j)));
            }
            out.append('\n');
        }
        return out.toString();
    }
}
