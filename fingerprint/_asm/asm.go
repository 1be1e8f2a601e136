// Command asm generates the assembly of package fingerprint; see the go:generate line
// in kernel_amd64.go. The comments beside the callers, in kernel_amd64.go and
// dense_amd64.go, explain the algebra; the comments here explain instructions and
// registers.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
)

const prime = 1048573 // as in package fingerprint

// windows are the window sizes that have kernels. The names of functions for one of them
// end in it.
var windows = []int{50, 12}

func main() {
	ConstraintExpr("amd64,!purego")
	for _, window := range windows {
		candidatesAVX2(window)
		candidatesAVX512(window)
		valuesAVX2(window)
		everyValueAVX2(window)
	}
	for _, reach := range []int{49, 11, 4} {
		everyContestAVX2(reach)
	}
	positions("positionsTwo", 2)
	positions("positionsFour", 4)
	contestAVX2()
	Generate()
}

// text begins the function of a name for a window size.
func text(name string, window int, signature string) string {
	name = fmt.Sprint(name, window)
	TEXT(name, 4, signature)
	return name
}
