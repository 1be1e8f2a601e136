package join_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"alike/db/dataset/join"
)

// TestPlans checks that DuckDB joins contents, files and fingerprints only by hashing. Products
// are those with the one row of a subquery or of a table of settings.
func TestPlans(t *testing.T) {
	t.Parallel()
	r := seeded(102)
	dir := t.TempDir()
	newWorld(r, worlds[0], 60).write(t, r, dir)
	loop := regexp.MustCompile(`(?i)cross.product|nested.loop|blockwise|piecewise|ie.join|asof`)
	few := []string{"alike_settings", "alike_weights", "alike_least", "alike_totals"} // of hosts, of frequencies, of levels
	for by := range measures {
		sql := statements(t, join.Pairs, join.Options{From: dir, By: by, Min: .5, MinShared: 3})
		var asked []string
		var explained strings.Builder
		for _, statement := range strings.SplitAfter(sql, ";\n") {
			if _, table, ok := strings.Cut(statement, "CREATE OR REPLACE TEMP TABLE "); ok {
				name, query, _ := strings.Cut(table, " AS\n")
				if !slices.Contains(few, name) {
					explained.WriteString("EXPLAIN " + query)
					asked = append(asked, table)
				}
			}
			if strings.Contains(statement, "CREATE ") {
				explained.WriteString(statement)
			}
		}
		type row struct {
			Plan string `json:"explain_value"`
		}
		plans, err := duck[row](t, explained.String())
		must(t, err)
		if len(plans) != len(asked) || len(asked) < 10 {
			t.Fatalf("%d plans of %d statements", len(plans), len(asked))
		}
		for i, plan := range plans {
			text := plan[0].Plan
			one := strings.Count(asked[i], "(SELECT ") + strings.Count(asked[i], "CROSS JOIN") +
				strings.Count(asked[i], "alike_prefixes") // a view with a subquery
			if n := len(loop.FindAllString(text, -1)); n > one {
				t.Errorf("by %s, %d joins without hashing for %d subqueries of one row:\n%s\n%s", by, n, one, asked[i], text)
			}
			joined := regexp.MustCompile(`fingerprint = fingerprint, common = common|common = common, fingerprint = fingerprint`)
			if n := len(joined.FindAllString(text, -1)); strings.HasPrefix(asked[i], "alike_candidates") && n != strings.Count(asked[i], "alike_prefixes") {
				t.Errorf("by %s: %d hash joins of candidates:\n%s", by, n, text)
			}
		}
	}
}
