package main

import (
	"encoding/binary"
	"math"

	"alike/db/search"
	"alike/fingerprint"
)

// Results that are put aside in a file become records: numbers as varints, paths
// with their length before them, shares as the 8 bytes of their float64.

// record is what is left to be read of a record.
type record struct {
	data []byte
	bad  bool // it held something else
}

// take returns the next n bytes.
func (r *record) take(n int64) []byte {
	if n < 0 || n > int64(len(r.data)) {
		r.data, r.bad = nil, true
		return nil
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

func (r *record) number() int64 {
	n, length := binary.Varint(r.data)
	if length <= 0 {
		length = -1
	}
	r.take(int64(length))
	return n
}

func (r *record) text() string { return string(r.take(r.number())) }

func (r *record) flag() bool { return r.number() != 0 }

func (r *record) share() fingerprint.Share {
	b := r.take(8)
	if b == nil {
		return 0
	}
	return fingerprint.Share(math.Float64frombits(binary.LittleEndian.Uint64(b)))
}

func appendNumber[N ~int | ~int64](data []byte, n N) []byte {
	return binary.AppendVarint(data, int64(n))
}

func appendFlag(data []byte, flag bool) []byte {
	if flag {
		return appendNumber(data, 1)
	}
	return appendNumber(data, 0)
}

func appendShares(data []byte, shares ...fingerprint.Share) []byte {
	for _, s := range shares {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(float64(s)))
	}
	return data
}

func appendFile(data []byte, f search.File) []byte {
	data = append(appendNumber(data, len(f.Path)), f.Path...)
	data = appendNumber(appendNumber(data, f.Size), f.Level)
	return appendNumber(appendNumber(data, f.Fingerprints), f.Copies)
}

func (r *record) file() search.File {
	return search.File{
		Path: r.text(), Size: r.number(), Level: int(r.number()),
		Fingerprints: int(r.number()), Copies: int(r.number()),
	}
}

func appendPair(data []byte, p search.Pair) []byte {
	data = appendNumber(appendFile(appendFile(data, p.A), p.B), p.Shared)
	data = appendShares(data, p.AInB, p.BInA, p.Resemblance, p.Distinctive)
	return appendFlag(appendFlag(data, p.Identical), p.Exact)
}

func (r *record) pair() search.Pair {
	return search.Pair{
		A: r.file(), B: r.file(), Shared: int(r.number()),
		AInB: r.share(), BInA: r.share(), Resemblance: r.share(), Distinctive: r.share(),
		Identical: r.flag(), Exact: r.flag(),
	}
}
