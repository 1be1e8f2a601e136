package db

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"alike/db/store"
)

// TestImpossibleRoot checks that an index whose root claims more than its files hold, or
// what cannot be, does not open and is reported as damaged.
func TestImpossibleRoot(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 91)
	w.addDoc(w.bytes(5000))
	ix := w.open(Options{Write: true, Create: true})
	iw, err := ix.NewWriter()
	must(t, err)
	must(t, iw.KeepHashes("a", 4))
	w.put(iw, "/a/f", 0)
	must(t, iw.Commit())
	sound := ix.root
	must(t, ix.Close())
	var table, tables string
	for name := range sound.Segments[0].Tables {
		table += fmt.Sprintf(`{"segments":[{"id":1,"tables":{%q:{"blocks":%%[1]s,"rows":1,"bytes":99}}}]}|`, name)
		table += fmt.Sprintf(`{"segments":[{"id":1,"tables":{%q:{"blocks":1,"rows":%%[1]s,"bytes":99}}}]}|`, name)
		table += fmt.Sprintf(`{"segments":[{"id":1,"tables":{%q:{"blocks":1,"rows":1,"bytes":%%[1]s}}}]}|`, name)
	}
	for _, n := range []string{"-1", "4294967295", "9223372036854775807"} {
		tables += fmt.Sprintf(table, n)
	}
	for change := range strings.SplitSeq(tables+`{"next_content":0}|{"long_only":4294967295}|{"small":12000}|{"small":-1}|{"next_content":4294967295}|{"next_dir":0}|{"next_dir":4294967295}|
		{"files":-1}|{"files":4294967295}|{"named":-1}|{"named":2}|{"segments":[{"id":7}],"next_segment":7}|
		{"segments":[{"id":1,"tables":{"?":{}}}]}|{"segments":[{"id":1,"tables":{"b16":{}}}]}|
		{"simhash":{"blocks":0}}|{"simhash":{"blocks":17}}|{"simhash":{"blocks":-4}}|
		{"scan":5}|{"scan":5,"scans":[{"id":4}]}|{"scan":5,"scans":[{"id":5},{"id":5}]}|{"scan":5,"scans":[{"id":5,"next":9}]}|
		{"trees":[{"path":"Lw==","first":1}]}|{"trees":[{"path":"Lw=="},{"path":"Lw=="}]}|{"trees":[{"path":"Lz=="},{"path":"Lw=="}]}|
		{"records":{"next":0}}|{"records":{"next":1,"live":-1}}|{"records":{"next":1,"live":1}}|
		{"window":-1}|{"density":99}|{"format":0}|{"format":-1}|{"segments":1}|null|[]`, "|") {
		var changed map[string]json.RawMessage
		val, err := json.Marshal(sound)
		if err == nil {
			err = json.Unmarshal(val, &changed)
		}
		must(t, err)
		if changes := map[string]json.RawMessage{}; json.Unmarshal([]byte(change), &changes) == nil && len(changes) > 0 {
			maps.Copy(changed, changes)
			if val, err = json.Marshal(changed); err != nil {
				t.Fatal(err)
			}
		} else {
			val = []byte(strings.TrimSpace(change))
		}
		st, err := store.Open(context.Background(), w.dir, store.Options{})
		must(t, err)
		must(t, st.Commit(val))
		must(t, st.Close())
		ix, err := Open(context.Background(), w.dir, Options{Kind: AnyKind})
		if err == nil {
			ix.Close()
		}
		if damaged := new(DamagedError); !errors.As(err, &damaged) || damaged.Path != w.dir {
			t.Errorf("an index with %s opens with %v", change, err)
		}
	}
}
