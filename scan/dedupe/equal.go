package dedupe

import (
	"encoding/binary"
	"fmt"

	"alike/db"
	"alike/db/hamming"
)

// equalityRecord returns a record that is compared only for equality, by 128 bits of
// its checksum.
func equalityRecord(sum []byte) db.Record {
	return db.Record{
		Hash: hamming.Document{Hash: binary.LittleEndian.Uint64(sum), Short: true},
		Keys: []uint32{binary.LittleEndian.Uint32(sum[8:]), binary.LittleEndian.Uint32(sum[12:])},
	}
}

// digestOf returns the digest of a record that is compared for equality.
func digestOf(r *db.Record) (exactDigest, error) {
	if len(r.Keys) != 2 {
		return exactDigest{}, fmt.Errorf("%w: it has no digest", errDamagedRecord)
	}
	return exactDigest{r.Hash.Hash, uint64(r.Keys[0]) | uint64(r.Keys[1])<<32}, nil
}

// findEqual finds a record by its digest.
func findEqual(t *exactTable, r *db.Record) (found, bool, error) {
	d, err := digestOf(r)
	if err != nil {
		return found{}, false, err
	}
	n, ok := t.find(d)
	return found{n: n, share: 1}, ok, nil
}

// keepEqual adds a record by its digest.
func keepEqual(t *exactTable, n db.RecordID, r *db.Record) error {
	d, err := digestOf(r)
	if err == nil {
		t.add(d, n)
	}
	return err
}

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
