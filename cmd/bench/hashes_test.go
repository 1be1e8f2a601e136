package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestHashes measures two small numbers of hashes.
func TestHashes(t *testing.T) {
	t.Parallel()
	work := t.TempDir()
	var out, said bytes.Buffer
	err := run(t.Context(), world{&out, &said, noPeers}, []string{"--hashes", "3000,1000", "-f", "json", "--dir", work})
	if err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	var all hashSearches
	if err := json.Unmarshal(out.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Sizes) != 2 || all.Sizes[0].Hashes != 1000 || all.Sizes[1].Hashes != 3000 {
		t.Fatalf("%+v", all.Sizes)
	}
	for _, s := range all.Sizes {
		hashes := syntheticHashes(subject{contents: s.Hashes, seed: all.Seed})
		for _, f := range []hashFigures{s.Set, s.Index} {
			if least := pairsInClusters(hashes, 6); f.Pairs6.Pairs < least || f.Pairs3.Pairs > f.Pairs6.Pairs || least == 0 {
				t.Errorf("%d hashes: %+v, planted are %d pairs", s.Hashes, f, least)
			}
			if f.Near12.Queries != asked || f.Near12.P99 < f.Near12.Median || f.Bytes < 20 || f.Build <= 0 || f.Peak == 0 {
				t.Errorf("%d hashes: %+v", s.Hashes, f)
			}
		}
	}
	empty(t, work)
	var table bytes.Buffer
	if err := writeHashSearches(&table, all); err != nil || strings.Count(table.String(), "\n") != 3+1+4 {
		t.Errorf("%v, table:\n%s", err, table.String())
	}
}

func TestHashOptions(t *testing.T) {
	for _, args := range []string{"--hashes 5", "--hashes 1000 --again", "--hashes 1000 --contents 1000", "--hashes 1000 --svg x", "--hashes 1000 ."} {
		if _, err := parse(world{&bytes.Buffer{}, &bytes.Buffer{}, noPeers}, strings.Fields(args)); err == nil {
			t.Errorf("%s is taken", args)
		}
	}
}
