package report

import "alike/db/search"

// eachPath calls use with a file under each of its paths that --all-paths asks for, the
// shown one first.
func eachPath(f search.File, use func(search.File)) {
	use(f)
	if f.Aliases == nil {
		return
	}
	for _, path := range f.Aliases.Paths {
		if path != f.Path {
			other := f
			other.Path = path
			use(other)
		}
	}
}

// eachCopy calls use with a pair, then with a and each other path of b, then with each
// other path of a and b: never with each path and each.
func eachCopy(p search.Pair, use func(search.Pair)) {
	if p.A.Aliases == nil && p.B.Aliases == nil {
		use(p)
		return
	}
	eachPath(p.B, func(b search.File) {
		other := p
		other.B = b
		use(other)
	})
	eachPath(p.A, func(a search.File) {
		if a.Path != p.A.Path {
			other := p
			other.A = a
			use(other)
		}
	})
}
