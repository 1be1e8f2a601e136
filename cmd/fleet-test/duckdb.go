//go:build linux

package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

//go:embed duckdb.py
var duckdbProgram string

// timed is an answer and what it took.
type timed struct {
	table
	count   int // of rows; the table may be left empty
	seconds time.Duration
	cpu     time.Duration // of DuckDB
	peak    int64         // resident bytes, 0 if unknown
	tables  string        // the tables that DuckDB made on the way, with their rows
}

// askDuckDB asks DuckDB a question in SQL. The rows are returned if keep is set.
func (f *fleet) askDuckDB(ctx context.Context, sql, memory string, keep bool) (timed, error) {
	ask, err := json.Marshal(map[string]any{"sql": sql, "memory": memory, "scratch": filepath.Join(f.dir, "duckdb"), "rows": keep})
	if err != nil {
		return timed{}, err
	}
	cmd := f.command(ctx, f.python, "-c", duckdbProgram)
	cmd.Stdin = strings.NewReader(string(ask) + "\n")
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return timed{}, ctx.Err()
	}
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
	}
	if err != nil {
		return timed{}, fmt.Errorf("ask DuckDB: %w", err)
	}
	var answer struct {
		Columns []string   `json:"columns"`
		Rows    [][]string `json:"rows"`
		Count   int        `json:"count"`
		Seconds float64    `json:"seconds"`
		Tables  string     `json:"tables"`
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return timed{}, fmt.Errorf("read DuckDB's answer: %w", err)
	}
	t := timed{table: table{answer.Columns, answer.Rows}, count: answer.Count,
		seconds: time.Duration(answer.Seconds * float64(time.Second)), tables: answer.Tables}
	t.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if used, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		t.peak = int64(used.Maxrss) << 10
	}
	return t, nil
}
