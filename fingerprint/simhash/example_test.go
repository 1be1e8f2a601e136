package simhash_test

import (
	"fmt"

	"alike/fingerprint/simhash"
)

// Near-identical texts have hashes that differ in few bits.
func ExampleDistance() {
	h, err := simhash.NewHasher(simhash.Default(), simhash.Tables{})
	if err != nil {
		fmt.Println(err)
		return
	}
	hash := func(text string) simhash.Hash {
		h.Reset()
		h.Add([]byte(text), 1)
		sum, _ := h.Sum()
		return sum
	}
	a := hash("the cat sat on the mat and looked out of the window at the birds in the garden")
	b := hash("the cat sat on the mat and looked out of the window at the birds on the lawn")
	c := hash("fees for the second half of the year are due in July, as announced in our letter")
	fmt.Println(simhash.Distance(a, b), simhash.Distance(a, c))
	// Output: 11 27
}
