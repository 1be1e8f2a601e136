package search_test

import (
	"context"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zeebo/blake3"

	"alike/db"
	"alike/db/hamming"
	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
)

// Print the pairs of which one file has at least half of the other.
func ExamplePairs() {
	ix, closeIndex := exampleIndex()
	defer closeIndex()
	query := search.PairQuery{Min: 0.5, MinShared: db.MinShared, By: search.Smaller}
	stats, err := search.Pairs(context.Background(), ix, query, func(p search.Pair) error {
		fmt.Printf("%s %s: %.0f %% and %.0f %%\n", p.A.Path, p.B.Path, 100*p.AInB, 100*p.BInA)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(stats.Contents, "contents")
	// Output:
	// /notes/draft.txt /notes/excerpt.txt: 26 % and 100 %
	// 3 contents
}

// Find the indexed files that share content with a text, which need not be indexed.
func ExampleQuery() {
	ix, closeIndex := exampleIndex()
	defer closeIndex()
	text := numbered("squared", 350, 450) // 50 lines of the draft, and 50 others
	set, level := fingerprint.SetOf(ix.Params().Rule, []byte(text))
	asked := db.Content{Checksum: blake3.Sum256([]byte(text)), Size: int64(len(text)), Level: level}
	query := search.PairQuery{Min: 0.3, MinShared: db.MinShared}
	err := search.Query(context.Background(), ix, asked, set, query, func(m search.Match) error {
		fmt.Printf("%s has %.0f %% of the text\n", m.File.Path, 100*m.QueryInFile)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// /notes/draft.txt has 40 % of the text
}

// Find the documents whose simhash is near that of a text.
func ExampleNear() {
	ix, closeIndex := exampleIndex()
	defer closeIndex()
	text := strings.Replace(numbered("squared", 0, 400), "7 squared is 49", "and so on", 1)
	query := search.NearQuery{Hash: simhashOf(text), Distance: 10}
	err := search.Near(context.Background(), ix, query, func(m search.NearMatch) error {
		fmt.Printf("%s differs in %d bits\n", m.File.Path, m.Distance)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// /notes/draft.txt differs in 2 bits
}

// exampleIndex makes an index of three files in a temporary folder. Package scan makes one
// of a tree.
func exampleIndex() (ix *db.Index, closeIndex func()) {
	dir, err := os.MkdirTemp("", "alike-example")
	if err != nil {
		log.Fatal(err)
	}
	ix, err = db.Open(context.Background(), filepath.Join(dir, "index"), db.Options{Write: true, Create: true})
	if err != nil {
		log.Fatal(err)
	}
	if err := enterExamples(ix); err != nil {
		log.Fatal(err)
	}
	return ix, func() {
		if err := ix.Close(); err != nil {
			log.Fatal(err)
		}
		os.RemoveAll(dir)
	}
}

// enterExamples enters the three files and their simhashes.
func enterExamples(ix *db.Index) error {
	w, err := ix.NewWriter()
	if err != nil {
		return err
	}
	if err := w.KeepHashes(simhash.Default().String(), hamming.DefaultBlocks); err != nil {
		return err
	}
	notes, err := w.Directory("/notes")
	if err != nil {
		return err
	}
	texts := map[string]string{
		"draft.txt":   numbered("squared", 0, 400),
		"excerpt.txt": numbered("squared", 100, 200),
		"other.txt":   numbered("doubled", 0, 400),
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		text := texts[name]
		spool := w.NewSpool()
		defer spool.Close()
		if err := spool.Add(fingerprint.Select(ix.Params().Rule, []byte(text))); err != nil {
			return err
		}
		size := int64(len(text))
		content := db.Content{Checksum: blake3.Sum256([]byte(text)), Size: size, Level: ix.Params().Rule.Level(size)}
		id, _, err := w.AddDocument(content, spool, simhashOf(text))
		if err != nil {
			return err
		}
		if err := w.Put(notes.ID, db.Entry{Name: name, Stat: db.Stat{Size: size}, Content: id}); err != nil {
			return err
		}
	}
	return w.Commit()
}

// simhashOf returns the simhash of a text that is long enough to have one.
func simhashOf(text string) hamming.Document {
	h, err := simhash.NewHasher(simhash.Default(), simhash.Tables{})
	if err != nil {
		log.Fatal(err)
	}
	h.Add([]byte(text), 1)
	sum, features := h.Sum()
	return hamming.Document{Hash: uint64(sum), Features: uint32(features)}
}

// numbered returns the lines of a text from one number up to another.
func numbered(word string, from, to int) string {
	var text strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&text, "%d %s is %d\n", i, word, i*i)
	}
	return text.String()
}
