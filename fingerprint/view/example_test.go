package view_test

import (
	"fmt"

	"alike/fingerprint/view"
)

// A copy with other names, comments and formatting has the same code view.
func ExampleViewer() {
	v := view.NewViewer(view.FoldCode, false)
	var views []string
	for _, snippet := range []string{
		"func sum(list []int) (s int) {\n\tfor _, x := range list {\n\t\ts += x // add\n\t}\n\treturn s\n}\n",
		"func total(numbers []int) (t int) {\n  for _, n := range numbers { t += n }\n  return t\n}\n",
	} {
		v.Reset("sum.go")
		views = append(views, string(v.Write([]byte(snippet), true)))
	}
	fmt.Printf("%s: %d tokens, equal: %t\n", v.Language(), len(views[0]), views[0] == views[1])
	// Output:
	// Go: 28 tokens, equal: true
}
