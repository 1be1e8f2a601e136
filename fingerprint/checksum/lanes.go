package checksum

// kernel is an implementation of the compressions.
type kernel int

const (
	kernelGo kernel = iota
	kernelAVX2
)

func (k kernel) String() string { return [...]string{"go", "avx2"}[k] }

// lanes is the number of lanes that a group has room for.
const lanes = 8

// lanes returns the number of lanes that the kernel works on side by side.
func (kernel) lanes() int { return 8 }

// fastest is the kernel in use.
var fastest = func() kernel {
	all := kernels()
	return all[len(all)-1]
}()

// group is up to eight runs of blocks, each a chunk or a parent node, whose chaining
// values are computed side by side. The lanes may have different numbers of blocks; a
// lane that is done idles until the longest is.
type group struct {
	data   [lanes][]byte           // starts with the blocks before the last
	tail   [lanes]*[blockSize]byte // the last block, padded with zeros
	out    [lanes]*Sum             // receives the chaining value
	last   [lanes]uint32           // number of blocks before the last
	length [lanes]uint32           // bytes in the last block
	low    [lanes]uint32           // counter, lower half
	high   [lanes]uint32           // counter, upper half
	first  [lanes]uint32           // flags of the first block
	final  [lanes]uint32           // additional flags of the last block

	n      int // lanes in use
	blocks int // blocks of the longest lane
	total  int // blocks of all lanes
	unused Sum // receives what the unused lanes compute
}

// addChunk adds a chunk. Its last block is copied to pad if it is not full. more are
// further flags of the last block. The group must have a free lane.
func (g *group) addChunk(data []byte, counter uint64, more uint32, pad *[blockSize]byte, out *Sum) {
	i := g.n & (lanes - 1)
	tail, last := lastBlock(data, pad)
	g.n++
	g.blocks = max(g.blocks, last+1)
	g.total += last + 1
	g.data[i], g.tail[i], g.out[i] = data, tail, out
	g.last[i], g.length[i] = uint32(last), uint32(len(data)-last*blockSize)
	g.low[i], g.high[i] = uint32(counter), uint32(counter>>32)
	g.first[i], g.final[i] = chunkStart, chunkEnd|more
}

// addParent adds the parent node of two chaining values. more are further flags.
func (g *group) addParent(children *[blockSize]byte, more uint32, out *Sum) {
	i := g.n & (lanes - 1)
	g.n++
	g.blocks = max(g.blocks, 1)
	g.total++
	g.data[i], g.tail[i], g.out[i] = nil, children, out
	g.last[i], g.length[i] = 0, blockSize
	g.low[i], g.high[i] = 0, 0
	g.first[i], g.final[i] = parent, more
}

// take moves a lane from another group to this one.
func (g *group) take(from *group, j int) {
	i := g.n & (lanes - 1)
	g.n++
	g.blocks = max(g.blocks, int(from.last[j])+1)
	g.total += int(from.last[j]) + 1
	g.data[i], g.tail[i], g.out[i] = from.data[j], from.tail[j], from.out[j]
	g.last[i], g.length[i] = from.last[j], from.length[j]
	g.low[i], g.high[i] = from.low[j], from.high[j]
	g.first[i], g.final[i] = from.first[j], from.final[j]
}

// lastBlock returns the last block of a chunk, padded with zeros, and the number of
// blocks before it. Kernels read whole blocks, so a block that is not full is copied:
// what follows it in memory may not be readable.
func lastBlock(data []byte, pad *[blockSize]byte) (tail *[blockSize]byte, last int) {
	last = max(0, len(data)-1) / blockSize
	rest := data[last*blockSize:]
	if len(rest) == blockSize {
		return (*[blockSize]byte)(rest), last
	}
	*pad = [blockSize]byte{}
	copy(pad[:], rest)
	return pad, last
}

// run computes the chaining values of the lanes and empties the group.
func (g *group) run(k kernel) {
	switch {
	case g.n == 0:
		return
	case 5*g.blocks >= 3*g.total || k == kernelGo: // see blocksVector
		for i := range g.n {
			g.runLane(k, i)
		}
	default:
		for i := g.n; i < lanes; i++ {
			g.tail[i], g.last[i], g.out[i] = g.tail[0], 0, &g.unused
		}
		g.runVector(g.blocks)
	}
	g.clear()
}

// clear removes the lanes.
func (g *group) clear() { g.n, g.blocks, g.total = 0, 0, 0 }

// runLane computes the chaining value of one lane.
func (g *group) runLane(k kernel, i int) {
	cv := initial
	counter := uint64(g.high[i])<<32 | uint64(g.low[i])
	first := g.first[i]
	if n := g.last[i]; n > 0 {
		k.blocks(&cv, g.data[i][:n*blockSize], counter, blockSize, first, 0)
		first = 0
	}
	k.blocks(&cv, g.tail[i][:], counter, g.length[i], first|g.final[i], 0)
	*g.out[i] = cv
}

// blocks is blocksGo by this kernel.
func (k kernel) blocks(cv *Sum, data []byte, counter uint64, length, first, flags uint32) {
	if k == kernelGo {
		blocksGo(cv, data, counter, length, first, flags)
	} else {
		blocksVector(cv, data, counter, length, first, flags)
	}
}

// forget drops the references to messages.
func (g *group) forget() {
	clear(g.data[:])
	clear(g.tail[:])
	clear(g.out[:])
}
