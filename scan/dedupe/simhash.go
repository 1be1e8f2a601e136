package dedupe

import (
	"fmt"

	"github.com/cespare/xxhash/v2"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/scan/records"
)

// simhashMethod finds records whose simhashes differ in few bits, and short records
// whose normalised texts are equal.
//
// A 32-bit hash is looked up as 64 bits that repeat it, at twice the distance. Padded
// with zeros instead, all hashes would agree in the blocks of zeros and meet there:
// 100,000 unrelated hashes took 13 s of processor time at distance 3, and take 0.5 s
// repeated. Padding remains if twice the distance is too far for the tables.
type simhashMethod struct {
	Matching
	set   *hamming.Set
	twice bool // hashes are repeated
}

func newSimhashMethod(m Matching) (*simhashMethod, error) {
	if m.Blocks == 0 {
		m.Blocks = hamming.DefaultBlocks
	}
	set, err := hamming.NewSet(m.Blocks)
	if err != nil {
		return nil, err
	}
	return &simhashMethod{m, set, m.Scheme.Bits == 32 && 2*m.Distance <= MaxDistance}, nil
}

func (m *simhashMethod) worker() (func(rec *records.Record) (db.Record, error), error) {
	h, err := simhash.NewHasher(m.Scheme, m.Tables)
	if err != nil {
		return nil, err
	}
	w := &simhashWorker{Matching: m.Matching, hasher: h}
	return w.digest, nil
}

// simhashWorker digests records in one goroutine.
type simhashWorker struct {
	Matching
	hasher *simhash.Hasher
	plain  [][]byte // of the fields
	joined []byte   // normalised fields of a short record
}

func (w *simhashWorker) digest(rec *records.Record) (db.Record, error) {
	if rec.HasHash {
		h, err := w.given(rec.Hash)
		return db.Record{Hash: hamming.Document{Hash: h}}, err
	}
	w.hasher.Reset()
	w.plain = w.plain[:0]
	for i, data := range rec.Texts {
		data = w.Matching.plain(data)
		w.plain = append(w.plain, data)
		weight := 1.0
		if w.Fields != nil {
			weight = w.Fields[i]
		}
		w.hasher.Add(data, weight)
	}
	sum, features := w.hasher.Sum()
	h := hamming.Document{Hash: uint64(sum), Features: uint32(features)}
	if features < simhash.MinFeatures {
		h.Short, h.Hash = true, w.short()
	}
	return db.Record{Hash: h}, nil
}

// short returns the hash of a record that is too short to judge. Fields are kept
// apart, so that a word that moves from the title to the text makes a difference.
func (w *simhashWorker) short() uint64 {
	if len(w.plain) == 1 {
		return w.hasher.NormalizedHash(w.plain[0])
	}
	w.joined = w.joined[:0]
	for _, data := range w.plain {
		w.joined = append(append(w.joined, w.hasher.Normalized(data)...), 0)
	}
	return xxhash.Sum64(w.joined)
}

// given returns a hash that a record carries. A 32-bit one may be a negative number.
func (w *simhashWorker) given(h uint64) (uint64, error) {
	if w.Scheme.Bits == 64 {
		return h, nil
	}
	if low := uint64(uint32(h)); h == low || h == uint64(int64(int32(h))) {
		return low, nil
	}
	return 0, fmt.Errorf("the hash %#x has more than 32 bits", h)
}

func (m *simhashMethod) find(r *db.Record) (found, bool, error) {
	distance := m.Distance
	if m.twice {
		distance *= 2
	}
	near, ok, err := m.set.Nearest(m.looked(r.Hash), distance)
	if m.twice {
		near.Distance /= 2
	}
	return found{n: db.RecordID(near.Document), distance: near.Distance, share: fingerprint.Undefined}, ok, err
}

// looked returns the form in which a hash is looked up.
func (m *simhashMethod) looked(h hamming.Document) hamming.Document {
	if m.twice && !h.Short {
		h.Hash |= h.Hash << 32
	}
	return h
}

func (m *simhashMethod) keep(n db.RecordID, r *db.Record) error {
	m.set.Insert(uint32(n), m.looked(r.Hash))
	return nil
}

func (m *simhashMethod) bytes() int64 { return int64(m.set.Bytes()) }

// load adds all records of the index at once. Sorting them takes a fifth of the time
// of adding them one by one.
func (m *simhashMethod) load(each func(use func(n db.RecordID, r *db.Record) error) error) error {
	var hashes, short []uint64
	var numbers, shortNumbers []uint32
	err := each(func(n db.RecordID, r *db.Record) error {
		if r.Hash.Short {
			short, shortNumbers = append(short, r.Hash.Hash), append(shortNumbers, uint32(n))
			return nil
		}
		hashes, numbers = append(hashes, m.looked(r.Hash).Hash), append(numbers, uint32(n))
		return nil
	})
	if err != nil {
		return err
	}
	if err := m.set.Load(hashes, numbers, m.Threads); err != nil {
		return err
	}
	for i, h := range short {
		m.set.Insert(shortNumbers[i], hamming.Document{Hash: h, Short: true})
	}
	return nil
}
