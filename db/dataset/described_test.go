package dataset

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"alike/db/spill"
)

// TestDescriptions checks that rows come back in order, whether they fit into memory or not.
func TestDescriptions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{0, 1, 6, 7, 8, 100, 1000} {
		d := descriptions{place: spill.In(t.TempDir()), room: 7}
		var want []descriptionRow
		for range n {
			var row descriptionRow
			for i := range row {
				row[i] = byte(r.IntN(3))
			}
			want = append(want, row)
			if err := d.add(row); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortFunc(want, func(a, b descriptionRow) int { return bytes.Compare(a[:], b[:]) })
		var got []descriptionRow
		err := d.each(t.Context(), func(row *descriptionRow) error {
			got = append(got, *row)
			return nil
		})
		d.close()
		if err != nil || !slices.Equal(got, want) || (n > 7) != (d.file != nil) && n != 7 {
			t.Errorf("%d rows: got %d in another order or others: %v", n, len(got), err)
		}
	}
}
