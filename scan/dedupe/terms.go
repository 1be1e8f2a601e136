package dedupe

import (
	"bytes"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint"
	"alike/fingerprint/checksum"
	"alike/fingerprint/minhash"
	"alike/fingerprint/simhash"
	"alike/fingerprint/terms"
	"alike/scan/records"
)

// termsMethod finds records with similar words, by the Jaccard of their sets or the
// cosine of their counts. Every candidate is compared exactly, so a dropped record
// always reaches the threshold.
//
// Candidates come from MinHash, which misses one in a thousand pairs at the threshold.
// For a cosine of min it looks for a Jaccard of min². That is the Jaccard of two texts
// at the threshold if no word repeats and one text contains the other; if they are
// equally long, it is higher. It never looks for more than 0.7, because edits change
// rare words, which hardly count in a cosine: articles with a tenth edited have a
// cosine of 0.98 and a Jaccard of 0.85. Frequent words are harder still: docs/quality.md
// has measurements.
//
// With Jaccard, small sets go into inverted lists instead, which find every pair.
// Signatures distinguish them badly from others of the same template, for example from
// questions that differ in one word, and lists also take less memory.
//
// Records without words are compared for equality of their normalised texts, and with
// Matching.ShortEqual short ones too.
type termsMethod struct {
	Matching
	plan   keyPlan
	record lookup

	empty  exactTable
	small  *lists // nil with Cosine
	banded *banded
}

// keyPlan defines how sets become keys.
type keyPlan struct {
	share   func(terms.Likeness) fingerprint.Share
	overlap overlap // nil with Cosine, which depends on counts, too
	banded  *banded

	// Sets of up to asked elements are looked up in lists, which hold the sets of up
	// to listed elements: no duplicate of theirs is larger. Sets of at least fewest
	// elements have bands.
	asked, listed, fewest int
}

// maxSmall is the maximum number of elements of a small set. At the threshold 0.8 the
// lists then hold sets of up to 40 elements, which take 750 bytes; bands take 470 for
// sets of any size.
const maxSmall = 32

// maxJaccard limits the Jaccard that Cosine looks for.
const maxJaccard = 0.7

func newTermsMethod(m Matching, record lookup) (*termsMethod, error) {
	plan, err := m.keyPlan()
	if err != nil {
		return nil, err
	}
	t := &termsMethod{Matching: m, plan: plan, record: record, banded: plan.banded}
	if plan.listed > 0 {
		t.small = &lists{overlap: plan.overlap}
	}
	return t, nil
}

// keyPlan returns the plan for the method and threshold.
func (m Matching) keyPlan() (keyPlan, error) {
	threshold := float64(m.Min)
	w := keyPlan{share: terms.Likeness.Cosine, fewest: 1}
	jaccard := min(threshold*threshold, maxJaccard)
	if m.Method == Jaccard {
		jaccard = threshold
		w.share, w.overlap = terms.Likeness.Jaccard, unionOverlap(threshold)
		w.asked = maxSmall
		w.listed = int(maxSmall/threshold + slack)
		w.fewest = roundUp(threshold * (maxSmall + 1))
	}
	var err error
	w.banded, err = newBanded(jaccard)
	return w, err
}

func (m *termsMethod) worker() (func(rec *records.Record) (db.Record, error), error) {
	c, err := terms.NewCounter(terms.Scheme(), simhash.Tables{})
	if err != nil {
		return nil, err
	}
	w := &termsWorker{
		Matching: m.Matching, plan: m.plan, counter: c,
		signer: minhash.NewSigner(m.banded.shape.Components()),
	}
	return w.digest, nil
}

// termsWorker digests records in one goroutine.
type termsWorker struct {
	Matching
	plan    keyPlan
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
	if n == 0 || w.ShortEqual && n < simhash.MinFeatures {
		return w.equality(), nil
	}
	h := hamming.Document{Hash: xxhash.Sum64(w.set), Features: uint32(n)}
	return db.Record{Hash: h, Keys: w.keys(), Set: bytes.Clone(w.set)}, nil
}

// equality digests a record without words, or too short to compare by its words. Fields are
// kept apart.
func (w *termsWorker) equality() db.Record {
	h := checksum.New()
	for _, data := range w.plain {
		_, _ = h.Write(w.counter.Hasher().Normalized(data))
		_, _ = h.Write([]byte{0}) // does not occur in a normalised text
	}
	return equalityRecord(h.Sum(nil))
}

// keys returns the keys of the set: of its elements if lists hold it, then of its
// bands.
func (w *termsWorker) keys() []uint32 {
	n, words := len(w.hashes), 0
	if n <= w.plan.listed {
		words += n
	}
	if n >= w.plan.fewest {
		words += w.plan.banded.words()
	}
	keys := make([]uint32, 0, words)
	var p parity
	for _, h := range w.hashes {
		key := termKey(h)
		p.turn(key)
		if n <= w.plan.listed {
			keys = append(keys, key)
		}
	}
	if n >= w.plan.fewest {
		keys = w.plan.banded.keys(keys, w.signer.Sign(w.hashes), p)
	}
	return keys
}

func termKey(hash uint64) uint32 { return uint32(hash >> (terms.HashBits - 32)) }

// parts splits the keys of a record into keys of elements and keys of bands. Either may
// be nil.
func (w *keyPlan) parts(r *db.Record) (elements, bands []uint32, err error) {
	n, keys := int(r.Hash.Features), r.Keys
	if n <= w.listed && n <= len(keys) {
		elements, keys = keys[:n], keys[n:]
	}
	if n >= w.fewest && len(keys) > 0 {
		bands, keys = keys, nil
	}
	if len(keys) > 0 || bands != nil && len(bands) != w.banded.words() || elements == nil && bands == nil {
		return nil, nil, fmt.Errorf("%w: it has %d words and %d keys", errDamagedRecord, n, len(r.Keys))
	}
	return elements, bands, nil
}

func (m *termsMethod) find(r *db.Record) (found, bool, error) {
	if r.Hash.Short {
		return findEqual(&m.empty, r)
	}
	elements, bands, err := m.plan.parts(r)
	if err != nil {
		return found{}, false, err
	}
	var all []db.RecordID
	if int(r.Hash.Features) <= m.plan.asked {
		all = m.small.find(elements)
	} else {
		all = m.banded.find(int(r.Hash.Features), bands, m.plan.overlap)
	}
	return bestOf(all, m.Min, func(n db.RecordID) (fingerprint.Share, error) {
		l, err := m.likeness(r.Set, n)
		return m.plan.share(l), err
	})
}

// likeness compares a set with the set of a kept record.
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
		return l, fmt.Errorf("comparing with record %d: %w", n, err)
	}
	return l, nil
}

func (m *termsMethod) keep(n db.RecordID, r *db.Record) error {
	if r.Hash.Short {
		return keepEqual(&m.empty, n, r)
	}
	elements, bands, err := m.plan.parts(r)
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
