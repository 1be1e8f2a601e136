package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"alike/db/dataset"
	"alike/testdata"
)

// TestExportKilled kills exports of a host at random moments. Each time the dataset must have
// every row of the other hosts and either the old or the new export of that one.
func TestExportKilled(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	dir := t.TempDir()
	lake := filepath.Join(dir, "lake")
	export := func(index, host string) *exec.Cmd {
		return alikeCommand(t, "export", "-q", "--index", filepath.Join(dir, index), "-o", lake, "--host", host)
	}
	want := map[string]string{} // digest of the export of each index
	random := rand.New(rand.NewPCG(3, 3))
	tree, states := filepath.Join(dir, "tree"), []string{"old", "fewer", "new"}
	for _, index := range append([]string{"other"}, states...) {
		if index == "fewer" { // its export keeps the parts of the old one
			removeSome(t, tree)
		} else {
			writeTexts(t, tree, random, 300)
		}
		output(t, alikeCommand(t, "scan", "-q", "--index", filepath.Join(dir, index), tree))
		output(t, alikeCommand(t, "near", "-q", "--index", filepath.Join(dir, index))) // makes simhashes
		output(t, export(index, index))
		want[index] = digest(t, lake, index)
	}
	output(t, export("old", "web"))
	begun := time.Now()
	output(t, export("new", "web"))
	took := time.Since(begun)
	now, killed, ended := "new", 0, 0
	for round := 0; killed < testdata.Rounds(2, 50); round++ {
		if round > 500 {
			t.Fatalf("killed only %d processes", killed)
		}
		next := states[random.IntN(len(states))]
		if killedAfter(t, export(next, "web"), time.Duration(random.Int64N(int64(took)))) {
			killed++
		}
		for index, digested := range want {
			if digest(t, lake, index) != digested {
				t.Fatalf("after kill %d the export of the host %s differs", killed, index)
			}
		}
		switch digest(t, lake, "web") {
		case want[next]:
			now, ended = next, ended+1
		case want[now]:
		default:
			t.Fatalf("after kill %d the export of the host is neither the old nor the new one", killed)
		}
	}
	t.Logf("killed %d exports, %d too late", killed, ended)
	output(t, export(now, "web"))
	if left, err := filepath.Glob(filepath.Join(lake, "_[no]*")); err != nil || len(left) > 0 {
		t.Errorf("left over: %s, %v", left, err)
	}
}

// alikeCommand returns a command that runs alike, which is this test binary under another name.
func alikeCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path)
	cmd.Args = append([]string{"alike"}, args...)
	return cmd
}

func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	return string(out)
}

// killedAfter starts a command, kills it after a time, and reports whether it still ran.
func killedAfter(t *testing.T, cmd *exec.Cmd, after time.Duration) bool {
	t.Helper()
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	timer.Stop()
	if wasKilled(cmd.ProcessState, said.String()) {
		return true
	}
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, said.String())
	}
	return false
}

// wasKilled reports whether a process was killed. Windows has no signals: a killed process exits
// with 1, and without a message.
func wasKilled(state *os.ProcessState, said string) bool {
	if runtime.GOOS == "windows" {
		return state.ExitCode() == 1 && !strings.Contains(said, "alike: ")
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled()
}

// writeTexts writes files of random words.
func writeTexts(t *testing.T, dir string, random *rand.Rand, files int) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range files {
		var text strings.Builder
		for range random.IntN(2000) {
			fmt.Fprintf(&text, "%x ", random.Uint32N(1<<16))
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// removeSome removes a tenth of the files.
func removeSome(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*7"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
}

// digest describes the rows of a host that count. It fails if a table is incomplete.
func digest(t *testing.T, lake, host string) string {
	t.Helper()
	export := rowsOf[dataset.Export](t, lake, host, "exports")
	files := rowsOf[dataset.File](t, lake, host, "files")
	contents := rowsOf[dataset.Content](t, lake, host, "contents")
	postings := rowsOf[dataset.Posting](t, lake, host, "postings")
	hashes := rowsOf[dataset.Hash](t, lake, host, "simhashes")
	if len(export) != 1 || export[0].Contents != int64(len(contents)) || export[0].Files != int64(len(files)) ||
		export[0].Postings != int64(len(postings)) || export[0].Hashes != int64(len(hashes)) || len(hashes) == 0 {
		t.Fatalf("%s has %d contents, %d files, %d postings and %d simhashes of %+v", host, len(contents), len(files), len(postings), len(hashes), export)
	}
	named := map[dataset.Key]bool{}
	for _, f := range files {
		named[f.Key] = true
	}
	contents = slices.DeleteFunc(contents, func(c dataset.Content) bool { return !named[c.Key] })
	postings = slices.DeleteFunc(postings, func(p dataset.Posting) bool { return !named[p.Key] })
	hashes = slices.DeleteFunc(hashes, func(h dataset.Hash) bool { return !named[h.Key] })
	slices.SortFunc(hashes, func(a, b dataset.Hash) int { return cmp.Compare(a.Key, b.Key) })
	slices.SortFunc(contents, func(a, b dataset.Content) int { return cmp.Compare(a.Key, b.Key) })
	slices.SortFunc(postings, func(a, b dataset.Posting) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	if len(contents) != len(named) {
		t.Fatalf("%s has %d contents for %d keys", host, len(contents), len(named))
	}
	for i := range files {
		if files[i].Host != host {
			t.Fatalf("%s has a file of %s", host, files[i].Host)
		}
		files[i].Host = ""
	}
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, files, contents, postings, hashes)))
}

func rowsOf[T any](t *testing.T, lake, host, table string) (rows []T) {
	t.Helper()
	parts, err := filepath.Glob(filepath.Join(lake, "host="+host, table, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		r, err := parquet.ReadFile[T](part)
		if err != nil {
			t.Fatalf("%s: %v", part, err)
		}
		rows = append(rows, r...)
	}
	return rows
}
