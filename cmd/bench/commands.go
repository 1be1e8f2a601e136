package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// command is a row of the table.
type command struct {
	name    string
	does    string   // for whom does not know the program
	args    []string // the program first
	stdin   string   // a file
	stdout  string   // a file; "" is /dev/null
	prepare func() error
	program string // must be installed; "" for what bench brings along
	slow    bool   // runs with --slow only, once
	kept    bool   // alike and the reader: their failing ends the run
}

// baseline is the row that all others are compared with. Reading and summing
// every byte is the least that any tool must do that compares contents.
const baseline = "b3sum"

// build makes the program that is measured, from the module that bench is in.
func (b *bench) build(ctx context.Context) error {
	b.alike = filepath.Join(b.dir, "alike")
	out, err := exec.CommandContext(ctx, "go", "build", "-o", b.alike, "alike/cmd/alike").CombinedOutput()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("build alike: %w: %s (bench runs inside alike's module)", err, strings.TrimSpace(string(out)))
	}
	return nil
}

func (b *bench) index() string { return filepath.Join(b.dir, "index") }

// ours are the runs of alike: the first makes the index that the next four use.
func (b *bench) ours(tree string) []command {
	second := filepath.Join(b.dir, "index2")
	verb := func(index string, args ...string) []string {
		return append([]string{b.alike, "--index", index, "-q"}, args...)
	}
	// --no-ignore: the peers know nothing of .gitignore.
	return []command{
		{
			name: "alike scan, fresh", does: "fingerprints and sums into a new index", kept: true,
			args:    verb(b.index(), "scan", "--no-ignore", tree),
			prepare: func() error { return os.RemoveAll(b.index()) },
		},
		{
			name: "alike scan, again", does: "nothing has changed since", kept: true,
			args: verb(b.index(), "scan", "--no-ignore", tree),
		},
		{
			name: "alike pairs, of the index", does: "every similar pair", kept: true,
			args: verb(b.index(), "pairs", "-f", "csv"),
		},
		{
			name: "alike pairs --exact, of the index", does: "the same, counted in the files themselves", kept: true,
			args: verb(b.index(), "pairs", "--exact", "-f", "csv"),
		},
		{
			name: "alike groups, of the index", does: "groups of similar files", kept: true,
			args: verb(b.index(), "groups", "-f", "csv"),
		},
		{
			name: "alike pairs --min 25% TREE, fresh", does: "scan and every pair similar by a quarter", kept: true,
			args:    verb(second, "pairs", "--min", "25%", "--no-ignore", "-f", "csv", tree),
			prepare: func() error { return os.RemoveAll(second) },
		},
	}
}

// batched runs a program on all files of the list, as many to a process as a
// command line holds.
func batched(l list, args ...string) []string {
	return append([]string{"xargs", "-0", "-a", l.zeros, "-s", "2000000"}, args...)
}

// reader and sum are the two peers that grown trees are measured with too.
func reader(l list) (command, error) {
	self, err := os.Executable()
	return command{
		name: "plain reader", does: "reads all files, a thread a processor", kept: true,
		args: []string{self, readVerb, l.zeros},
	}, err
}

func sum(l list) command {
	return command{
		name: baseline, does: "BLAKE3 sum of each file", program: "b3sum",
		args: batched(l, "b3sum"),
	}
}

// commands are all rows of the table.
func (b *bench) commands(l list) ([]command, error) {
	read, err := reader(l)
	if err != nil {
		return nil, err
	}
	rows := append(b.ours(b.tree),
		command{
			name: "find -printf", does: "names, sizes and times, no content", program: "find",
			args: []string{"find", b.tree, "-mindepth", "1", "-name", ".?*", "-prune", "-o",
				"-type", "f", "-printf", `%s %T@ %i\n`},
		},
		read, sum(l),
		command{
			name: "jdupes -r", does: "identical files only", program: "jdupes",
			args: []string{"jdupes", "-q", "-A", "-r", b.tree},
		},
		command{
			name: "fdupes -r", does: "identical files only", program: "fdupes",
			args: []string{"fdupes", "-q", "-A", "-r", b.tree},
		},
		command{
			name: "rmlint", does: "identical files only", program: "rmlint",
			args: []string{"rmlint", "-R", "-T", "df", "-o", "summary:stdout", b.tree},
		},
		command{
			name: "ssdeep", does: "fuzzy sums, no comparison", program: "ssdeep",
			args: batched(l, "ssdeep", "-s"),
		},
	)
	return append(rows, b.slowPeers(l)...), nil
}

// slowPeers take from ten seconds to minutes on Go's sources.
func (b *bench) slowPeers(l list) []command {
	return []command{
		{
			name: "simhash", does: "one sum for each file, a process a file, no comparison", program: "simhash", slow: true,
			// A loop, since xargs stops at simhash's exit code for a short file.
			args: batched(l, "sh", "-c", `for f; do simhash "$f"; done; true`, "sh"),
		},
		{
			name: "sim_text -p -t 25", does: "share of words in common, each with each (Go files alone, if there are any)", program: "sim_text", slow: true,
			args: []string{"sim_text", "-i", "-p", "-t", "25"}, stdin: l.sources(),
		},
		{
			name: "sim_c -p", does: "the same of C tokens, comments and names apart", program: "sim_c", slow: true,
			args: []string{"sim_c", "-p", "-i"}, stdin: l.lines,
		},
		{
			name: "ssdeep -r -d", does: "fuzzy sums, each compared with each (hidden files too)", program: "ssdeep", slow: true,
			args: []string{"ssdeep", "-s", "-r", "-d", b.tree},
		},
	}
}
