package db_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/zeebo/blake3"

	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
)

// Create an index, add two files to it, and ask which of them share content with a
// third text.
func Example() {
	dir, err := os.MkdirTemp("", "alike-example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	ix, err := db.Open(ctx, filepath.Join(dir, "index"), db.Options{Write: true, Create: true})
	if err != nil {
		log.Fatal(err)
	}
	defer ix.Close()
	w, err := ix.NewWriter()
	if err != nil {
		log.Fatal(err)
	}

	draft := lines("squared", 400)
	for name, text := range map[string]string{"draft.txt": draft, "other.txt": lines("doubled", 400)} {
		if err := add(w, "/notes", name, text); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Commit(); err != nil {
		log.Fatal(err)
	}

	excerpt := draft[:len(draft)/2]
	set, level := fingerprint.SetOf(ix.Params().Rule, []byte(excerpt))
	asked := db.Content{Checksum: blake3.Sum256([]byte(excerpt)), Size: int64(len(excerpt)), Level: level}
	query := search.PairQuery{Min: 0.5, MinShared: db.MinShared}
	err = search.Query(ctx, ix, asked, set, query, func(m search.Match) error {
		fmt.Printf("%s: %.0f %% of the excerpt\n", m.File.Path, 100*m.QueryInFile)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// /notes/draft.txt: 100 % of the excerpt
}

// add enters a file that holds text.
func add(w *db.Writer, dir, name, text string) error {
	extractor := fingerprint.NewExtractor(w.Params().Rule)
	if _, err := extractor.Write([]byte(text)); err != nil {
		return err
	}
	extractor.Close()
	spool := w.NewSpool()
	defer spool.Close()
	if err := spool.Add(extractor.Take()); err != nil {
		return err
	}
	content := db.Content{Checksum: blake3.Sum256([]byte(text)), Size: int64(len(text)), Level: extractor.Level()}
	id, _, err := w.AddContent(content, spool)
	if err != nil {
		return err
	}
	listing, err := w.Directory(dir)
	if err != nil {
		return err
	}
	return w.Put(listing.ID, db.Entry{Name: name, Stat: db.Stat{Size: content.Size}, Content: id})
}

// lines returns numbered lines of text.
func lines(word string, n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "%d %s is %d\n", i, word, i*i)
	}
	return text.String()
}
