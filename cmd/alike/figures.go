package main

import (
	"errors"
	"sync"

	"alike/fingerprint"
	"alike/fingerprint/minhash"
	"alike/fingerprint/simhash"
	"alike/fingerprint/terms"
	doctext "alike/fingerprint/text"
)

// figures say how like each other two documents are as a whole.
type figures struct {
	text     bool // both are; else all that follows is undefined
	jaccard  fingerprint.Share
	estimate fingerprint.Share // of jaccard, by MinHash
	cosine   fingerprint.Share
	distance int  // of the simhashes, -1 where one has no features
	few      bool // features of one of them: the distance says little

	encodings [2]string // of texts
}

// document is what the figures of a text are made from.
type document struct {
	words     terms.Set
	signature minhash.Signature
	hash      simhash.Hash
	features  int
	encoding  string
}

// compareDocuments works out the figures of two files, side by side.
func compareDocuments(a, b []byte) (figures, error) {
	f := figures{jaccard: fingerprint.Undefined, estimate: fingerprint.Undefined, cosine: fingerprint.Undefined, distance: -1}
	if f.text = !doctext.IsBinary(a) && !doctext.IsBinary(b); !f.text {
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
	f.jaccard, f.cosine = like.Jaccard(), like.Cosine()
	f.estimate = minhash.Estimate(docs[0].signature, docs[1].signature)
	f.encodings = [2]string{docs[0].encoding, docs[1].encoding}
	fewest := min(docs[0].features, docs[1].features)
	if fewest > 0 {
		f.distance = simhash.Distance(docs[0].hash, docs[1].hash)
	}
	f.few = fewest < simhash.Least
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
