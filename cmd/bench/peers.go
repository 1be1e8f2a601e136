//go:build linux

package main

import (
	"os"
	"path/filepath"
)

// ours are the commands of alike. The first creates the index that the next four
// use.
func (b *bench) ours(tree string) []command {
	second := filepath.Join(b.dir, "index2")
	verb := func(index string, args ...string) []string {
		return append([]string{b.alike, "--index", index, "-q"}, args...)
	}
	// --no-ignore, because the peers do not read .gitignore.
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
			name: "alike pairs --min 25% TREE, fresh", does: "scan and every pair that shares a quarter", kept: true,
			args:    verb(second, "pairs", "--min", "25%", "--no-ignore", "-f", "csv", tree),
			prepare: func() error { return os.RemoveAll(second) },
		},
	}
}

// batched runs a program on all files of the list, with as many per process as a
// command line holds.
func batched(l list, args ...string) []string {
	return append([]string{"xargs", "-0", "-a", l.zeros, "-s", "2000000"}, args...)
}

// plainReader and sum are the lower bounds: reading every file, and reading and
// summing it.
func plainReader(l list) (command, error) {
	self, err := os.Executable()
	return command{
		name: "plain reader", does: "reads all files, one thread per processor", kept: true,
		args: []string{self, readVerb, l.zeros},
	}, err
}

func sum(l list) command {
	return command{
		name: baseline, does: "BLAKE3 sum of each file", program: "b3sum",
		args: batched(l, "b3sum"),
	}
}

// peers are the other programs.
func (b *bench) peers(l list) ([]command, error) {
	read, err := plainReader(l)
	return []command{
		{
			name: "find -printf", does: "names, sizes and times, no content", program: "find",
			args: []string{"find", b.tree, "-mindepth", "1", "-name", ".?*", "-prune", "-o",
				"-type", "f", "-printf", `%s %T@ %i\n`},
		},
		read, sum(l),
		{
			name: "jdupes -r", does: "identical files only", program: "jdupes",
			args: []string{"jdupes", "-q", "-A", "-r", b.tree},
		},
		{
			name: "fdupes -r", does: "identical files only", program: "fdupes",
			args: []string{"fdupes", "-q", "-A", "-r", b.tree},
		},
		{
			name: "rmlint", does: "identical files only", program: "rmlint",
			args: []string{"rmlint", "-R", "-T", "df", "-o", "summary:stdout", b.tree},
		},
		{
			name: "ssdeep", does: "fuzzy sums, no comparison", program: "ssdeep",
			args: batched(l, "ssdeep", "-s"),
		},
	}, err
}

// slowPeers take from ten seconds to minutes on Go's sources.
func (b *bench) slowPeers(l list) []command {
	return []command{
		{
			name: "simhash", does: "one sum per file, one process per file, no comparison", program: "simhash", slow: true,
			// A loop, because xargs stops at simhash's exit code for a short file.
			args: batched(l, "sh", "-c", `for f; do simhash "$f"; done; true`, "sh"),
		},
		{
			name: "sim_text -p -t 25", does: "share of words in common, each with each (Go files only, if there are any)", program: "sim_text", slow: true,
			args: []string{"sim_text", "-i", "-p", "-t", "25"}, stdin: l.sources(),
		},
		{
			name: "sim_c -p", does: "share of C tokens in common, without comments and names", program: "sim_c", slow: true,
			args: []string{"sim_c", "-p", "-i"}, stdin: l.lines,
		},
		{
			name: "ssdeep -r -d", does: "fuzzy sums, each compared with each (hidden files too)", program: "ssdeep", slow: true,
			args: []string{"ssdeep", "-s", "-r", "-d", b.tree},
		},
	}
}
