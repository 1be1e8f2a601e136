package join_test

import (
	"fmt"
	"strings"
	"testing"

	"alike/db/dataset/join"
)

// TestWeights checks the weights that the SQL computes against those of an index, for collections
// of several sizes.
func TestWeights(t *testing.T) {
	t.Parallel()
	sql := statements(t, join.Pairs, join.Options{By: "distinctive", Min: .5, MinShared: 3})
	_, sql, _ = strings.Cut(sql, "CREATE OR REPLACE TEMP TABLE alike_weights AS\n")
	sql, _, found := strings.Cut(sql, ";\n")
	if !found {
		t.Fatal("no table of weights")
	}
	var all strings.Builder
	sizes := []int{1, 500, 45_625, 3_000_001}
	for _, n := range sizes {
		fmt.Fprintf(&all, `
CREATE OR REPLACE TEMP TABLE alike_live AS SELECT range AS key, true AS live FROM range(%[1]d);
CREATE OR REPLACE TEMP TABLE alike_frequencies AS
SELECT range + 1 AS df FROM range(least(%[1]d, 100000))
UNION SELECT CAST(1 + floor(random() * %[1]d) AS BIGINT) FROM range(100000);
CREATE OR REPLACE TEMP TABLE weights AS %[2]s;
SELECT df, weight, small_weight FROM weights;
`, n, sql)
	}
	type row struct {
		DF     int
		Weight int64
		Small  int64 `json:"small_weight"`
	}
	results, err := duck[row](t, all.String())
	must(t, err)
	for i, n := range sizes {
		if want := min(n, 100_000); len(results[i]) < want {
			t.Errorf("%d weights for %d contents, want at least %d", len(results[i]), n, want)
		}
		for _, r := range results[i] {
			if want := (row{r.DF, weigh(max(n, 1000), r.DF), weigh(max(n, 400), r.DF)}); r != want {
				t.Fatalf("of %d contents: %v, want %v", n, r, want)
			}
		}
	}
}
