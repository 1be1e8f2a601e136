// Command asm generates the assembly of package fingerprint; see the go:generate line
// in kernel_amd64.go. The comments beside the callers, in kernel_amd64.go and
// dense_amd64.go, explain the algebra; the comments here explain instructions and
// registers.
package main

import (
	. "github.com/mmcloughlin/avo/build"
)

const (
	prime  = 1048573 // as in package fingerprint
	window = 50
)

func main() {
	ConstraintExpr("amd64,!purego")
	candidatesAVX2()
	candidatesAVX512()
	positions()
	valuesAVX2()
	contestAVX2()
	everyValueAVX2()
	everyContestAVX2()
	Generate()
}
