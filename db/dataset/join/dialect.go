package join

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Dialect names the SQL of an engine.
type Dialect string

// The dialects.
const (
	DuckDB Dialect = "duckdb" // DuckDB 1.1 and later
	Spark  Dialect = "spark"  // Apache Spark 3.5 and later
)

// Dialects are the names of all dialects.
var Dialects = []string{string(DuckDB), string(Spark)}

// dialect is everything that engines write differently. The strings are formats.
type dialect struct {
	text   func(string) string                                 // a literal
	source func(d *dialect, from, table string) string         // makes the view alike_TABLE of a table of all hosts
	answer func(d *dialect, to string) (beginAndEnd [2]string) // around the last SELECT
	// table is the beginning of a table of a name, before the SELECT whose rows it keeps. Spark
	// has a cache for that, but plans with the plans of all cached tables in them: a million
	// postings took it minutes, and tables in files 22 seconds of CPU time.
	table   string
	dropped string // of such a name: drops the table at the end, or "" if that needs nothing
	fixed   string // the same, to keep an optimizer from reordering joins
	fail    string // of a message: ends the run
	bytes   string // of a string: its UTF-8
	base64  string // of bytes
	whole   string // of two integers: their quotient, rounded down

	// Of 64-bit numbers and of lists.
	xor     string // of two numbers
	right   string // of a number and a number of bits: shifted right, with its sign
	collect string // of a column: the list of the values in a group
	keep    string // of a name, a list and a condition: the elements that satisfy it
	explode string // of a list: a row for each element
	item    string // of a list and a number from 0: the element, or null

	// Of names.
	name     string // of a column, which may be a word of the language
	prefixes string // of a string and a separator: the list of what precedes each separator, and the string
	spaced   string // of bytes: hexadecimal, a space after each, and ! for a slash
	drop     string // of a string and a pattern: the string without the matches
	decode   string // of UTF-8: its text
	hash     string // of a string: a number of 64 bits
}

var dialects = map[Dialect]*dialect{
	DuckDB: {
		text:   duckText,
		source: duckSource,
		answer: duckAnswer,
		table:  "CREATE OR REPLACE TEMP TABLE %s AS",
		fixed:  "CREATE OR REPLACE TEMP TABLE %s AS",
		fail:   "error(%s)",
		bytes:  "encode(%s)",
		base64: "base64(%s)",
		whole:  "(%s // %s)",

		xor:     "xor(%s, %s)",
		right:   "(%s >> %s)",
		collect: "list(%s)",
		keep:    "[%[1]s FOR %[1]s IN %[2]s IF %[3]s]",
		explode: "unnest(%s)",
		item:    "%s[1 + %s]",

		name:     `"%s"`,
		prefixes: "[array_to_string(string_split(%[1]s, %[2]s)[1:n], %[2]s) FOR n IN range(1, len(string_split(%[1]s, %[2]s)) + 1)]",
		spaced:   `replace(regexp_replace(hex(%s), '(..)', '\1 ', 'g'), '2F ', '!')`,
		drop:     "regexp_replace(%s, %s, '', 'g')",
		decode:   "decode(%s)",
		hash:     "hash(%s)",
	},
	Spark: {
		text:    sparkText,
		source:  sparkSource,
		answer:  sparkAnswer,
		table:   "DROP TABLE IF EXISTS %[1]s;\nCREATE TABLE %[1]s USING parquet AS",
		dropped: "DROP TABLE %s;\n",
		fixed:   "CREATE OR REPLACE TEMP VIEW %s AS", // Spark joins in the order of the text
		fail:    "raise_error(%s)",
		bytes:   "encode(%s, 'UTF-8')",
		base64:  `translate(base64(%s), '\r\n', '')`, // which breaks lines
		whole:   "(%s div %s)",

		xor:     "(%s ^ %s)",
		right:   "shiftright(%s, %s)",
		collect: "collect_list(%s)",
		keep:    "filter(%[2]s, %[1]s -> %[3]s)",
		explode: "explode(%s)",
		item:    "get(%s, %s)",

		name:     "`%s`",
		prefixes: "transform(sequence(1, size(split(%[1]s, %[2]s))), n -> array_join(slice(split(%[1]s, %[2]s), 1, n), %[2]s))",
		spaced:   "replace(regexp_replace(hex(%s), '(..)', '$1 '), '2F ', '!')",
		drop:     "regexp_replace(%s, %s, '')",
		decode:   "decode(%s, 'UTF-8')",
		hash:     "xxhash64(%s)",
	},
}

// IsURL reports whether a name of a dataset is a URL rather than a local folder.
func IsURL(name string) bool { return strings.Contains(name, "://") }

// Place returns the name of a dataset or of an answer as an engine takes it: a URL as it is,
// a local folder by its absolute path.
func Place(name string) (string, error) {
	if IsURL(name) {
		return strings.TrimRight(name, "/"), nil
	}
	path, err := filepath.Abs(name)
	return filepath.ToSlash(path), err // DuckDB and Spark take a backslash for something else
}

func duckText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// hostFolder finds the host in the name of a part file.
const hostFolder = `[/\\]host=([^/\\]*)[/\\][^/\\]*[/\\][^/\\]*$`

// duckSource takes the column host from the table itself. The column folder is the host whose folder
// a row is in.
func duckSource(d *dialect, from, table string) string {
	var pattern strings.Builder
	for _, r := range from {
		if strings.ContainsRune("*?[", r) {
			fmt.Fprintf(&pattern, "[%c]", r)
		} else {
			pattern.WriteRune(r)
		}
	}
	return fmt.Sprintf("CREATE OR REPLACE TEMP VIEW alike_%s AS\n"+
		"SELECT * EXCLUDE (filename), regexp_extract(filename, %s, 1) AS folder\n"+
		"FROM read_parquet(%s, hive_partitioning = false, filename = true);",
		table, d.text(hostFolder), d.text(pattern.String()+"/host=*/"+table+"/*.parquet"))
}

// duckAnswer writes to a folder because COPY overwrites a file, but refuses a folder that
// holds something.
func duckAnswer(d *dialect, to string) [2]string {
	if to == "" {
		return [2]string{"", ";"}
	}
	return [2]string{"COPY (", fmt.Sprintf(") TO %s (FORMAT parquet, COMPRESSION zstd, PER_THREAD_OUTPUT true);", d.text(to))}
}

// sparkText escapes the characters that are special in a string or to spark-sql, which splits
// its input at semicolons and substitutes ${variables} even in strings.
func sparkText(s string) string {
	var text strings.Builder
	text.WriteByte('\'')
	for _, r := range s {
		if r < ' ' || strings.ContainsRune("'\"\\`$;\u007f", r) {
			fmt.Fprintf(&text, `\u%04x`, r)
		} else {
			text.WriteRune(r)
		}
	}
	text.WriteByte('\'')
	return text.String()
}

func sparkPlace(name string) string {
	if IsURL(name) {
		return name
	}
	return "file:///" + strings.TrimPrefix(name, "/") // C:/x has none
}

func sparkSource(d *dialect, from, table string) string {
	var pattern strings.Builder
	for _, r := range sparkPlace(from) {
		if strings.ContainsRune(`*?[]{}\`, r) {
			pattern.WriteByte('\\')
		}
		pattern.WriteRune(r)
	}
	return fmt.Sprintf("CREATE OR REPLACE TEMP VIEW alike_%[1]s_parts\nUSING parquet OPTIONS (path %[2]s);\n"+
		"CREATE OR REPLACE TEMP VIEW alike_%[1]s AS\n"+
		"SELECT *, regexp_extract(input_file_name(), %[3]s, 1) AS folder FROM alike_%[1]s_parts;",
		table, d.text(pattern.String()+"/host=*/"+table), d.text(hostFolder))
}

// sparkAnswer makes a table because INSERT OVERWRITE DIRECTORY deletes what a folder holds,
// while a new table refuses a folder that is not empty. Dropping the table leaves the files.
func sparkAnswer(d *dialect, to string) [2]string {
	if to == "" {
		return [2]string{"", ";"}
	}
	return [2]string{
		"DROP TABLE IF EXISTS alike_answer;\nCREATE TABLE alike_answer USING parquet LOCATION " + d.text(sparkPlace(to)) + " AS",
		";\nDROP TABLE alike_answer;",
	}
}
