package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"alike/testdata"
)

// mostInCycle bounds the files in one cycle of references. A package is as large as its one purpose.
const mostInCycle = 13

// TestPackageCycles bounds the largest cycle of files of each package, and prints it with -v. A
// file refers to another file of its package if it uses a top-level identifier or a method declared
// there; a cycle is a set of files that all reach each other through references.
func TestPackageCycles(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports | packages.NeedExportFile,
		Dir: filepath.Join("..", ".."),
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) < 10 {
		t.Fatalf("only %d packages found", len(pkgs))
	}
	for _, p := range pkgs {
		for _, err := range p.Errors {
			t.Fatalf("%s: %v", p.PkgPath, err)
		}
		files, cycle := len(p.Syntax), largestCycle(references(p))
		t.Logf("%-30s %2d files, largest cycle %2d", p.PkgPath, files, len(cycle))
		if len(cycle) > mostInCycle {
			t.Errorf("%s has a cycle of %d files, at most %d are allowed: %s",
				p.PkgPath, len(cycle), mostInCycle, strings.Join(cycle, " "))
		}
	}
}

// references maps each file of a package to the other files that it refers to.
func references(p *packages.Package) map[string][]string {
	nameOf := func(n interface{ Pos() token.Pos }) string {
		return filepath.Base(p.Fset.Position(n.Pos()).Filename)
	}
	refs := map[string][]string{}
	for _, f := range p.Syntax {
		from := nameOf(f)
		refs[from] = nil
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			if o := p.TypesInfo.Uses[id]; o != nil && o.Pkg() == p.Types && topLevel(o) && nameOf(o) != from {
				refs[from] = append(refs[from], nameOf(o))
			}
			return true
		})
	}
	return refs
}

// topLevel reports whether an object is declared at the top level of its package
// or is a method. Fields do not count, but their types do.
func topLevel(o types.Object) bool {
	_, isFunc := o.(*types.Func)
	return isFunc || o.Parent() == o.Pkg().Scope()
}

// largestCycle returns the largest strongly connected component of a graph, sorted
// (Tarjan 1972). In a graph without cycles it is a single node.
func largestCycle(refs map[string][]string) (largest []string) {
	index, low, open := map[string]int{}, map[string]int{}, map[string]bool{}
	var stack []string
	var visit func(v string)
	visit = func(v string) {
		index[v] = len(index) + 1
		low[v] = index[v]
		stack, open[v] = append(stack, v), true
		for _, w := range refs[v] {
			if index[w] == 0 {
				visit(w)
			}
			if open[w] {
				low[v] = min(low[v], low[w])
			}
		}
		if low[v] < index[v] {
			return
		}
		at := slices.Index(stack, v)
		component := slices.Sorted(slices.Values(stack[at:]))
		stack = stack[:at]
		for _, w := range component {
			open[w] = false
		}
		if len(component) > len(largest) {
			largest = component
		}
	}
	for _, v := range slices.Sorted(maps.Keys(refs)) {
		if index[v] == 0 {
			visit(v)
		}
	}
	return largest
}

func TestLargestCycle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		refs map[string][]string
		want string
	}{
		{map[string][]string{"a": nil}, "a"},
		{map[string][]string{"a": {"b"}, "b": {"c"}, "c": nil}, "a"},
		{map[string][]string{"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"e"}, "e": {"c"}}, "c d e"},
		{map[string][]string{"a": {"b", "c"}, "b": {"d"}, "c": {"d"}, "d": {"a"}, "e": {"a"}}, "a b c d"},
	} {
		if got := largestCycle(c.refs); len(got) != len(strings.Fields(c.want)) || len(got) > 1 && strings.Join(got, " ") != c.want {
			t.Errorf("largest cycle of %v is %v, want %s", c.refs, got, c.want)
		}
	}
}
