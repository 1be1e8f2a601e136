package dedupe

import (
	"encoding/binary"

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

func (m *exactMethod) find(r *db.Record) (found, bool, error) {
	f, ok, err := findEqual(&m.kept, r)
	f.share = fingerprint.Undefined
	return f, ok, err
}

func (m *exactMethod) keep(n db.RecordID, r *db.Record) error {
	return keepEqual(&m.kept, n, r)
}

func (m *exactMethod) bytes() int64 { return int64(len(m.kept.slots)) * exactSlotBytes }
