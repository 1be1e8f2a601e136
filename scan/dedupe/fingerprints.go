package dedupe

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"
	"github.com/zeebo/blake3"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint"
	"alike/scan/records"
)

// fingerprintsMethod takes records for the same that share as many of their
// fingerprints, as files do. All fields of a record make one set. Every such pair is
// found, but for what longestWalk says.
//
// Records with fewer fingerprints than two must share count as the same when their
// texts are equal.
type fingerprintsMethod struct {
	Matching
	record kept
	share  func(fingerprint.Shares) fingerprint.Share
	equal  exactTable
	sets   candidates
}

// recordRule takes fingerprints at the finest level, however long a record is: one
// in a window and a half of text, 25 in 2 KB.
var recordRule = fingerprint.Rule{Window: fingerprint.Window, Density: 5}

const (
	// leastShared is how many fingerprints two records must share at least: with
	// fewer a licence header would decide.
	leastShared = 3
	// mostKeys is how many keys a record is stored with. One that has more
	// fingerprints is read again when they are needed.
	mostKeys = 1 << 12
)

func newFingerprintsMethod(m Matching, record kept) (*fingerprintsMethod, error) {
	share, err := m.shareBy()
	if err != nil {
		return nil, err
	}
	f := &fingerprintsMethod{Matching: m, record: record, share: share}
	switch least := float64(m.Min); m.By {
	case "larger":
		f.sets = &lists{needs: largerNeeds(least).orMore(leastShared)}
	case "smaller":
		f.sets = &contained{needs: smallerNeeds(least).orMore(leastShared)}
	default:
		f.sets = &lists{needs: unionNeeds(least).orMore(leastShared)}
	}
	return f, nil
}

// shareBy returns the share that counts.
func (m Matching) shareBy() (func(fingerprint.Shares) fingerprint.Share, error) {
	switch m.By {
	case "", "union":
		return fingerprint.Shares.Resemblance, nil
	case "larger":
		return func(s fingerprint.Shares) fingerprint.Share { return min(s.AInB(), s.BInA()) }, nil
	case "smaller":
		return func(s fingerprint.Shares) fingerprint.Share { return max(s.AInB(), s.BInA()) }, nil
	case "distinctive":
		return nil, errors.New("the share called distinctive counts how many records have a fingerprint, which is not known before the stream ends: choose union, larger or smaller")
	}
	return nil, fmt.Errorf("there is no share called %q: there are union, larger and smaller", m.By)
}

// fingerprintsWayText is what decides on what is stored.
func fingerprintsWayText() string {
	return fmt.Sprintf(" window=%d level=%d", recordRule.Window, recordRule.Density)
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
	if len(set) < leastShared {
		h := blake3.New()
		for _, data := range w.plain {
			_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(data))))
			_, _ = h.Write(data)
		}
		return equalityRecord(h.Sum(nil)), nil
	}
	r := db.Record{Set: appendFingerprints(nil, set)}
	r.Hash = hamming.Document{Hash: xxhash.Sum64(r.Set), Features: uint32(len(set))}
	if len(set) <= mostKeys {
		r.Keys = fingerprintKeys(set)
	}
	return r, nil
}

// fingerprintKeys are what candidates know the fingerprints by.
func fingerprintKeys(set fingerprint.Set) []uint32 {
	keys := make([]uint32, len(set))
	for i, f := range set {
		keys[i] = uint32(uint64(f) * 0x9e3779b97f4a7c15 >> 32)
	}
	return keys
}

// keys returns the keys of a record, of one that is kept and has none with it from
// its Set.
func (m *fingerprintsMethod) keys(n db.RecordID, r *db.Record) ([]uint32, error) {
	if r.Hash.Features <= mostKeys {
		if len(r.Keys) != int(r.Hash.Features) {
			return nil, fmt.Errorf("a record of %d fingerprints has %d keys: its index is damaged", r.Hash.Features, len(r.Keys))
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
		return nil, fmt.Errorf("the record %d: %w", n, err)
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
		if err != nil || shares.Shared < leastShared {
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

// appendFingerprints appends a set: how many, then the gaps between them, the first
// one's to -1 and each less one, all uvarints.
func appendFingerprints(to []byte, set fingerprint.Set) []byte {
	to = binary.AppendUvarint(to, uint64(len(set)))
	next := uint64(0)
	for _, f := range set {
		to = binary.AppendUvarint(to, uint64(f)-next)
		next = uint64(f) + 1
	}
	return to
}

var errFingerprints = errors.New("a set of fingerprints is broken: forget the record and add it again")

// readFingerprints reads what appendFingerprints wrote.
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
