package dedupe

import "fmt"

// newMethod makes the method that is asked for. The record of a number is for
// those that compare Sets.
func newMethod(m Matching, record kept) (method, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	switch m.Method {
	case Exact:
		return newExactMethod(), nil
	case Simhash:
		return newSimhashMethod(m)
	case Fingerprints:
		return newFingerprintsMethod(m, record)
	case Jaccard, Cosine:
		return newTermsMethod(m, record)
	}
	return nil, fmt.Errorf("there is no method %q", m.Method)
}

// setsWay is what decides on what the methods with Sets store.
func (m Matching) setsWay() string {
	if m.Method == Fingerprints {
		return fingerprintsWayText()
	}
	return m.termsWayText()
}
