package ranking

import (
	"encoding/binary"
	"math"
)

// Record is the rest of an encoded result. A read past its end, or of another type than
// was written, returns zero and makes the record malformed.
//
// Integers are varints, strings follow their length, and floats are the 8 bytes of a
// float64, little-endian.
type Record struct {
	data []byte
	bad  bool // malformed
}

// take returns the next n bytes.
func (r *Record) take(n int64) []byte {
	if n < 0 || n > int64(len(r.data)) {
		r.data, r.bad = nil, true
		return nil
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

// Malformed reports whether a read has failed.
func (r *Record) Malformed() bool { return r.bad }

// Int reads an integer.
func (r *Record) Int() int64 {
	n, length := binary.Varint(r.data)
	if length <= 0 {
		length = -1
	}
	r.take(int64(length))
	return n
}

// Text reads a string.
func (r *Record) Text() string { return string(r.take(r.Int())) }

// Flag reads a boolean.
func (r *Record) Flag() bool { return r.Int() != 0 }

// Float reads a float.
func (r *Record) Float() float64 {
	b := r.take(8)
	if b == nil {
		return 0
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b))
}

// AppendInt appends an integer.
func AppendInt[N ~int | ~int64](data []byte, n N) []byte {
	return binary.AppendVarint(data, int64(n))
}

// AppendText appends a string.
func AppendText(data []byte, text string) []byte {
	return append(AppendInt(data, len(text)), text...)
}

// AppendFlag appends a boolean.
func AppendFlag(data []byte, flag bool) []byte {
	if flag {
		return AppendInt(data, 1)
	}
	return AppendInt(data, 0)
}

// AppendFloat appends a float.
func AppendFloat[F ~float64](data []byte, f F) []byte {
	return binary.LittleEndian.AppendUint64(data, math.Float64bits(float64(f)))
}
