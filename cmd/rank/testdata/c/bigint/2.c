#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** A whole number: decimal digits, the lowest first, and a sign. */
struct big_number {
    int is_negative;
    size_t digit_count;
    unsigned char *digits;
};

static struct big_number big_number_allocate(size_t digit_count)
{
    struct big_number number = {0, digit_count, calloc(digit_count, 1)};

    if (number.digits == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return number;
}

static void big_number_release(struct big_number *number)
{
    free(number->digits);
    number->digits = NULL;
}

/** Removes leading zeros; zero itself keeps one digit and no sign. */
static void big_number_normalise(struct big_number *number)
{
    while (number->digit_count > 1 && number->digits[number->digit_count - 1] == 0)
        number->digit_count--;
    if (number->digit_count == 1 && number->digits[0] == 0)
        number->is_negative = 0;
}

/** Reads a number from text. Returns 0 if the text is not a number. */
static int big_number_parse(const char *text, struct big_number *result)
{
    int is_negative = *text == '-';
    size_t length;

    text += is_negative;
    length = strlen(text);
    if (length == 0 || strspn(text, "0123456789") != length)
        return 0;
    *result = big_number_allocate(length);
    result->is_negative = is_negative;
    for (size_t i = 0; i < length; i++)
        result->digits[i] = (unsigned char)(text[length - 1 - i] - '0');
    big_number_normalise(result);
    return 1;
}

static struct big_number big_number_from_small(unsigned long value)
{
    char text[32];
    struct big_number result;

    snprintf(text, sizeof text, "%lu", value);
    big_number_parse(text, &result);
    return result;
}

static int compare_magnitudes(const struct big_number *left, const struct big_number *right)
{
    if (left->digit_count != right->digit_count)
        return left->digit_count < right->digit_count ? -1 : 1;
    for (size_t i = left->digit_count; i-- > 0;) {
        if (left->digits[i] != right->digits[i])
            return left->digits[i] < right->digits[i] ? -1 : 1;
    }
    return 0;
}

static int big_number_compare(const struct big_number *left, const struct big_number *right)
{
    if (left->is_negative != right->is_negative)
        return left->is_negative ? -1 : 1;
    return left->is_negative ? compare_magnitudes(right, left) : compare_magnitudes(left, right);
}

static struct big_number add_magnitudes(const struct big_number *left, const struct big_number *right)
{
    size_t longest = left->digit_count > right->digit_count ? left->digit_count : right->digit_count;
    struct big_number sum = big_number_allocate(longest + 1);
    int carry = 0;

    for (size_t i = 0; i <= longest; i++) {
        int column = carry;
        if (i < left->digit_count)
            column += left->digits[i];
        if (i < right->digit_count)
            column += right->digits[i];
        sum.digits[i] = (unsigned char)(column % 10);
        carry = column / 10;
    }
    return sum;
}

/** Subtracts; the left magnitude must not be the smaller one. */
static struct big_number subtract_magnitudes(const struct big_number *left, const struct big_number *right)
{
    struct big_number difference = big_number_allocate(left->digit_count);
    int borrow = 0;

    for (size_t i = 0; i < left->digit_count; i++) {
        int column = left->digits[i] - borrow;
        if (i < right->digit_count)
            column -= right->digits[i];
        borrow = column < 0;
        difference.digits[i] = (unsigned char)(borrow ? column + 10 : column);
    }
    return difference;
}

static struct big_number big_number_add(const struct big_number *left, const struct big_number *right)
{
    struct big_number result;

    if (left->is_negative == right->is_negative) {
        result = add_magnitudes(left, right);
        result.is_negative = left->is_negative;
    } else if (compare_magnitudes(left, right) >= 0) {
        result = subtract_magnitudes(left, right);
        result.is_negative = left->is_negative;
    } else {
        result = subtract_magnitudes(right, left);
        result.is_negative = right->is_negative;
    }
    big_number_normalise(&result);
    return result;
}

static struct big_number big_number_subtract(const struct big_number *left, const struct big_number *right)
{
    struct big_number negated_right = *right;

    negated_right.is_negative = !right->is_negative;
    return big_number_add(left, &negated_right);
}

static struct big_number big_number_multiply(const struct big_number *left, const struct big_number *right)
{
    struct big_number product = big_number_allocate(left->digit_count + right->digit_count);

    for (size_t i = 0; i < left->digit_count; i++) {
        int carry = 0;
        for (size_t j = 0; j < right->digit_count || carry > 0; j++) {
            int column = product.digits[i + j] + carry;
            if (j < right->digit_count)
                column += left->digits[i] * right->digits[j];
            product.digits[i + j] = (unsigned char)(column % 10);
            carry = column / 10;
        }
    }
    product.is_negative = left->is_negative != right->is_negative;
    big_number_normalise(&product);
    return product;
}

static void replace_by_product(struct big_number *target, const struct big_number *factor)
{
    struct big_number product = big_number_multiply(target, factor);

    big_number_release(target);
    *target = product;
}

static struct big_number big_number_factorial(unsigned long limit)
{
    struct big_number result = big_number_from_small(1);

    for (unsigned long value = 2; value <= limit; value++) {
        struct big_number factor = big_number_from_small(value);
        replace_by_product(&result, &factor);
        big_number_release(&factor);
    }
    return result;
}

/** Repeated squaring. */
static struct big_number big_number_power(const struct big_number *base, unsigned long exponent)
{
    struct big_number result = big_number_from_small(1);
    struct big_number square = big_number_multiply(base, &result);

    while (exponent > 0) {
        if (exponent % 2 == 1)
            replace_by_product(&result, &square);
        exponent /= 2;
        if (exponent > 0)
            replace_by_product(&square, &square);
    }
    big_number_release(&square);
    return result;
}

static void print_and_release(struct big_number *number)
{
    if (number->is_negative)
        putchar('-');
    for (size_t i = number->digit_count; i-- > 0;)
        putchar('0' + number->digits[i]);
    putchar('\n');
    big_number_release(number);
}

/** Commands on two numbers: add, sub, mul, cmp, pow. */
static void execute_binary_command(const char *command, const char *right_text,
                                   const struct big_number *left, const struct big_number *right)
{
    struct big_number result;

    if (strcmp(command, "cmp") == 0) {
        printf("%c\n", "<=>"[big_number_compare(left, right) + 1]);
        return;
    }
    if (strcmp(command, "add") == 0) {
        result = big_number_add(left, right);
    } else if (strcmp(command, "sub") == 0) {
        result = big_number_subtract(left, right);
    } else if (strcmp(command, "mul") == 0) {
        result = big_number_multiply(left, right);
    } else if (strcmp(command, "pow") == 0 && !right->is_negative) {
        result = big_number_power(left, strtoul(right_text, NULL, 10));
    } else {
        printf("error: cannot do %s\n", command);
        return;
    }
    print_and_release(&result);
}

static void execute_line(const char *line)
{
    static char command[16], left_text[4000], right_text[4000];
    struct big_number left, right;
    int word_count = sscanf(line, "%15s %3999s %3999s", command, left_text, right_text);

    if (word_count < 2 || !big_number_parse(left_text, &left)) {
        printf("error: %s", line);
        return;
    }
    if (word_count == 2 && strcmp(command, "fact") == 0 && !left.is_negative) {
        struct big_number result = big_number_factorial(strtoul(left_text, NULL, 10));
        print_and_release(&result);
    } else if (word_count == 3 && big_number_parse(right_text, &right)) {
        execute_binary_command(command, right_text, &left, &right);
        big_number_release(&right);
    } else {
        printf("error: %s", line);
    }
    big_number_release(&left);
}

int main(void)
{
    static char line[8192];

    while (fgets(line, sizeof line, stdin) != NULL) {
        if (!isspace((unsigned char)line[0]))
            execute_line(line);
    }
    return 0;
}
