package dedupe

import (
	"encoding/binary"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint"
	"alike/fingerprint/checksum"
	"alike/scan/records"
)

// fingerprintsMethod finds records that share fingerprints, as files do. All fields of
// a record make one set. Every pair at the threshold is found, within the limit of
// maxWalk.
//
// Records with fewer than minShared fingerprints are compared for equality.
type fingerprintsMethod struct {
	Matching
	record lookup
	share  func(fingerprint.Shares) fingerprint.Share
	equal  exactTable
	sets   candidates
}

const (
	// minShared is the minimum number of shared fingerprints. With fewer, a licence
	// header would decide.
	minShared = 3
	// maxKeys is the maximum number of keys stored with a record. The keys of a
	// record with more fingerprints are computed from its Set.
	maxKeys = 1 << 12
)

func newFingerprintsMethod(m Matching, record lookup) (*fingerprintsMethod, error) {
	share, err := m.shareBy()
	if err != nil {
		return nil, err
	}
	f := &fingerprintsMethod{Matching: m, record: record, share: share}
	switch threshold := float64(m.Min); m.By {
	case "larger":
		f.sets = &lists{overlap: largerOverlap(threshold).atLeast(minShared)}
	case "smaller":
		f.sets = &contained{overlap: smallerOverlap(threshold).atLeast(minShared)}
	default:
		f.sets = &lists{overlap: unionOverlap(threshold).atLeast(minShared)}
	}
	return f, nil
}

func (m *fingerprintsMethod) worker() (func(rec *records.Record) (db.Record, error), error) {
	w := &fingerprintsWorker{Matching: m.Matching, extractor: fingerprint.NewExtractor(recordRule)}
	return w.digest, nil
}

// fingerprintsWorker digests records in one goroutine.
type fingerprintsWorker struct {
	Matching
	extractor *fingerprint.Extractor
	plain     [][]byte // of the fields
	all       []fingerprint.Fingerprint
}

func (w *fingerprintsWorker) digest(rec *records.Record) (db.Record, error) {
	w.plain, w.all = w.plain[:0], w.all[:0]
	for _, data := range rec.Texts {
		data = w.Matching.plain(data)
		w.plain = append(w.plain, data)
		w.extractor.Reset(int64(len(data)))
		_, _ = w.extractor.Write(data)
		w.extractor.Close()
		for _, s := range w.extractor.Selected() {
			w.all = append(w.all, s.Fingerprint)
		}
	}
	set := fingerprint.NewSet(w.all, recordRule.Density)
	if len(set) < minShared {
		h := checksum.New()
		for _, data := range w.plain {
			_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(data))))
			_, _ = h.Write(data)
		}
		return equalityRecord(h.Sum(nil)), nil
	}
	r := db.Record{Set: appendFingerprints(nil, set)}
	r.Hash = hamming.Document{Hash: xxhash.Sum64(r.Set), Features: uint32(len(set))}
	if len(set) <= maxKeys {
		r.Keys = fingerprintKeys(set)
	}
	return r, nil
}

// fingerprintKeys returns the keys of fingerprints for finding candidates.
func fingerprintKeys(set fingerprint.Set) []uint32 {
	keys := make([]uint32, len(set))
	for i, f := range set {
		keys[i] = uint32(uint64(f) * 0x9e3779b97f4a7c15 >> 32)
	}
	return keys
}

// keys returns the keys of a record. If they are not stored with it, they are computed
// from its Set.
func (m *fingerprintsMethod) keys(n db.RecordID, r *db.Record) ([]uint32, error) {
	if r.Hash.Features <= maxKeys {
		if len(r.Keys) != int(r.Hash.Features) {
			return nil, fmt.Errorf("%w: it has %d fingerprints and %d keys", errDamagedRecord, r.Hash.Features, len(r.Keys))
		}
		return r.Keys, nil
	}
	if r.Set == nil {
		set, err := m.set(n)
		return fingerprintKeys(set), err
	}
	set, err := readFingerprints(r.Set)
	return fingerprintKeys(set), err
}

// set returns the fingerprints of a kept record.
func (m *fingerprintsMethod) set(n db.RecordID) (fingerprint.Set, error) {
	r, ok, err := m.record(n)
	if err == nil && !ok {
		err = errMissing(n)
	}
	if err != nil {
		return nil, err
	}
	set, err := readFingerprints(r.Set)
	if err != nil {
		return nil, fmt.Errorf("record %d: %w", n, err)
	}
	return set, nil
}

func (m *fingerprintsMethod) find(r *db.Record) (found, bool, error) {
	if r.Hash.Short {
		return findEqual(&m.equal, r)
	}
	keys, err := m.keys(0, r)
	if err != nil {
		return found{}, false, err
	}
	set, err := readFingerprints(r.Set)
	if err != nil {
		return found{}, false, err
	}
	return bestOf(m.sets.find(keys), m.Min, func(n db.RecordID) (fingerprint.Share, error) {
		other, err := m.set(n)
		shares := fingerprint.Compare(set, recordRule.Density, other, recordRule.Density)
		if err != nil || shares.Shared < minShared {
			return fingerprint.Undefined, err
		}
		return m.share(shares), nil
	})
}

func (m *fingerprintsMethod) keep(n db.RecordID, r *db.Record) error {
	if r.Hash.Short {
		return keepEqual(&m.equal, n, r)
	}
	keys, err := m.keys(n, r)
	if err != nil {
		return err
	}
	return m.sets.add(n, keys)
}

func (m *fingerprintsMethod) bytes() int64 {
	return exactSlotBytes*int64(len(m.equal.slots)) + m.sets.bytes()
}

// appendFingerprints appends an encoded set, all uvarints: the number of fingerprints,
// then the gaps between them, each less one. The first gap is counted from -1.
func appendFingerprints(to []byte, set fingerprint.Set) []byte {
	to = binary.AppendUvarint(to, uint64(len(set)))
	next := uint64(0)
	for _, f := range set {
		to = binary.AppendUvarint(to, uint64(f)-next)
		next = uint64(f) + 1
	}
	return to
}

var errFingerprints = fmt.Errorf("%w: its fingerprints cannot be decoded", errDamagedRecord)

// readFingerprints decodes what appendFingerprints encoded.
func readFingerprints(data []byte) (fingerprint.Set, error) {
	count, size := binary.Uvarint(data)
	if size <= 0 || count > uint64(len(data)) {
		return nil, errFingerprints
	}
	data = data[size:]
	set := make(fingerprint.Set, 0, count)
	next := uint64(0)
	for range count {
		gap, size := binary.Uvarint(data)
		if size <= 0 || gap >= 1<<fingerprint.Bits || next+gap >= 1<<fingerprint.Bits {
			return nil, errFingerprints
		}
		data = data[size:]
		set = append(set, fingerprint.Fingerprint(next+gap))
		next += gap + 1
	}
	if len(data) > 0 {
		return nil, errFingerprints
	}
	return set, nil
}
