package view_test

import (
	"fmt"

	"alike/fingerprint/view"
)

// A copy with other names, comments and formatting has the same code view.
func ExampleViewer() {
	v := view.NewViewer(view.FoldCode, false)
	for _, snippet := range []string{
		"func sum(list []int) (s int) {\n\tfor _, x := range list {\n\t\ts += x // add\n\t}\n\treturn s\n}\n",
		"func total(numbers []int) (t int) {\n  for _, n := range numbers { t += n }\n  return t\n}\n",
	} {
		v.Reset("sum.go")
		code := v.Write([]byte(snippet), true)
		fmt.Printf("%s: %s\n", v.Language(), code)
	}
	// Output:
	// Go: funcV(V[]int)(Vint){forV,V:=rangeV{V+=V}returnV}
	// Go: funcV(V[]int)(Vint){forV,V:=rangeV{V+=V}returnV}
}
