package store

import (
	"bytes"
	"fmt"
	"math/rand"
	"path/filepath"
	"testing"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	sst "github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
	"github.com/dgraph-io/ristretto/v2/z"
)

// TestEncoderMatchesBadger compares the tables of the encoder, byte by byte, with those
// of Badger's builder.
func TestEncoderMatchesBadger(t *testing.T) {
	pool := z.NewAllocatorPool(1)
	defer pool.Release()
	r := rand.New(rand.NewSource(1))
	var enc tableEncoder
	for round := range 60 {
		b := sst.NewTableBuilder(sst.Options{
			TableSize: 16 << 20, // on 32 bit its allocator overwrites what it has when it grows
			BlockSize: blockSize, BloomFalsePositive: bloomRate,
			Compression: options.None, AllocPool: pool,
		})
		enc.reset()
		var got []byte
		size := []int{0, 30, 1000, 4000, 5000, 40000}[round%6]
		for i := range 1 + r.Intn(200) {
			key := fmt.Appendf(nil, "%c%0*d", 'a'+byte(i/70), 1+r.Intn(3)+i/70*4, i)
			if round%7 == 0 {
				key = binaryKey(i)
			}
			version, meta, val := uint64(r.Intn(1000)), byte(0), []byte(randomValue(r, r.Intn(size+1)))
			if r.Intn(5) == 0 {
				meta, val = bitDelete, nil
			}
			b.Add(y.KeyWithTs(key, version), y.ValueStruct{Meta: meta, Value: val}, 0)
			enc.add(key, version, meta, val)
			enc.take(round*1000, func(blocks []byte) { got = append(got, blocks...) })
		}
		want := b.Finish()
		b.Close()
		rest, last := enc.finish()
		tail := int64(len(got) + last)
		got = append(got, rest...)
		if !bytes.Equal(got, want) {
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			t.Fatalf("round %d: %d bytes, Badger makes %d; they differ from byte %d on", round, len(got), len(want), at)
		}
		if tail < 0 || tail >= int64(len(got)) || tail > 0 && tail < int64(len(got)/200) {
			t.Errorf("round %d: the last block begins at %d of %d", round, tail, len(got))
		}
	}
}

func binaryKey(i int) []byte {
	return []byte{'s', 0, 0, byte(i >> 6), 'p', 0, byte(i), 0xff, 0x80, byte(i * 7)}
}

// TestBadgerOpensTheFolder opens the folder with plain Badger, which must find
// everything.
func TestBadgerOpensTheFolder(t *testing.T) {
	p := makeSample(t)
	for _, readOnly := range []bool{true, false} {
		o := badger.DefaultOptions(filepath.Join(copyDir(t, p.dir), badgerName)).WithLogger(nil).WithReadOnly(readOnly).WithBypassLockGuard(true)
		db, err := badger.Open(o)
		must(t, err)
		must(t, db.VerifyChecksum())
		n := 0
		must(t, db.View(func(txn *badger.Txn) error {
			it := txn.NewIterator(badger.DefaultIteratorOptions)
			defer it.Close()
			for it.Rewind(); it.Valid(); it.Next() {
				n++
				if err := it.Item().Value(func(val []byte) error {
					if p.want[string(it.Item().Key())] != string(val) {
						return fmt.Errorf("wrong value of %q", it.Item().Key())
					}
					return nil
				}); err != nil {
					return err
				}
			}
			return nil
		}))
		if n != len(p.want) {
			t.Errorf("Badger finds %d keys, want %d", n, len(p.want))
		}
		must(t, db.Close())
	}
}
