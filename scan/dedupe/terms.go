package dedupe

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"
	"github.com/zeebo/blake3"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint"
	"alike/fingerprint/minhash"
	"alike/fingerprint/simhash"
	"alike/fingerprint/terms"
	"alike/scan/records"
)

// termsMethod takes records for the same whose words are: by the Jaccard of their
// sets, or by the cosine of their counts. Each candidate is compared exactly, so
// that what is dropped reaches the threshold.
//
// Candidates come from MinHash, with which a pair at the threshold is missed once in
// a thousand cases. For the cosine it looks for a Jaccard of min², which is that of
// two texts at the threshold, no word of which comes twice, where one holds all of
// the other (where they are as long, it is higher); and for no more than 0.7, since
// edits touch rare words, which hardly count in a cosine: articles of which a tenth
// was edited have a cosine of 0.98 and a Jaccard of 0.85. Words that come often are
// another matter still: docs/quality.md has what is found.
//
// Small sets go into inverted lists instead, which find every pair, for Jaccard
// alone. Signatures tell them badly from others of one template, such as questions
// that differ in one word, and lists take less memory too.
//
// Records without words count as the same when their normalised texts are equal.
type termsMethod struct {
	Matching
	way    termsWay
	record kept

	empty  exactTable
	small  *lists // nil: there are none
	banded *banded
}

// termsWay is how sets become keys.
type termsWay struct {
	share  func(terms.Likeness) fingerprint.Share
	needs  needs // nil: what sets have in common says too little
	banded *banded

	// Sets up to asked elements look for their like in lists. There are those up to
	// listed, which is where the like of them end. Those from fewest on have bands.
	asked, listed, fewest int
}

// mostAsked is up to how many elements sets are small. At 0.8 lists hold then sets of
// 40 elements, in 750 bytes, where bands take 470 however small they are.
const mostAsked = 32

// mostLooked is the highest Jaccard that is looked for on behalf of a cosine.
const mostLooked = 0.7

func newTermsMethod(m Matching, record kept) (*termsMethod, error) {
	w, err := m.termsWay()
	if err != nil {
		return nil, err
	}
	t := &termsMethod{Matching: m, way: w, record: record, banded: w.banded}
	if w.listed > 0 {
		t.small = &lists{needs: w.needs}
	}
	return t, nil
}

func (m Matching) termsWay() (termsWay, error) {
	least := float64(m.Min)
	w := termsWay{share: terms.Likeness.Cosine, fewest: 1}
	jaccard := min(least*least, mostLooked)
	if m.Method == Jaccard {
		jaccard = least
		w.share, w.needs = terms.Likeness.Jaccard, unionNeeds(least)
		w.asked = mostAsked
		w.listed = int(mostAsked/least + slack)
		w.fewest = atLeast(least * (mostAsked + 1))
	}
	var err error
	w.banded, err = newBanded(jaccard)
	return w, err
}

// termsWayText is what decides on what is stored.
func (m Matching) termsWayText() string {
	return fmt.Sprintf(" min=%v terms=[%s]", float64(m.Min), terms.Scheme())
}

func (m *termsMethod) worker() (func(rec *records.Record) (db.Record, error), error) {
	c, err := terms.NewCounter(terms.Scheme(), simhash.Tables{})
	if err != nil {
		return nil, err
	}
	w := &termsWorker{
		Matching: m.Matching, way: m.way, counter: c,
		signer: minhash.NewSigner(m.banded.shape.Components()),
	}
	return w.digest, nil
}

// termsWorker digests records in one goroutine.
type termsWorker struct {
	Matching
	way     termsWay
	counter *terms.Counter
	signer  *minhash.Signer
	plain   [][]byte // of the fields
	set     []byte
	hashes  []uint64
}

func (w *termsWorker) digest(rec *records.Record) (db.Record, error) {
	w.counter.Reset()
	w.plain = w.plain[:0]
	for _, data := range rec.Texts {
		data = w.Matching.plain(data)
		w.plain = append(w.plain, data)
		w.counter.Add(data)
	}
	w.set = w.counter.Append(w.set[:0])
	w.hashes = w.counter.Hashes(w.hashes[:0])
	n := len(w.hashes)
	if n == 0 {
		return w.wordless(), nil
	}
	h := hamming.Document{Hash: xxhash.Sum64(w.set), Features: uint32(n)}
	return db.Record{Hash: h, Keys: w.keys(), Set: bytes.Clone(w.set)}, nil
}

// wordless digests the texts of a record without words. Fields stay apart.
func (w *termsWorker) wordless() db.Record {
	h := blake3.New()
	for _, data := range w.plain {
		_, _ = h.Write(w.counter.Hasher().Normalized(data))
		_, _ = h.Write([]byte{0}) // which no normalised text has
	}
	return equalityRecord(h.Sum(nil))
}

// keys are those of the set: of its elements if it is to be listed, then of its
// bands.
func (w *termsWorker) keys() []uint32 {
	n, words := len(w.hashes), 0
	if n <= w.way.listed {
		words += n
	}
	if n >= w.way.fewest {
		words += w.way.banded.words()
	}
	keys := make([]uint32, 0, words)
	var p parity
	for _, h := range w.hashes {
		key := termKey(h)
		p.turn(key)
		if n <= w.way.listed {
			keys = append(keys, key)
		}
	}
	if n >= w.way.fewest {
		keys = w.way.banded.keys(keys, w.signer.Sign(w.hashes), p)
	}
	return keys
}

func termKey(hash uint64) uint32 { return uint32(hash >> (terms.HashBits - 32)) }

// equalityRecord is one that is compared for equality only, by 128 bits of its
// checksum.
func equalityRecord(sum []byte) db.Record {
	return db.Record{
		Hash: hamming.Document{Hash: binary.LittleEndian.Uint64(sum), Short: true},
		Keys: []uint32{binary.LittleEndian.Uint32(sum[8:]), binary.LittleEndian.Uint32(sum[12:])},
	}
}

// parts returns the keys of elements and bands of a record, nil where it has none.
func (w *termsWay) parts(r *db.Record) (elements, bands []uint32, err error) {
	n, keys := int(r.Hash.Features), r.Keys
	if n <= w.listed && n <= len(keys) {
		elements, keys = keys[:n], keys[n:]
	}
	if n >= w.fewest && len(keys) > 0 {
		bands, keys = keys, nil
	}
	if len(keys) > 0 || bands != nil && len(bands) != w.banded.words() || elements == nil && bands == nil {
		return nil, nil, fmt.Errorf("a record of %d words has %d keys, which it should not: its index is damaged", n, len(r.Keys))
	}
	return elements, bands, nil
}

func (m *termsMethod) find(r *db.Record) (found, bool, error) {
	if r.Hash.Short {
		return findEqual(&m.empty, r)
	}
	elements, bands, err := m.way.parts(r)
	if err != nil {
		return found{}, false, err
	}
	var all []db.RecordID
	if int(r.Hash.Features) <= m.way.asked {
		all = m.small.find(elements)
	} else {
		all = m.banded.find(int(r.Hash.Features), bands, m.way.needs)
	}
	return bestOf(all, m.Min, func(n db.RecordID) (fingerprint.Share, error) {
		l, err := m.likeness(r.Set, n)
		return m.way.share(l), err
	})
}

// bestOf compares candidates exactly. Once one is the same, mostFetched others are
// compared to find a better one.
func bestOf(all []db.RecordID, least fingerprint.Share, share func(n db.RecordID) (fingerprint.Share, error)) (found, bool, error) {
	best := found{share: fingerprint.Undefined}
	more := mostFetched
	for _, n := range all {
		s, err := share(n)
		if err != nil {
			return found{}, false, err
		}
		best.better(n, s, least)
		if best.n == 0 {
			continue
		}
		if more--; more == 0 {
			break
		}
	}
	return best, best.n != 0, nil
}

// better takes another record if it reaches the least share and is nearer, or as
// near and earlier.
func (f *found) better(n db.RecordID, share, least fingerprint.Share) {
	if share >= least && (share > f.share || share == f.share && n < f.n) {
		*f = found{n: n, share: share}
	}
}

func (m *termsMethod) likeness(set []byte, n db.RecordID) (terms.Likeness, error) {
	other, ok, err := m.record(n)
	if err != nil {
		return terms.Likeness{}, err
	}
	if !ok {
		return terms.Likeness{}, errMissing(n)
	}
	l, err := terms.Compare(set, other.Set)
	if err != nil {
		return l, fmt.Errorf("comparing with the record %d: %w", n, err)
	}
	return l, nil
}

func errMissing(n db.RecordID) error {
	return fmt.Errorf("the record %d, a candidate, is not there", n)
}

func (m *termsMethod) keep(n db.RecordID, r *db.Record) error {
	if r.Hash.Short {
		return keepEqual(&m.empty, n, r)
	}
	elements, bands, err := m.way.parts(r)
	if err == nil && elements != nil {
		err = m.small.add(n, elements)
	}
	if err == nil && bands != nil {
		err = m.banded.add(n, int(r.Hash.Features), bands)
	}
	return err
}

func (m *termsMethod) bytes() int64 {
	n := exactSlotBytes*int64(len(m.empty.slots)) + m.banded.bytes()
	if m.small != nil {
		n += m.small.bytes()
	}
	return n
}

var errNoDigest = errors.New("a record that is compared for equality has no digest: its index is damaged")

func findEqual(t *exactTable, r *db.Record) (found, bool, error) {
	d, err := digestOf(r)
	if err != nil {
		return found{}, false, errNoDigest
	}
	n, ok := t.find(d)
	return found{n: n, share: 1}, ok, nil
}

func keepEqual(t *exactTable, n db.RecordID, r *db.Record) error {
	d, err := digestOf(r)
	if err != nil {
		return errNoDigest
	}
	t.add(d, n)
	return nil
}
