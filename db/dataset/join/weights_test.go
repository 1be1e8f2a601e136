package join_test

import (
	"fmt"
	"strings"
	"testing"

	"alike/db/dataset/join"
)

// TestWeights checks the weights that the SQL computes against those of an index.
func TestWeights(t *testing.T) {
	t.Parallel()
	sql := statements(t, join.Pairs, join.Options{By: "distinctive", Min: .5, MinShared: 3})
	_, sql, _ = strings.Cut(sql, "CREATE OR REPLACE TEMP TABLE alike_weights AS\n")
	sql, _, found := strings.Cut(sql, ";\n")
	if !found {
		t.Fatal("no table of weights")
	}
	type row struct {
		DF     int
		Weight int64
	}
	results, err := duck[row](t, fmt.Sprintf(`
CREATE OR REPLACE TEMP TABLE alike_frequencies AS
SELECT range + 1 AS df FROM range(100000)
UNION SELECT CAST(1 + floor(random() * 3000000000) AS BIGINT) FROM range(100000);
CREATE OR REPLACE TEMP TABLE weights AS %s;
SELECT df, weight FROM weights;
`, sql))
	must(t, err)
	if len(results[0]) < 150_000 {
		t.Errorf("only %d weights", len(results[0]))
	}
	for _, r := range results[0] {
		if want := weigh(r.DF); r.Weight != want {
			t.Fatalf("%d contents: %d, want %d", r.DF, r.Weight, want)
		}
	}
}
