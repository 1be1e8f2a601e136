#include <array>
#include <bitset>
#include <cctype>
#include <iostream>
#include <string>

using CandidateSet = std::bitset<10>;

/** A 9x9 grid together with the digits already used in rows, columns and boxes. */
class SudokuBoard {
public:
    static constexpr int kCellCount = 81;

    /** Places a digit; returns false if it contradicts the digits already there. */
    bool place(int cell, int digit) {
        if (!candidates(cell).test(static_cast<std::size_t>(digit))) {
            return false;
        }
        setDigit(cell, digit, true);
        digits_[cell] = digit;
        return true;
    }

    void clear(int cell) {
        setDigit(cell, digits_[cell], false);
        digits_[cell] = 0;
    }

    bool isEmpty(int cell) const { return digits_[cell] == 0; }

    CandidateSet candidates(int cell) const {
        CandidateSet allowed = ~(usedInRow_[rowOf(cell)] | usedInColumn_[columnOf(cell)] | usedInBox_[boxOf(cell)]);
        allowed.reset(0);
        return allowed;
    }

    void print(std::ostream &out) const {
        for (int cell = 0; cell < kCellCount; ++cell) {
            out << (digits_[cell] == 0 ? '.' : static_cast<char>('0' + digits_[cell]));
            out << (columnOf(cell) == 8 ? '\n' : ' ');
        }
    }

private:
    std::array<int, kCellCount> digits_{};
    std::array<CandidateSet, 9> usedInRow_{};
    std::array<CandidateSet, 9> usedInColumn_{};
    std::array<CandidateSet, 9> usedInBox_{};

    static int rowOf(int cell) { return cell / 9; }
    static int columnOf(int cell) { return cell % 9; }
    static int boxOf(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

    void setDigit(int cell, int digit, bool used) {
        usedInRow_[rowOf(cell)].set(static_cast<std::size_t>(digit), used);
        usedInColumn_[columnOf(cell)].set(static_cast<std::size_t>(digit), used);
        usedInBox_[boxOf(cell)].set(static_cast<std::size_t>(digit), used);
    }
};

/** Searches solutions, always branching on the cell with the fewest candidates. */
class SudokuSolver {
public:
    explicit SudokuSolver(const SudokuBoard &puzzle) : board_(puzzle) {}

    void solve() { search(); }
    int solutionCount() const { return solutionCount_; }
    long stepCount() const { return stepCount_; }
    const SudokuBoard &firstSolution() const { return firstSolution_; }

private:
    SudokuBoard board_;
    SudokuBoard firstSolution_;
    int solutionCount_ = 0;
    long stepCount_ = 0;

    int mostConstrainedCell() const {
        int bestCell = -1;
        std::size_t fewestCandidates = 10;
        for (int cell = 0; cell < SudokuBoard::kCellCount; ++cell) {
            if (board_.isEmpty(cell) && board_.candidates(cell).count() < fewestCandidates) {
                fewestCandidates = board_.candidates(cell).count();
                bestCell = cell;
            }
        }
        return bestCell;
    }

    /** Stops as soon as a second solution proves that the puzzle is ambiguous. */
    void search() {
        const int cell = mostConstrainedCell();
        if (cell < 0) {
            if (solutionCount_ == 0) {
                firstSolution_ = board_;
            }
            ++solutionCount_;
            return;
        }
        const CandidateSet candidates = board_.candidates(cell);
        for (int digit = 1; digit <= 9 && solutionCount_ < 2; ++digit) {
            if (candidates.test(static_cast<std::size_t>(digit))) {
                ++stepCount_;
                board_.place(cell, digit);
                search();
                board_.clear(cell);
            }
        }
    }
};

/** Reads 81 cells; returns false at the end of the input. */
static bool readPuzzle(std::istream &in, SudokuBoard &board, bool &isConsistent) {
    int cell = 0;
    char symbol;
    isConsistent = true;
    while (cell < SudokuBoard::kCellCount && in.get(symbol)) {
        if (std::isdigit(static_cast<unsigned char>(symbol)) && symbol != '0') {
            isConsistent = board.place(cell, symbol - '0') && isConsistent;
            ++cell;
        } else if (symbol == '0' || symbol == '.') {
            ++cell;
        }
    }
    return cell == SudokuBoard::kCellCount;
}

static void reportPuzzle(int number, const SudokuSolver &solver, std::ostream &out) {
    static const std::string verdicts[] = {"no solution", "unique solution", "many solutions"};
    out << "puzzle " << number << ": " << verdicts[solver.solutionCount()] << ", " << solver.stepCount() << " steps\n";
    if (solver.solutionCount() > 0) {
        solver.firstSolution().print(out);
    }
}

int main() {
    bool isConsistent = true;
    for (int number = 1;; ++number) {
        SudokuBoard board;
        if (!readPuzzle(std::cin, board, isConsistent)) {
            break;
        }
        if (!isConsistent) {
            std::cout << "puzzle " << number << ": contradictory\n";
            continue;
        }
        SudokuSolver solver(board);
        solver.solve();
        reportPuzzle(number, solver, std::cout);
    }
    return 0;
}
