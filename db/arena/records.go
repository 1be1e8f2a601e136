package arena

// Records are records of a fixed number of words. Unlike an Arena, they grow without bound.
type Records struct {
	room   *Room
	width  int // words of a record
	shift  int // a chunk has 1<<shift records
	chunks []*Arena[uint32]
	n      int
}

// NewRecords returns an empty list of records of width words. It uses no memory yet.
func NewRecords(r *Room, width int) *Records {
	const most = 1 << 24 // words of a chunk: reserved addresses, no memory
	s := &Records{room: r, width: width}
	for width<<(s.shift+1) <= most {
		s.shift++
	}
	return s
}

// Len returns the number of records.
func (r *Records) Len() int { return r.n }

// Append appends a record.
func (r *Records) Append(words ...uint32) error {
	if r.n>>r.shift == len(r.chunks) {
		chunk, err := New[uint32](r.room, r.width<<r.shift)
		if err != nil {
			return err
		}
		r.chunks = append(r.chunks, chunk)
	}
	err := r.chunks[len(r.chunks)-1].Append(words[:r.width]...)
	if err == nil {
		r.n++
	}
	return err
}

// At returns a record. The caller may modify it.
func (r *Records) At(i int) []uint32 {
	at := i & (1<<r.shift - 1) * r.width
	return r.chunks[i>>r.shift].all[at : at+r.width]
}
