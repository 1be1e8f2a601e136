package compare

import (
	"errors"
	"sync"

	"alike/fingerprint"
	"alike/fingerprint/minhash"
	"alike/fingerprint/simhash"
	"alike/fingerprint/terms"
	doctext "alike/fingerprint/text"
)

// Figures describe how similar two files are as documents.
type Figures struct {
	Text     bool              // both files are text; otherwise the figures are undefined
	Jaccard  fingerprint.Share // of the sets of words
	Estimate fingerprint.Share // of Jaccard, by MinHash
	Cosine   fingerprint.Share // of the counts of words
	Distance int               // between the simhashes, 0 to 64 bits; -1 if a file has no features
	Few      bool              // a file has too few features for Distance to mean much

	Encodings [2]string // as named by text.Decode; "" for a file that is not text
}

// document holds what the figures of a text are computed from.
type document struct {
	words     terms.Set
	signature minhash.Signature
	hash      simhash.Hash
	features  int
	encoding  string
}

// compareDocuments computes the figures of two files in parallel.
func compareDocuments(a, b []byte) (Figures, error) {
	f := Figures{Jaccard: fingerprint.Undefined, Estimate: fingerprint.Undefined, Cosine: fingerprint.Undefined, Distance: -1}
	text := [2]bool{!doctext.IsBinary(a), !doctext.IsBinary(b)}
	if f.Text = text[0] && text[1]; !f.Text {
		for i, data := range [2][]byte{a, b} {
			if text[i] {
				_, f.Encodings[i] = doctext.Decode(data)
			}
		}
		return f, nil
	}
	var docs [2]document
	var errs [2]error
	var both sync.WaitGroup
	for i, data := range [2][]byte{a, b} {
		both.Go(func() { docs[i], errs[i] = readDocument(data) })
	}
	both.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return f, err
	}
	like, err := terms.Compare(docs[0].words, docs[1].words)
	if err != nil {
		return f, err
	}
	f.Jaccard, f.Cosine = like.Jaccard(), like.Cosine()
	f.Estimate = minhash.Estimate(docs[0].signature, docs[1].signature)
	f.Encodings = [2]string{docs[0].encoding, docs[1].encoding}
	fewest := min(docs[0].features, docs[1].features)
	if fewest > 0 {
		f.Distance = simhash.Distance(docs[0].hash, docs[1].hash)
	}
	f.Few = fewest < simhash.MinFeatures
	return f, nil
}

func readDocument(data []byte) (d document, err error) {
	decoded, name := doctext.Decode(data)
	d.encoding = name
	d.words = terms.Of(decoded)
	elements, err := d.words.Hashes(nil)
	if err != nil {
		return d, err
	}
	d.signature = minhash.Of(elements)
	h, err := simhash.NewHasher(simhash.Default(), simhash.Tables{})
	if err != nil {
		return d, err
	}
	h.Add(decoded, 1)
	d.hash, d.features = h.Sum()
	return d, nil
}
