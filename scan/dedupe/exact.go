package dedupe

import (
	"encoding/binary"
	"fmt"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/checksum"
	"alike/scan/records"
)

// exactMethod finds records with identical texts by 128 bits of their BLAKE3. Among
// 10^12 records, two different ones agree with a probability of 10^-14.
type exactMethod struct{ kept exactTable }

func (m *exactMethod) worker() (func(rec *records.Record) (db.Record, error), error) {
	h := checksum.New()
	var sum [32]byte
	return func(rec *records.Record) (db.Record, error) {
		h.Reset()
		for _, data := range rec.Texts {
			var length [8]byte
			binary.LittleEndian.PutUint64(length[:], uint64(len(data)))
			_, _ = h.Write(length[:])
			_, _ = h.Write(data)
		}
		h.Sum(sum[:0])
		r := equalityRecord(sum[:])
		r.Hash.Short = false
		return r, nil
	}, nil
}

// digestOf returns the digest of a record that is compared for equality.
func digestOf(r *db.Record) (exactDigest, error) {
	if len(r.Keys) != 2 {
		return exactDigest{}, fmt.Errorf("%w: it has no digest", errDamagedRecord)
	}
	return exactDigest{r.Hash.Hash, uint64(r.Keys[0]) | uint64(r.Keys[1])<<32}, nil
}

func (m *exactMethod) find(r *db.Record) (found, bool, error) {
	f, ok, err := findEqual(&m.kept, r)
	f.share = fingerprint.Undefined
	return f, ok, err
}

func (m *exactMethod) keep(n db.RecordID, r *db.Record) error {
	return keepEqual(&m.kept, n, r)
}

func (m *exactMethod) bytes() int64 { return int64(len(m.kept.slots)) * exactSlotBytes }

// exactDigest is 128 bits of a BLAKE3.
type exactDigest [2]uint64

// exactTable finds records by their digests. It is a hash table with open addressing,
// at most three quarters full. It takes 32 to 64 bytes per record, and half as many
// more while it grows.
type exactTable struct {
	slots []exactSlot // a power of two
	used  int
}

type exactSlot struct {
	digest exactDigest
	n      db.RecordID // 0 if the slot is empty
}

const exactSlotBytes = 24

// find returns the record of a digest.
func (t *exactTable) find(d exactDigest) (db.RecordID, bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	s := t.slot(d)
	return s.n, s.n != 0
}

// slot returns the slot of a digest, or the empty slot where it belongs.
func (t *exactTable) slot(d exactDigest) *exactSlot {
	mask := uint64(len(t.slots) - 1)
	for i := d[0] & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.n == 0 || s.digest == d {
			return s
		}
	}
}

// add adds the digest of a record. If it is there already, the earlier record stays.
func (t *exactTable) add(d exactDigest, n db.RecordID) {
	if 4*t.used >= 3*len(t.slots) {
		old := t.slots
		t.slots = make([]exactSlot, max(1024, 2*len(old)))
		for _, s := range old {
			if s.n != 0 {
				*t.slot(s.digest) = s
			}
		}
	}
	if s := t.slot(d); s.n == 0 {
		*s = exactSlot{d, n}
		t.used++
	}
}
