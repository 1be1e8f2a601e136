package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestQueryRounds checks that a query in rounds of one file each prints the same as in
// one round.
func TestQueryRounds(t *testing.T) {
	t.Parallel()
	for _, columns := range []int{0, 100} {
		w, tree := newWorld(t, columns, 5)
		if code := w.run("scan", "-q", tree); code != 0 {
			t.Fatalf("scan exits with %d: %s", code, w.err.String())
		}
		args := []string{"query", "--limit", "3", filepath.Join(tree, "folder", "copy01"),
			filepath.Join(tree, "large"), filepath.Join(tree, "folder", "nearly")}
		var said []string
		for _, room := range []int64{1, queryRoom} {
			w.out, w.err, w.queryRoom = syncBuffer{}, syncBuffer{}, room
			if code := w.run(args...); code != 0 {
				t.Fatalf("query exits with %d: %s", code, w.err.String())
			}
			said = append(said, w.out.String()+w.err.String())
		}
		if said[0] != said[1] || strings.Count(said[0], "copy0") < 3 {
			t.Errorf("in rounds:\n%s\nin one round:\n%s", said[0], said[1])
		}
	}
}
