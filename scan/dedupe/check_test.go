package dedupe

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"alike/db"
	"alike/scan/records"
)

// TestCheckFindsRecords checks that a run on crafted records or a crafted state reports
// damage, and that a check finds it.
func TestCheckFindsRecords(t *testing.T) {
	t.Parallel()
	text := strings.Join(newWriter(1).text(100), " ")
	sound := func(*db.Record) {}
	damages := map[string]func(r *db.Record){
		"a key missing": func(r *db.Record) { r.Keys = r.Keys[:len(r.Keys)-1] },
		"no keys":       func(r *db.Record) { r.Keys = nil },
		"no digest":     func(r *db.Record) { r.Hash.Short, r.Keys = true, nil },
		"half a set":    func(r *db.Record) { r.Set = r.Set[:len(r.Set)/2] },
		"a longer set":  func(r *db.Record) { r.Set = append(bytes.Clone(r.Set), 0) },
		"an empty set":  func(r *db.Record) { r.Set = []byte{} },
		"no set":        func(r *db.Record) { r.Set = nil },
		"sound":         sound,
	}
	for _, m := range []Matching{{Method: Jaccard, Min: .8}, {Method: Cosine, Min: .9}, {Method: Fingerprints, Min: .5}, {Method: Exact}} {
		if got := decodeMatching(m.Encoded()); got.Method != m.Method || got.Min != m.Min && m.Method != Fingerprints {
			t.Errorf("%q is decoded to %+v", m.Encoded(), got)
		}
		for what, damage := range damages {
			if m.Method == Exact && strings.Contains(what, "set") {
				continue
			}
			runs, checks := runAndCheck(t, m, text, damage, []byte(`{"version":1,"done":true}`))
			if runs == (what == "sound") || checks != runs {
				t.Errorf("%s, %s: a run finds damage: %v, a check: %v", m.Method, what, runs, checks)
			}
		}
	}
	for _, state := range []string{"", "{", "[]", `{"version":"1"}`} {
		if runs, checks := runAndCheck(t, Matching{Method: Exact}, text, sound, []byte(state)); !runs || !checks {
			t.Errorf("state %q: a run finds damage: %v, a check: %v", state, runs, checks)
		}
	}
}

// runAndCheck puts a damaged record of a text and the state of a run into an index, and
// reports whether a run on the text and a check find the damage.
func runAndCheck(t *testing.T, m Matching, text string, damage func(r *db.Record), state []byte) (runs, checks bool) {
	dir := filepath.Join(t.TempDir(), "index")
	r, err := newSetsStream(t, m).digest(&records.Record{Texts: [][]byte{[]byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	damage(&r)
	ix := openIndex(t, dir, true)
	w, err := ix.NewWriter()
	if err == nil {
		err = w.KeepRecords(m.Encoded())
	}
	if err == nil {
		_, err = w.AddRecord(r)
	}
	w.SetRun(state)
	if err == nil {
		err = w.Commit()
	}
	if err != nil {
		t.Fatal(err)
	}
	report, err := ix.Check(context.Background(), CheckOptions(ix))
	if err != nil {
		t.Fatal(err)
	}
	j := simhashJob(text+"\n", records.Layout{Format: records.Lines}, &bytes.Buffer{})
	j.Matching, j.Index = m, ix
	_, err = j.Run(t.Context())
	if runs = errors.As(err, new(*db.DamagedError)); err != nil && !runs {
		t.Errorf("the run fails with %v", err)
	}
	closed(t, ix)
	return runs, len(report.Problems) > 0
}
