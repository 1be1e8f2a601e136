package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"alike/db"
	"alike/testdata"
)

// TestImportKilled kills the import of a host's second export at random moments until one
// finishes. No file that both exports have is ever missing, the index always passes a check, and
// in the end it equals one that was not interrupted.
func TestImportKilled(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	for _, host := range []string{"web1", "web2"} {
		for i := range 400 {
			writeText(t, fmt.Sprintf("%s/%s/d%d/f%d", dir, host, i%7, i), text(uint64(i%250), 400))
		}
		runAlike(t, "scan", "-q", "--index", path("of-"+host), path(host))
		runAlike(t, "export", "-q", "--index", path("of-"+host), "-o", path("first"), "--host", host)
	}
	for i := range 400 { // web1 changes
		name := fmt.Sprintf("%s/web1/d%d/f%d", dir, i%7, i)
		switch i % 4 {
		case 0:
			writeText(t, name, text(uint64(1000+i), 400))
		case 1:
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		case 2:
			writeText(t, name+"-new", text(uint64(2000+i%50), 400))
		}
	}
	runAlike(t, "scan", "-q", "--index", path("of-web1"), path("web1"))
	runAlike(t, "export", "-q", "--index", path("of-web1"), "-o", path("second"), "--host", "web1")
	runAlike(t, "import", "-q", "--index", path("before"), path("first"))
	before := importedFiles(t, path("before"))

	copyTree(t, path("before"), path("whole"))
	began := time.Now()
	runAlike(t, "import", "-q", "--index", path("whole"), path("second"))
	took := time.Since(began)
	want := importedFiles(t, path("whole"))
	stays := func(name string) bool { return slices.Contains(before, name) && slices.Contains(want, name) }

	r := rand.New(rand.NewPCG(5, 5))
	kills, killed := testdata.Rounds(2, 50), 0
	for round := 0; killed < kills; round++ {
		at := path(fmt.Sprint("index", round))
		copyTree(t, path("before"), at)
		for tries := 1; killImport(t, longer(r, took+took/5, tries), at, path("second")); tries++ {
			if tries == 200 {
				t.Fatalf("an import did not finish in %d tries", tries)
			}
			killed++
			has := importedFiles(t, at)
			for _, name := range before {
				if stays(name) && !slices.Contains(has, name) {
					t.Fatalf("after kill %d: %s is missing", killed, name)
				}
			}
		}
		if got := importedFiles(t, at); !slices.Equal(got, want) {
			t.Fatalf("round %d: %s", round, firstDifference(strings.Join(got, "\n"), strings.Join(want, "\n")))
		}
		if round > 20*kills {
			t.Fatalf("killed only %d processes in %d rounds", killed, round)
		}
	}
}

// killImport starts an import, kills it after a time, and reports whether it still ran.
func killImport(t *testing.T, after time.Duration, index, dataset string) bool {
	t.Helper()
	return killedAfter(t, (&killCase{}).command(t, []string{"import", "-q", "--index", index, dataset}), after)
}

// importedFiles returns the paths and contents of an index, which must pass a check.
func importedFiles(t *testing.T, dir string) (files []string) {
	t.Helper()
	ix, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	report, err := ix.Check(t.Context(), db.CheckOptions{})
	if err != nil || len(report.Problems) > 0 {
		t.Fatal(report.Problems, err)
	}
	err = ix.EachFile(t.Context(), func(path db.FilePath, e *db.DirEntry) error {
		row, err := ix.Content(e.Content)
		files = append(files, fmt.Sprintf("%s %x", path, row.Checksum))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	return files
}

func runAlike(t *testing.T, args ...string) {
	t.Helper()
	if out, err := (&killCase{}).command(t, args).CombinedOutput(); err != nil {
		t.Fatalf("alike %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func writeText(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func copyTree(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(to, 0o700); err != nil {
		t.Fatal(err)
	}
}
