package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestDedupe measures a few records. There are so many that a run can be killed.
func TestDedupe(t *testing.T) {
	if testing.Short() {
		t.Skip("it writes 100 MB")
	}
	t.Parallel()
	work := t.TempDir()
	var out, said bytes.Buffer
	err := run(t.Context(), world{&out, &said, noPeers}, []string{"--dedupe", "20000", "-f", "json", "--dir", work})
	if err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	var all deduped
	if err := json.Unmarshal(out.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	if all.Records != 20000 || all.Bytes < 20000*1500 || len(all.Rows) != 6 {
		t.Fatalf("%+v", all)
	}
	for _, r := range all.Rows {
		if r.Seconds <= 0 || r.Speed <= 0 || r.Peak == 0 || r.Records == 0 {
			t.Errorf("%+v", r)
		}
	}
	empty(t, work)
	var table bytes.Buffer
	if err := writeDeduped(&table, all); err != nil || strings.Count(table.String(), "\n") != 3+1+6 {
		t.Errorf("%v, table:\n%s", err, table.String())
	}
}

func TestDedupeOptions(t *testing.T) {
	for _, args := range []string{"--dedupe 5", "--dedupe -1", "--dedupe 1000 --again", "--dedupe 1000 --grow 10", "--dedupe 1000 ."} {
		if _, err := parse(world{&bytes.Buffer{}, &bytes.Buffer{}, noPeers}, strings.Fields(args)); err == nil {
			t.Errorf("%s is taken", args)
		}
	}
}
