package join_test

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"alike/db"
	"alike/db/dataset"
	"alike/db/dataset/join"
	"alike/db/search"
	"alike/fingerprint"
)

// groupRow is a row of the answer to the question groups. Those of a representative have no
// number of shared fingerprints and no shares.
type groupRow struct {
	Group                  int      `json:"group"`
	Role                   string   `json:"role"`
	Level                  int      `json:"level"`
	Fingerprints           int      `json:"fingerprints"`
	Share                  *float64 `json:"share"`
	Files                  int64    `json:"files"`
	InCommon               int64    `json:"in_common"`
	Path                   string   `json:"path"`
	PathB64                string   `json:"path_b64"`
	Size                   int64    `json:"size"`
	Copies                 int      `json:"copies"`
	Shared                 *int     `json:"shared"`
	InRepresentative       *float64 `json:"in_representative"`
	ContainsRepresentative *float64 `json:"contains_representative"`
	Resemblance            *float64 `json:"resemblance"`
	Distinctive            *float64 `json:"distinctive"`
}

// TestGroups compares with the groups of one index of all hosts.
func TestGroups(t *testing.T) {
	t.Parallel()
	for i := range worlds {
		t.Run(fmt.Sprint(worlds[i].View, i), func(t *testing.T) {
			t.Parallel()
			r := seeded(uint64(200 + i))
			w := newWorld(r, worlds[i], 120)
			dir := t.TempDir()
			w.write(t, r, dir)
			ix := w.index(t)
			var asked []join.Options
			var sql strings.Builder
			for _, o := range []join.Options{
				{By: "union", Min: .5}, {By: "smaller", Min: .25}, {By: "larger", Min: .9, Hardlinks: true}, {By: "distinctive", Min: .5},
			} {
				o.From, o.MinShared = dir, 3
				asked = append(asked, o)
				sql.WriteString(statements(t, join.Groups, o))
			}
			answers, err := duck[groupRow](t, sql.String())
			must(t, err)
			members := 0
			for i, o := range asked {
				want := groupsOf(t, ix, o)
				if !reflect.DeepEqual(answers[i], want) {
					t.Errorf("by %s, %v: got %d rows, want %d", o.By, o.Min, len(answers[i]), len(want))
				}
				for _, row := range want {
					if row.Role == "member" {
						members++
					}
				}
			}
			if members < 20 {
				t.Errorf("only %d members", members)
			}
		})
	}
}

// TestLongChains checks that groups that take too many rounds end in an error. Each content of
// a chain resembles the two beside it, and precedes the smaller one.
func TestLongChains(t *testing.T) {
	t.Parallel()
	for _, n := range []int{20, 40} {
		a := host{export: export("a")}
		for i := range int64(n) {
			c := content{Content: db.Content{Checksum: db.Checksum{byte(i + 1)}, Size: 1000 - i, Level: 5}}
			for k := range int64(20) {
				c.set = append(c.set, fingerprint.Fingerprint(10*(100-i)+k))
			}
			a.add(&c)
			a.files = append(a.files, dataset.File{Host: "a", Path: fmt.Sprintf("/%03d", i), Key: c.key(), Size: c.Size})
		}
		dir := t.TempDir()
		write(t, dir, a)
		results, err := duck[groupRow](t, statements(t, join.Groups, join.Options{
			From: dir, By: "union", Min: .3, MinShared: 3, Next: func(p join.Problem) string { return map[join.Problem]string{join.LongChains: "isn't this long?"}[p] },
		}))
		switch {
		case n > 32 && (err == nil || !strings.Contains(err.Error(), "not complete after 16 rounds: files resemble each other in long chains; isn't this long?")):
			t.Errorf("a chain of %d: %v", n, err)
		case n <= 32:
			must(t, err)
			if len(results[0]) != n-1 { // the last has no partner left
				t.Errorf("a chain of %d: %d rows", n, len(results[0]))
			}
		}
	}
}

// groupsOf searches an index of all hosts and returns what SQL answers.
func groupsOf(t *testing.T, ix *db.Index, o join.Options) (rows []groupRow) {
	var groups [][]groupRow
	q := search.PairQuery{Min: o.Min, MinShared: o.MinShared, By: measures[o.By], Hardlinks: o.Hardlinks}
	_, err := search.Groups(context.Background(), ix, q, func(g search.Group) error {
		if g.Representative.Size == 0 {
			return nil
		}
		group := []groupRow{{Role: "representative", Level: g.Representative.Level, Fingerprints: g.Representative.Fingerprints, Size: g.Representative.Size, Copies: g.Representative.Copies}}
		group[0].Path, group[0].PathB64 = encoded(g.Representative.Path)
		files, common := int64(1+g.Representative.Copies), g.Representative.Size*int64(g.Representative.Copies)
		for _, m := range g.Members {
			row := groupRow{
				Role: "member", Level: m.Level, Fingerprints: m.Fingerprints, Share: shareOf(m.By(q.By)), Size: m.Size, Copies: m.Copies, Shared: &m.Shared, InRepresentative: shareOf(m.InRepresentative),
				ContainsRepresentative: shareOf(m.Representative), Resemblance: shareOf(m.Resemblance), Distinctive: shareOf(m.Distinctive),
			}
			row.Path, row.PathB64 = encoded(m.Path)
			group = append(group, row)
			files += int64(1 + m.Copies)
			common += int64(math.Round(float64(m.InRepresentative.Rounded())*float64(m.Size))) * int64(1+m.Copies)
		}
		for i := range group {
			group[i].Files, group[i].InCommon = files, common
		}
		groups = append(groups, group)
		return nil
	})
	must(t, err)
	slices.SortFunc(groups, func(a, b []groupRow) int {
		return cmp.Or(cmp.Compare(b[0].InCommon, a[0].InCommon), strings.Compare(decoded(t, a[0].Path, a[0].PathB64), decoded(t, b[0].Path, b[0].PathB64)))
	})
	for i := range groups {
		for k := range groups[i] {
			groups[i][k].Group = i + 1
		}
	}
	return slices.Concat(groups...)
}

func shareOf(s fingerprint.Share) *float64 {
	if !s.Defined() {
		return nil
	}
	x := float64(s.Rounded())
	return &x
}

// encoded returns the path of a file in an index of all hosts as an answer has it.
func encoded(path string) (text, inBase64 string) {
	path = strings.TrimPrefix(path, "/")
	if utf8.ValidString(path) {
		return path, ""
	}
	return "", base64.StdEncoding.EncodeToString([]byte(path))
}

func decoded(t *testing.T, path, inBase64 string) string {
	raw, err := base64.StdEncoding.DecodeString(inBase64)
	must(t, err)
	return path + string(raw)
}
