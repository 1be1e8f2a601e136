package checksum

// Size is the size of a checksum in bytes.
const Size = 32

// Sum is a checksum.
type Sum = [Size]byte

// Of returns the checksum of data.
func Of(data []byte) Sum { return of(fastest, data) }

func of(k kernel, data []byte) Sum {
	if len(data) <= ChunkSize {
		return ofChunk(k, data)
	}
	t := trees.Get().(*tree)
	n := t.subtree(k, data, 0)
	trees.Put(t)
	return n.value(k, root)
}

// ofChunk returns the checksum of a message of one chunk.
func ofChunk(k kernel, data []byte) Sum {
	cv := initial
	first := chunkStart
	var pad [blockSize]byte
	last := max(0, len(data)-1) / blockSize
	if last > 0 {
		k.blocks(&cv, data[:last*blockSize], 0, blockSize, first, 0)
		first = 0
	}
	n := copy(pad[:], data[last*blockSize:])
	k.blocks(&cv, pad[:], 0, uint32(n), first|chunkEnd|root, 0)
	return cv
}
