package fingerprint_test

import (
	"fmt"
	"strings"

	"alike/fingerprint"
)

// Fingerprint a stream of unknown size in constant memory.
func ExampleExtractor() {
	e := fingerprint.NewExtractor(fingerprint.DefaultRule)
	var fps []fingerprint.Fingerprint
	collect := func() {
		for _, s := range e.Take() {
			fps = append(fps, s.Fingerprint)
		}
	}
	for i := range 10_000 {
		fmt.Fprintf(e, "line %d of a stream\n", i)
		collect()
	}
	e.Close()
	collect()
	set := fingerprint.NewSet(fps, e.Level())
	fmt.Printf("%d bytes, level %d, %d fingerprints\n", e.Size(), e.Level(), len(set))
	// Output:
	// 218890 bytes, level 7, 1293 fingerprints
}

// Estimate what two files share.
func ExampleCompare() {
	var lines []string
	for i := range 400 {
		lines = append(lines, fmt.Sprintf("%d squared is %d\n", i, i*i))
	}
	whole := []byte(strings.Join(lines, ""))
	excerpt := []byte(strings.Join(lines[100:200], ""))

	a, levelA := fingerprint.SetOf(fingerprint.DefaultRule, whole)
	b, levelB := fingerprint.SetOf(fingerprint.DefaultRule, excerpt)
	shares := fingerprint.Compare(a, levelA, b, levelB)
	fmt.Printf("%.0f %% of the whole is in the excerpt\n", 100*shares.AInB())
	fmt.Printf("%.0f %% of the excerpt is in the whole\n", 100*shares.BInA())
	fmt.Printf("resemblance %.2f\n", shares.Resemblance())
	// Output:
	// 26 % of the whole is in the excerpt
	// 100 % of the excerpt is in the whole
	// resemblance 0.26
}
