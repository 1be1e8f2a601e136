package db

// PairQuery says which pairs are asked for.
type PairQuery struct {
	// Min is the threshold on the share that By names, 0 to 1.
	Min float64
	// MinShared is the least number of shared fingerprints; 3 is sensible.
	MinShared int
	By        Measure
	// Trees restricts the answer to files in these trees; nil asks for all.
	Trees []string
	// SizeWithin leaves out pairs whose sizes differ by more than this part of
	// the larger one; 0 asks for no such limit.
	SizeWithin float64
	// Except is a path that is not reported, for a query about an indexed file.
	Except  string
	Threads int // 0: as many as there are processors
	// Progress, if not nil, is told now and then how much of the work is done.
	Progress func(done, total int64)
}

// PairStats counts what an answer was made of.
type PairStats struct {
	Contents int64 // that were compared
	TooFew   int64 // of these, with fewer than MinShared fingerprints: matched only as identical
	Compared int64 // candidate pairs that were scored
	Pairs    int64 // emitted, identical ones included
}
