package records

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"
)

// The id in a tag never begins like a formula and comes back; the record stays as it is.
func TestTagFormulas(t *testing.T) {
	t.Parallel()
	for _, id := range oddIDs {
		for _, f := range []Format{CSV, TSV} {
			tagger, err := NewTagger(Layout{Format: f}, "same_as")
			if err != nil {
				t.Fatal(err)
			}
			row, bad := tagger.Row(&Record{Raw: []byte("=1\n")}, Tag{Repeats: []byte(id), Repeated: true, Cluster: 7})
			if bad != nil {
				t.Fatal(bad.Reason)
			}
			cells := strings.Split(strings.TrimSuffix(string(row), "\n"), "\t")
			if f == CSV {
				if cells, err = csv.NewReader(strings.NewReader(string(row))).Read(); err != nil {
					t.Fatal(err)
				}
			} else if len(cells) == 3 && strings.HasPrefix(cells[1], `"`) {
				if cells[1], err = strconv.Unquote(cells[1]); err != nil {
					t.Fatal(err)
				}
			}
			if len(cells) != 3 || cells[0] != "=1" || cells[2] != "7" {
				t.Fatalf("%q: the row is %q", id, row)
			}
			if strings.IndexAny(cells[1]+" ", "=+-@\t\r") == 0 || strings.TrimPrefix(cells[1], "'") != strings.ReplaceAll(id, "\r\n", "\n") {
				t.Errorf("%q is tagged as %q", id, row)
			}
		}
	}
}
