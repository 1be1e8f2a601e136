package db

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"alike/db/hamming"
)

// TestCheckFindsHashes checks that a check finds damaged simhashes and buckets.
func TestCheckFindsHashes(t *testing.T) {
	for name, damage := range map[string]func(iw *Writer, seg *segmentWriter) error{
		"extra bucket entry": func(_ *Writer, seg *segmentWriter) error {
			return seg.buckets[2].add(bucketEntry{1 << 60, 1, false})
		},
		"entry without content": func(_ *Writer, seg *segmentWriter) error {
			return seg.buckets[0].add(bucketEntry{1 << 60, 99, false})
		},
		"simhash in no bucket": func(_ *Writer, seg *segmentWriter) error {
			return seg.hashes.add(rowKey{3, 0}, encodeHash(nil, hamming.Document{Hash: 9}))
		},
		"duplicate simhash": func(_ *Writer, seg *segmentWriter) error {
			return seg.hashes.add(rowKey{1, 0}, encodeHash(nil, hamming.Document{Hash: 9}))
		},
		"simhash without content": func(_ *Writer, seg *segmentWriter) error {
			return seg.hashes.add(rowKey{99, 0}, encodeHash(nil, hamming.Document{Hash: 9}))
		},
		"malformed row": func(_ *Writer, seg *segmentWriter) error {
			return seg.hashes.add(rowKey{3, 0}, []byte{1, 2, 3})
		},
		"buckets of an extra block": func(_ *Writer, seg *segmentWriter) error {
			return seg.buckets[4].add(bucketEntry{5, 1, false})
		},
		"different simhash in a block": func(_ *Writer, seg *segmentWriter) error {
			err := seg.hashes.add(rowKey{3, 0}, encodeHash(nil, hamming.Document{Hash: 9}))
			for i, b := range hamming.Blocks(4) {
				e := bucketEntry{b.Rotated(9), 3, false}
				if i == 1 {
					e.rotated ^= 1
				}
				if err == nil {
					err = seg.buckets[i].add(e)
				}
			}
			return err
		},
		"different flag in a block": func(_ *Writer, seg *segmentWriter) error {
			err := seg.hashes.add(rowKey{3, 0}, encodeHash(nil, hamming.Document{Hash: 9}))
			for i, b := range hamming.Blocks(4) {
				if err == nil {
					err = seg.buckets[i].add(bucketEntry{b.Rotated(9), 3, i == 3})
				}
			}
			return err
		},
		"entry that is not a document": func(_ *Writer, seg *segmentWriter) error {
			err := seg.hashes.add(rowKey{3, 0}, encodeHash(nil, hamming.Document{NoDocument: true}))
			if err != nil {
				return err
			}
			return seg.buckets[1].add(bucketEntry{0, 3, false})
		},
		"blocks missing from the root": func(iw *Writer, _ *segmentWriter) error {
			iw.root.Simhash = nil
			return nil
		},
		"more blocks in the root than tables": func(iw *Writer, _ *segmentWriter) error {
			iw.root.Simhash = &simhashMeta{"a", 5}
			return nil
		},
		"zero blocks in the root": func(iw *Writer, _ *segmentWriter) error {
			iw.root.Simhash = &simhashMeta{"a", 0}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHashed(t, 51, 4, 3)
			ix := h.open(Options{Write: true, Create: true})
			defer ix.Close()
			iw, err := ix.NewWriter()
			if err == nil {
				err = iw.KeepHashes("a", 4)
			}
			if err != nil {
				t.Fatal(err)
			}
			for d := range 3 {
				h.put(iw, fmt.Sprintf("/a%d", d), d)
				if d < 2 && err == nil {
					err = iw.PutHash(ContentID(d+1), h.hashes[d])
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := iw.Commit(); err != nil {
				t.Fatal(err)
			}
			mustCheck(t, ix)
			iw.begin(iw.root.NextContent)
			if err := damage(iw, iw.batch.seg); err != nil {
				t.Fatal(err)
			}
			if err := iw.Commit(); err != nil {
				t.Fatal(err)
			}
			report, err := ix.Check(context.Background(), CheckOptions{})
			if err != nil || len(report.Problems) == 0 {
				t.Errorf("Check found %v (%v)", report.Problems, err)
			}
			mustFindInParts(t, ix, report)
		})
	}
}

// TestLostBucket checks that searches and Check notice a lost block of buckets, and that
// uncommitted documents are not in the index.
func TestLostBucket(t *testing.T) {
	h := newHashed(t, 61, 4, 50)
	ix := h.open(Options{Write: true, Create: true})
	iw, err := ix.NewWriter()
	if err == nil {
		err = iw.KeepHashes("a", 4)
	}
	if err != nil {
		t.Fatal(err)
	}
	put := func(d int) {
		t.Helper()
		h.put(iw, fmt.Sprintf("/a%d", d), d)
		if err := iw.PutHash(ContentID(d+1), h.hashes[d]); err != nil {
			t.Fatal(err)
		}
	}
	for d := range 40 {
		put(d)
	}
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	put(40) // not committed
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	delete(h.files, "/a40")
	ix = h.open(Options{Write: true})
	defer ix.Close()
	for d := range h.docs {
		got, err := ix.NearHashes(context.Background(), h.hashes[d], d%13)
		must(t, err)
		var near, want []int
		for _, m := range got {
			near = append(near, int(m.Document)-1)
		}
		slices.Sort(near)
		for e := range 40 {
			distance, short := bits.OnesCount64(h.hashes[d].Hash^h.hashes[e].Hash), h.hashes[d].Short
			if !h.hashes[d].NoDocument && !h.hashes[e].NoDocument && h.hashes[e].Short == short &&
				(distance == 0 || distance <= d%13 && !short) {
				want = append(want, e)
			}
		}
		if !slices.Equal(near, want) {
			t.Errorf("document %d is near %v, want %v", d, near, want)
		}
	}
	if _, ok, err := ix.Hash(41); ok || err != nil {
		t.Errorf("an uncommitted simhash is there (%v)", err)
	}
	mustCheck(t, ix)
	lost := ix.segments[0].table(kindBuckets)
	must(t, lost.load())
	must(t, ix.st.Remove(blockKey(lost.segment, lost.kind, lost.blocks[0].first)))
	must(t, ix.commitRoot(ix.root))
	damaged := new(DamagedError)
	_, err = ix.NearHashes(context.Background(), h.hashes[1], 3)
	if !errors.As(err, &damaged) {
		t.Errorf("NearHashes with a lost block: %v", err)
	}
	if _, _, err := ix.ReadHashes(context.Background()); !errors.As(err, &damaged) {
		t.Errorf("ReadHashes with a lost block: %v", err)
	}
	report, err := ix.Check(context.Background(), CheckOptions{})
	if err != nil || len(report.Problems) == 0 {
		t.Errorf("Check found %v (%v)", report.Problems, err)
	}
}
