package checksum

import (
	"math/bits"
	"sync"
)

// Node is the top of a subtree: the chunks of a piece of a message. It holds the input
// of the last compression, which is another one for the root of the tree.
type Node struct {
	cv      Sum
	block   [blockSize]byte
	counter uint64
	length  uint32
	flags   uint32
	place   place
}

// place is where a subtree is in its message, in chunks.
type place struct {
	first, chunks uint64
	partial       bool // the last chunk is not full
}

// Subtree returns the node of a piece of a message that starts at chunk number chunk.
// The piece must be a power of two of chunks of 1 KiB, and chunk a multiple of it; the
// last piece of a message may be shorter. Pieces can be hashed on several processors
// and are put together by Hasher.Append.
func Subtree(data []byte, chunk uint64) Node { return subtree(fastest, data, chunk) }

func subtree(k kernel, data []byte, chunk uint64) Node {
	if len(data) <= ChunkSize {
		return chunkNode(k, data, chunk)
	}
	t := trees.Get().(*tree)
	defer trees.Put(t)
	return t.subtree(k, data, chunk)
}

// chunks returns the number of chunks of n bytes. An empty message has one.
func chunks(n int) int { return max(1, (n+ChunkSize-1)/ChunkSize) }

// chunkNode returns the node of a chunk.
func chunkNode(k kernel, data []byte, chunk uint64) (n Node) {
	n.cv = initial
	n.counter = chunk
	n.flags = chunkStart | chunkEnd
	n.place = place{chunk, 1, len(data) < ChunkSize}
	last := max(0, len(data)-1) / blockSize
	if last > 0 {
		k.blocks(&n.cv, data[:last*blockSize], chunk, blockSize, chunkStart, 0)
		n.flags = chunkEnd
	}
	n.length = uint32(copy(n.block[:], data[last*blockSize:]))
	return n
}

// parentNode returns the node whose children have the chaining values left and right.
func parentNode(left, right *Sum) (n Node) {
	n.cv = initial
	copy(n.block[:], left[:])
	copy(n.block[Size:], right[:])
	n.length = blockSize
	n.flags = parent
	return n
}

// value returns the chaining value, or the checksum if more is root.
func (n *Node) value(k kernel, more uint32) Sum {
	cv, counter := n.cv, n.counter
	if more&root != 0 {
		counter = 0 // of the output's first block
	}
	k.blocks(&cv, n.block[:], counter, n.length, n.flags|more, 0)
	return cv
}

const (
	// together is the number of chunks whose tree is built level by level, with lanes
	// filled as far as possible. Of 64 chunks, the levels of 4, 2 and 1 parents do not
	// fill them: 6 parents' worth of idle lanes, in 128 blocks of eight lanes.
	together = 64
	// depth bounds the height of a tree: 2^64 bytes are 2^54 chunks.
	depth = 54
)

// tree computes nodes. It is scratch memory.
type tree struct {
	group group
	pad   [blockSize]byte
	cvs   [together * Size]byte
	done  stack
}

// trees holds scratch memory for Of and Subtree. On the stack its 4,416 bytes would be set
// to zero for every message, which takes a fifth of the time of one of 1,500 bytes.
var trees = sync.Pool{New: func() any { return new(tree) }}

// subtree returns the node of a piece of more than one chunk.
func (t *tree) subtree(k kernel, data []byte, chunk uint64) Node {
	t.done.chunks = 0
	at := 0
	for ; len(data)-at > together*ChunkSize; at += together * ChunkSize {
		n := t.node(k, data[at:at+together*ChunkSize], chunk+t.done.chunks)
		t.done.push(k, n.value(k, 0), together)
	}
	n := t.done.over(k, t.node(k, data[at:], chunk+t.done.chunks))
	n.place = place{chunk, uint64(chunks(len(data))), len(data)%ChunkSize != 0}
	return n
}

// node returns the node of up to 64 chunks. It does not set its place.
func (t *tree) node(k kernel, data []byte, chunk uint64) Node {
	n := chunks(len(data))
	if n == 1 {
		return chunkNode(k, data, chunk)
	}
	g := &t.group
	for i := range n {
		at := i * ChunkSize
		g.addChunk(data[at:min(at+ChunkSize, len(data))], chunk+uint64(i), 0, &t.pad, t.at(i))
		if g.n == k.lanes() {
			g.run(k)
		}
	}
	g.run(k)
	for n > 2 {
		n = t.level(k, n)
	}
	g.forget()
	return parentNode(t.at(0), t.at(1))
}

// at returns the chaining value of a place.
func (t *tree) at(i int) *Sum { return (*Sum)(t.cvs[i*Size:]) }

// level replaces n chaining values by those of their parents and returns their number.
// One without a sibling moves up as it is, which makes the left subtrees full. A parent
// overwrites only what is read in its own group or was read in an earlier one.
func (t *tree) level(k kernel, n int) int {
	g := &t.group
	for i := range n / 2 {
		g.addParent((*[blockSize]byte)(t.cvs[2*i*Size:]), 0, t.at(i))
		if g.n == k.lanes() {
			g.run(k)
		}
	}
	g.run(k)
	if n%2 == 1 {
		*t.at(n / 2) = *t.at(n - 1)
	}
	return (n + 1) / 2
}

// stack holds the chaining values of the full subtrees that a message begins with,
// the largest first: one for each bit of their number of chunks.
type stack struct {
	chunks uint64
	cvs    [depth]Sum
}

// height returns the number of chaining values.
func (s *stack) height() int { return bits.OnesCount64(s.chunks) }

// push adds a full subtree of a power of two of chunks. Something must follow in the
// message, because the parents that become complete are not taken for the root.
func (s *stack) push(k kernel, cv Sum, chunks uint64) {
	top := s.height()
	for size := chunks; s.chunks&size != 0; size *= 2 {
		top--
		n := parentNode(&s.cvs[top], &cv)
		cv = n.value(k, 0)
	}
	s.cvs[top] = cv
	s.chunks += chunks
}

// over returns the node above the stack and a last subtree.
func (s *stack) over(k kernel, last Node) Node {
	for top := s.height() - 1; top >= 0; top-- {
		cv := last.value(k, 0)
		last = parentNode(&s.cvs[top], &cv)
	}
	return last
}
