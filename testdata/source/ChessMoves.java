package example.chess;

import java.util.Arrays;

/*
 * Moves on a 0x88 board: squares are rank * 16 + file, so that a square is off the
 * board exactly when sq & 0x88 is not zero. Speed matters here, beauty does not:
 * moves are ints, and lists of them are arrays.
 *
 * A move: from | to << 7 | promoted << 14 | flags << 17
 */
public final class ChessMoves {
    static final int EMPTY = 0, PAWN = 1, KNIGHT = 2, BISHOP = 3, ROOK = 4, QUEEN = 5, KING = 6;
    static final int BLACK = 8;
    static final int CAPTURE = 1 << 17, DOUBLE = 1 << 18, EN_PASSANT = 1 << 19, CASTLE = 1 << 20;
    static final int MAX_MOVES = 256;

    private static final String LETTERS = ".PNBRQK..pnbrqk";
    private static final int[][] STEPS = {
        {}, {}, {-33, -31, -18, -14, 14, 18, 31, 33}, {-17, -15, 15, 17}, {-16, -1, 1, 16},
        {-17, -16, -15, -1, 1, 15, 16, 17}, {-17, -16, -15, -1, 1, 15, 16, 17},
    };
    // Which castling rights are left once something moves from or to a square.
    private static final int[] RIGHTS = new int[128];

    static {
        Arrays.fill(RIGHTS, 15);
        RIGHTS[0x00] = ~2 & 15; RIGHTS[0x04] = ~3 & 15; RIGHTS[0x07] = ~1 & 15;
        RIGHTS[0x70] = ~8 & 15; RIGHTS[0x74] = ~12 & 15; RIGHTS[0x77] = ~4 & 15;
    }

    private final int[] board = new int[128];
    private final int[] kings = new int[2];
    private int side; // 0 or BLACK
    private int rights;
    private int passant = -1;
    private int quiet;

    // What unmake needs, as a stack.
    private final int[] undo = new int[4096];
    private int depth;

    public ChessMoves(String fen) {
        String[] fields = fen.trim().split("\\s+");
        if (fields.length < 4) throw new IllegalArgumentException("not a position: " + fen);
        int sq = 0x70;
        for (char c : fields[0].toCharArray()) {
            if (c == '/') {
                sq = (sq & 0x70) - 16;
            } else if (c >= '1' && c <= '8') {
                sq += c - '0';
            } else {
                int piece = LETTERS.indexOf(c);
                if (piece <= 0 || sq < 0 || (sq & 0x88) != 0) throw new IllegalArgumentException("bad board: " + fields[0]);
                board[sq] = piece;
                if ((piece & 7) == KING) kings[piece >> 3] = sq;
                sq++;
            }
        }
        side = fields[1].equals("b") ? BLACK : 0;
        for (char c : fields[2].toCharArray()) {
            int bit = "KQkq".indexOf(c);
            if (bit >= 0) rights |= 1 << bit;
        }
        if (!fields[3].equals("-")) passant = square(fields[3]);
        quiet = fields.length > 4 ? Integer.parseInt(fields[4]) : 0;
    }

    static int square(String name) {
        return (name.charAt(1) - '1') * 16 + name.charAt(0) - 'a';
    }

    static String name(int sq) {
        return "" + (char) ('a' + (sq & 7)) + (char) ('1' + (sq >> 4));
    }

    static String text(int move) {
        int promoted = move >> 14 & 7;
        String text = name(move & 127) + name(move >> 7 & 127);
        return promoted == 0 ? text : text + LETTERS.charAt(promoted + 8);
    }

    boolean attacked(int sq, int by) {
        int back = by == 0 ? -16 : 16;
        for (int wing = -1; wing <= 1; wing += 2) {
            int from = sq + back + wing;
            if ((from & 0x88) == 0 && board[from] == (PAWN | by)) return true;
        }
        for (int step : STEPS[KNIGHT]) {
            int from = sq + step;
            if ((from & 0x88) == 0 && board[from] == (KNIGHT | by)) return true;
        }
        for (int step : STEPS[QUEEN]) {
            boolean straight = step == 1 || step == -1 || step == 16 || step == -16;
            int from = sq + step;
            if ((from & 0x88) == 0 && board[from] == (KING | by)) return true;
            while ((from & 0x88) == 0) {
                int piece = board[from];
                if (piece != EMPTY) {
                    if (piece == (QUEEN | by) || piece == ((straight ? ROOK : BISHOP) | by)) return true;
                    break;
                }
                from += step;
            }
        }
        return false;
    }

    boolean inCheck() {
        return attacked(kings[side >> 3], side ^ BLACK);
    }

    private int pawnMoves(int from, int[] moves, int n) {
        int ahead = side == 0 ? 16 : -16;
        int home = side == 0 ? 1 : 6;
        int to = from + ahead;
        if ((to & 0x88) == 0 && board[to] == EMPTY) {
            n = pawnTo(from, to, 0, moves, n);
            if (from >> 4 == home && board[to + ahead] == EMPTY) {
                moves[n++] = from | (to + ahead) << 7 | DOUBLE;
            }
        }
        for (int wing = -1; wing <= 1; wing += 2) {
            to = from + ahead + wing;
            if ((to & 0x88) != 0) continue;
            if (board[to] != EMPTY && (board[to] & BLACK) != side) {
                n = pawnTo(from, to, CAPTURE, moves, n);
            } else if (to == passant) {
                moves[n++] = from | to << 7 | CAPTURE | EN_PASSANT;
            }
        }
        return n;
    }

    private static int pawnTo(int from, int to, int flags, int[] moves, int n) {
        int move = from | to << 7 | flags;
        if (to >> 4 != 0 && to >> 4 != 7) {
            moves[n++] = move;
            return n;
        }
        for (int promoted = QUEEN; promoted >= KNIGHT; promoted--) moves[n++] = move | promoted << 14;
        return n;
    }

    private int castles(int[] moves, int n) {
        int king = side == 0 ? 0x04 : 0x74;
        int mine = side == 0 ? rights & 3 : rights >> 2;
        int them = side ^ BLACK;
        if (mine == 0 || attacked(king, them)) return n;
        if ((mine & 1) != 0 && board[king + 1] == EMPTY && board[king + 2] == EMPTY && !attacked(king + 1, them)) {
            moves[n++] = king | (king + 2) << 7 | CASTLE;
        }
        if ((mine & 2) != 0 && board[king - 1] == EMPTY && board[king - 2] == EMPTY && board[king - 3] == EMPTY
                && !attacked(king - 1, them)) {
            moves[n++] = king | (king - 2) << 7 | CASTLE;
        }
        return n;
    }

    /** Fills in moves that obey the rules but for the king's safety; returns how many. */
    int pseudoMoves(int[] moves) {
        int n = 0;
        for (int from = 0; from < 128; from++) {
            if ((from & 0x88) != 0) { from += 7; continue; }
            int piece = board[from];
            if (piece == EMPTY || (piece & BLACK) != side) continue;
            int kind = piece & 7;
            if (kind == PAWN) {
                n = pawnMoves(from, moves, n);
                continue;
            }
            boolean slides = kind >= BISHOP && kind <= QUEEN;
            for (int step : STEPS[kind]) {
                for (int to = from + step; (to & 0x88) == 0; to += step) {
                    if (board[to] == EMPTY) {
                        moves[n++] = from | to << 7;
                    } else {
                        if ((board[to] & BLACK) != side) moves[n++] = from | to << 7 | CAPTURE;
                        break;
                    }
                    if (!slides) break;
                }
            }
        }
        return castles(moves, n);
    }

    /** Makes a move; false, with nothing changed, if it leaves the king in check. */
    boolean make(int move) {
        int from = move & 127, to = move >> 7 & 127;
        int piece = board[from], victim = board[to];
        undo[depth++] = victim;
        undo[depth++] = rights;
        undo[depth++] = passant;
        undo[depth++] = quiet;
        quiet = (piece & 7) == PAWN || victim != EMPTY ? 0 : quiet + 1;
        board[from] = EMPTY;
        board[to] = (move >> 14 & 7) != 0 ? (move >> 14 & 7) | side : piece;
        if ((move & EN_PASSANT) != 0) board[from & 0x70 | to & 7] = EMPTY;
        if ((move & CASTLE) != 0) moveRook(to, false);
        if ((piece & 7) == KING) kings[side >> 3] = to;
        passant = (move & DOUBLE) != 0 ? (from + to) / 2 : -1;
        rights &= RIGHTS[from] & RIGHTS[to];
        side ^= BLACK;
        if (attacked(kings[(side ^ BLACK) >> 3], side)) {
            unmake(move);
            return false;
        }
        return true;
    }

    void unmake(int move) {
        int from = move & 127, to = move >> 7 & 127;
        side ^= BLACK;
        quiet = undo[--depth];
        passant = undo[--depth];
        rights = undo[--depth];
        int victim = undo[--depth];
        board[from] = (move >> 14 & 7) != 0 ? PAWN | side : board[to];
        board[to] = victim;
        if ((move & EN_PASSANT) != 0) board[from & 0x70 | to & 7] = PAWN | side ^ BLACK;
        if ((move & CASTLE) != 0) moveRook(to, true);
        if ((board[from] & 7) == KING) kings[side >> 3] = from;
    }

    private void moveRook(int king, boolean back) {
        int corner = (king & 7) == 6 ? king + 1 : king - 2;
        int beside = (king & 7) == 6 ? king - 1 : king + 1;
        int from = back ? beside : corner, to = back ? corner : beside;
        board[to] = board[from];
        board[from] = EMPTY;
    }

    /** How many positions are some plies away: what every generator is tested with. */
    long perft(int plies) {
        if (plies == 0) return 1;
        int[] moves = new int[MAX_MOVES];
        int n = pseudoMoves(moves);
        long count = 0;
        for (int i = 0; i < n; i++) {
            if (!make(moves[i])) continue;
            count += perft(plies - 1);
            unmake(moves[i]);
        }
        return count;
    }

    int parse(String text) {
        int[] moves = new int[MAX_MOVES];
        int n = pseudoMoves(moves);
        for (int i = 0; i < n; i++) {
            if (!text(moves[i]).equals(text)) continue;
            if (!make(moves[i])) throw new IllegalArgumentException(text + " leaves the king in check");
            unmake(moves[i]);
            return moves[i];
        }
        throw new IllegalArgumentException("no such move: " + text);
    }

    @Override public String toString() {
        StringBuilder out = new StringBuilder();
        for (int rank = 7; rank >= 0; rank--) {
            out.append(rank + 1).append(' ');
            for (int file = 0; file < 8; file++) out.append(' ').append(LETTERS.charAt(board[rank * 16 + file]));
            out.append('\n');
        }
        return out.append("   a b c d e f g h\n").toString();
    }

    public static void main(String[] args) {
        String start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        ChessMoves game = new ChessMoves(args.length > 0 ? args[0] : start);
        System.out.print(game);
        for (int plies = 1; plies <= 4; plies++) {
            long started = System.nanoTime();
            long count = game.perft(plies);
            System.out.printf("%d: %d in %.1f ms%n", plies, count, (System.nanoTime() - started) / 1e6);
        }
    }
}
