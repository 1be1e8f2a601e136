package fingerprint_test

import (
	"fmt"
	"io"
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

// Fingerprint two readers of unknown size and estimate what they share.
func ExampleExtractor_reader() {
	whole, levelWhole, err := setOf(strings.NewReader(numbered(0, 2000)))
	if err != nil {
		fmt.Println(err)
		return
	}
	part, levelPart, err := setOf(io.MultiReader(strings.NewReader("A title.\n"), strings.NewReader(numbered(500, 1000))))
	if err != nil {
		fmt.Println(err)
		return
	}
	shares := fingerprint.Compare(whole, levelWhole, part, levelPart)
	fmt.Printf("%.0f %% of the part is in the whole\n", 100*shares.BInA())
	// Output:
	// 100 % of the part is in the whole
}

// setOf reads to the end. It keeps the fingerprints, not the bytes.
func setOf(r io.Reader) (fingerprint.Set, int, error) {
	e := fingerprint.NewExtractor(fingerprint.DefaultRule)
	if _, err := io.Copy(e, r); err != nil {
		return nil, 0, err
	}
	e.Close()
	var fps []fingerprint.Fingerprint
	for _, s := range e.Take() {
		fps = append(fps, s.Fingerprint)
	}
	return fingerprint.NewSet(fps, e.Level()), e.Level(), nil
}

// Count what two texts share, in place of estimating it.
func ExampleCompareWindows() {
	a, b := []byte(numbered(0, 400)), []byte(numbered(100, 200))
	shares := fingerprint.CompareWindows(a, b, fingerprint.Window, nil)
	fmt.Printf("%d windows of %d are in the other, %.1f %%\n", shares.Shared, shares.A, 100*shares.AInB())
	// Output:
	// 2051 windows of 8178 are in the other, 25.1 %
}

// numbered returns the lines of a text from one number up to another.
func numbered(from, to int) string {
	var text strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&text, "%d squared is %d\n", i, i*i)
	}
	return text.String()
}
