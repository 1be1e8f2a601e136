package checksum

import "math/bits"

// bufferChunks is the number of chunks that a Hasher collects before it hashes them: two
// groups of eight.
const bufferChunks = 16

const bufferSize = bufferChunks * ChunkSize

// Hasher computes the checksum of a stream. It takes 21 KB and allocates
// nothing after it is created.
type Hasher struct {
	kernel kernel
	tree   tree
	// kept is a subtree that was appended last. It enters the stack when more follows,
	// because it may be the whole message.
	kept    Node
	keeping bool
	n       int // bytes in the buffer
	buffer  [bufferSize]byte
}

// New returns a Hasher for an empty stream.
func New() *Hasher { return newHasher(fastest) }

func newHasher(k kernel) *Hasher { return &Hasher{kernel: k} }

// Reset begins a new stream.
func (h *Hasher) Reset() {
	h.tree.done.chunks, h.keeping, h.n = 0, false, 0
}

// Write adds data to the stream. It returns len(p) and no error. What exceeds the buffer
// is hashed in place; the last 16 KiB at most are kept in the buffer, since the last
// chunk of a message is hashed differently.
func (h *Hasher) Write(p []byte) (int, error) {
	total := len(p)
	if total == 0 {
		return 0, nil
	}
	h.pushKept()
	if h.n > 0 {
		n := copy(h.buffer[h.n:], p)
		h.n += n
		p = p[n:]
		if len(p) == 0 {
			return total, nil
		}
		h.absorb(h.buffer[:])
		h.n = 0
	}
	if len(p) > bufferSize {
		n := (len(p) - 1) / bufferSize * bufferSize
		h.absorb(p[:n])
		p = p[n:]
	}
	h.n = copy(h.buffer[:], p)
	return total, nil
}

// Append adds a subtree to the stream, as if its piece of the message were written. The
// stream must end where the piece begins. Nothing may follow a piece whose last chunk is
// not full or that is not a power of two of chunks.
func (h *Hasher) Append(n Node) {
	h.pushKept()
	if h.n%ChunkSize != 0 {
		panic("checksum: a subtree begins within a chunk of the stream")
	}
	h.absorb(h.buffer[:h.n])
	h.n = 0
	size := uint64(1) << bits.Len64(n.place.chunks-1)
	empty := n.length == 0 && n.place.first > 0
	if n.place.chunks == 0 || empty || n.place.first != h.tree.done.chunks || n.place.first%size != 0 {
		panic("checksum: a subtree does not belong at the end of the stream")
	}
	h.kept, h.keeping = n, true
}

// pushKept adds the subtree that was kept to the stack.
func (h *Hasher) pushKept() {
	if !h.keeping {
		return
	}
	p := h.kept.place
	if p.partial || p.chunks&(p.chunks-1) != 0 {
		panic("checksum: the stream goes on after its last piece")
	}
	h.tree.done.push(h.kernel, h.kept.value(h.kernel, 0), p.chunks)
	h.keeping = false
}

// absorb adds full chunks to the stack, in subtrees of up to 64. More must follow.
func (h *Hasher) absorb(data []byte) {
	for len(data) > 0 {
		size := min(together, 1<<(bits.Len(uint(len(data)/ChunkSize))-1))
		if h.tree.done.chunks > 0 {
			size = min(size, 1<<min(bits.TrailingZeros64(h.tree.done.chunks), 16))
		}
		n := h.tree.node(h.kernel, data[:size*ChunkSize], h.tree.done.chunks)
		h.tree.done.push(h.kernel, n.value(h.kernel, 0), uint64(size))
		data = data[size*ChunkSize:]
	}
}

// Sum appends the checksum of the stream to b. The stream can be continued.
func (h *Hasher) Sum(b []byte) []byte {
	if h.tree.done.chunks == 0 && !h.keeping && h.n <= ChunkSize {
		sum := ofChunk(h.kernel, h.buffer[:h.n])
		return append(b, sum[:]...)
	}
	n := h.kept
	if !h.keeping {
		n = h.last()
	}
	n = h.tree.done.over(h.kernel, n)
	sum := n.value(h.kernel, root)
	return append(b, sum[:]...)
}

// last returns the node of the buffer. If subtrees of odd sizes were appended, it first moves
// the chunks before the last subtree from the buffer to the stack.
func (h *Hasher) last() Node {
	t := &h.tree
	for t.done.chunks > 0 {
		size := uint64(1) << bits.TrailingZeros64(t.done.chunks)
		if size >= uint64(chunks(h.n)) {
			break
		}
		n := int(size) * ChunkSize
		h.absorb(h.buffer[:n])
		h.n = copy(h.buffer[:], h.buffer[n:h.n])
	}
	return t.node(h.kernel, h.buffer[:h.n], t.done.chunks)
}
