package scan_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"alike/db"
	"alike/db/search"
	"alike/scan"
)

// Scan a folder into a new index and print the pairs of similar files.
func Example() {
	dir, err := os.MkdirTemp("", "alike-example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	var draft strings.Builder
	for i := range 400 {
		fmt.Fprintf(&draft, "Line %d of the draft. Its square is %d.\n", i, i*i)
	}
	for name, text := range map[string]string{
		"draft.txt": draft.String(),
		"final.txt": strings.ReplaceAll(draft.String(), "Line 7", "Row 7"),
		"other.txt": strings.Repeat("Something else.\n", 100),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}

	ctx := context.Background()
	indexDir := filepath.Join(dir, ".index")
	ix, err := db.Open(ctx, indexDir, db.Options{Write: true, Create: true})
	if err != nil {
		log.Fatal(err)
	}
	defer ix.Close()
	w, err := ix.NewWriter()
	if err != nil {
		log.Fatal(err)
	}
	sum, err := scan.Run(ctx, w, []string{dir}, scan.Options{IndexDir: indexDir})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("files read:", sum.Read)

	query := search.PairQuery{Min: 0.5, MinShared: 3}
	_, err = search.Pairs(ctx, ix, query, func(p search.Pair) error {
		fmt.Println(filepath.Base(p.A.Path), filepath.Base(p.B.Path), "similar:", p.Resemblance > 0.8)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// files read: 3
	// draft.txt final.txt similar: true
}
