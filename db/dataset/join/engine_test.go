package join_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/parquet-go/parquet-go"

	"alike/db/dataset"
	"alike/db/dataset/join"
)

// python returns a Python that has the module duckdb: $ALIKE_PYTHON, otherwise python3.
var python = sync.OnceValues(func() (string, error) {
	name := os.Getenv("ALIKE_PYTHON")
	if name == "" {
		name = "python3"
	}
	out, err := exec.Command(name, "-c", "import duckdb").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s cannot import duckdb: %w\n%s", name, err, out)
	}
	return name, nil
})

// runner executes the SQL on its input and prints the rows of each result as a line of JSON. As
// the shell of DuckDB does, it continues after an error, and fails at the end.
const runner = `
import duckdb, json, sys
connection = duckdb.connect()
connection.execute("SET threads = 2")
connection.execute("SET enable_progress_bar = false")
failed = None
for statement in duckdb.extract_statements(sys.stdin.read()):
    try:
        result = connection.execute(statement)
    except duckdb.Error as error:
        failed = failed or error
        continue
    if statement.type.name in ("SELECT", "EXPLAIN"):
        names = [column[0] for column in result.description]
        rows = [dict(zip(names, row)) for row in result.fetchall()]
        print(json.dumps(rows, default=lambda value: value.hex()))
if failed:
    raise failed
`

// duck runs SQL on DuckDB and returns its results, each decoded from JSON into rows. It skips
// the test if there is no DuckDB, unless ALIKE_DUCKDB is required.
func duck[Row any](t *testing.T, sql string) (results [][]Row, err error) {
	t.Helper()
	name, err := python()
	if err != nil {
		if os.Getenv("ALIKE_DUCKDB") == "required" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	cmd := exec.Command(name, "-c", runner)
	var errors bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader([]byte(sql)), &errors
	out, err := cmd.Output()
	if err != nil {
		if len(out) > 0 {
			t.Errorf("an answer follows the error\n%s%.200s", errors.Bytes(), out)
		}
		return nil, fmt.Errorf("%w\n%s", err, errors.Bytes())
	}
	for lines := json.NewDecoder(bytes.NewReader(out)); lines.More(); {
		var rows []Row
		if err := lines.Decode(&rows); err != nil {
			t.Fatal(err)
		}
		results = append(results, rows)
	}
	return results, nil
}

// ask returns the answer to a question about a dataset.
func ask[Row any](t *testing.T, q join.Question, o join.Options) []Row {
	t.Helper()
	results, err := duck[Row](t, statements(t, q, o))
	if err != nil {
		t.Fatal(err)
	}
	return results[0]
}

func statements(t *testing.T, q join.Question, o join.Options) string {
	t.Helper()
	if o.Dialect == "" {
		o.Dialect = join.DuckDB
	}
	sql, err := join.SQL(q, o)
	if err != nil {
		t.Fatal(err)
	}
	return sql
}

// host is what a host exports.
type host struct {
	folder   string // if not that of its name
	export   dataset.Export
	contents []dataset.Content
	files    []dataset.File
	postings []dataset.Posting
	hashes   []dataset.Hash
}

// write writes the dataset of some hosts.
func write(t *testing.T, dir string, hosts ...host) {
	t.Helper()
	for _, h := range hosts {
		in := filepath.Join(dir, "host="+cmp.Or(h.folder, h.export.Host))
		h.export.Files, h.export.Hashes = int64(len(h.files)), int64(len(h.hashes))
		table(t, in, "exports", []dataset.Export{h.export})
		table(t, in, "contents", h.contents)
		table(t, in, "files", h.files)
		table(t, in, "postings", h.postings)
		table(t, in, "simhashes", h.hashes)
	}
}

func table[Row any](t *testing.T, dir, name string, rows []Row) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := parquet.WriteFile(filepath.Join(dir, name, "part-0.parquet"), rows); err != nil {
		t.Fatal(err)
	}
}
