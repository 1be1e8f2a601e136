package store

import (
	"encoding/binary"
	"math"

	"github.com/dgraph-io/badger/v4/fb"
	"github.com/dgraph-io/badger/v4/y"
	flatbuffers "github.com/google/flatbuffers/go"
)

// tableEncoder builds the bytes of one Badger table, the same bytes as Badger's
// sst.Builder (a test compares them). Badger's builder takes three times the time and
// six times the memory: it allocates a growing buffer for each block, copies everything
// at the end, and builds the index in a new buffer of 3 MiB.
//
// A table is: blocks, index, length of the index, checksum of the index, length of the
// checksum. A block is: entries, their offsets, the number of entries, checksum, length
// of the checksum. An entry is: the length of the prefix that its key shares with the
// first key of the block, the length of the rest, the rest, and the value. Lengths and
// numbers have four bytes and are big-endian. Offsets, and the two-byte lengths in an
// entry, are little-endian (Badger uses the byte order of the machine).
type tableEncoder struct {
	data    []byte   // the blocks that have not been taken
	taken   int      // bytes of the table before data
	block   int      // where the last block begins in data
	first   []byte   // the first key of the last block
	offsets []uint32 // of its entries, from its beginning
	done    []blockPlace
	keys    []byte   // first keys of the finished blocks
	hashes  []uint32 // of all keys
	version uint64   // the highest
	key     []byte   // the key being added, with its version
	index   *flatbuffers.Builder
}

// blockPlace locates a block in the table, and its first key in keys.
type blockPlace struct{ at, size, keyAt, keySize int }

const (
	blockSize = 4 << 10 // bytes from which a block takes no more entries
	bloomRate = 0.01    // false positives of the filter
	bitDelete = 1       // Badger's mark of an entry that removes its key
)

// add adds an entry. Keys come in ascending order, each once.
func (e *tableEncoder) add(key []byte, version uint64, meta byte, val []byte) {
	// Versions are stored inverted, so that the highest comes first.
	e.key = binary.BigEndian.AppendUint64(append(e.key[:0], key...), math.MaxUint64-version)
	if e.blockFull(len(e.key) + len(val)) {
		e.endBlock()
	}
	if len(e.offsets) == 0 {
		e.block = len(e.data)
		e.first = append(e.first[:0], e.key...)
	}
	shared := 0
	if len(e.offsets) > 0 {
		for shared < min(len(e.key), len(e.first)) && e.key[shared] == e.first[shared] {
			shared++
		}
	}
	e.offsets = append(e.offsets, uint32(len(e.data)-e.block))
	e.hashes = append(e.hashes, y.Hash(key))
	e.version = max(e.version, version)
	e.data = binary.LittleEndian.AppendUint16(e.data, uint16(shared))
	e.data = binary.LittleEndian.AppendUint16(e.data, uint16(len(e.key)-shared))
	e.data = append(e.data, e.key[shared:]...)
	e.data = append(e.data, meta, 0, 0) // no user mark, does not expire
	e.data = append(e.data, val...)
}

// blockFull reports whether an entry of n bytes is too much for the current block. The
// constants are Badger's estimates of the overhead.
func (e *tableEncoder) blockFull(n int) bool {
	entries := len(e.offsets)
	return entries > 0 && len(e.data)-e.block+6+n+3+4*(entries+1)+4+8+4 > blockSize
}

func (e *tableEncoder) endBlock() {
	if len(e.offsets) == 0 {
		return
	}
	for _, o := range e.offsets {
		e.data = binary.LittleEndian.AppendUint32(e.data, o)
	}
	e.data = binary.BigEndian.AppendUint32(e.data, uint32(len(e.offsets)))
	e.appendSum(e.data[e.block:])
	e.done = append(e.done, blockPlace{e.taken + e.block, len(e.data) - e.block, len(e.keys), len(e.first)})
	e.keys = append(e.keys, e.first...)
	e.offsets = e.offsets[:0]
}

// appendSum appends the checksum of covered and its length.
func (e *tableEncoder) appendSum(covered []byte) {
	from := len(e.data)
	e.data = appendChecksum(e.data, sumOf(covered))
	e.data = binary.BigEndian.AppendUint32(e.data, uint32(len(e.data)-from))
}

// appendChecksum appends a pb.Checksum. Its field algorithm is 0, CRC-32C, and left
// out; its field sum is number 2, a varint, and left out if it is 0.
func appendChecksum(buf []byte, sum uint32) []byte {
	if sum == 0 {
		return buf
	}
	return binary.AppendUvarint(append(buf, 2<<3), uint64(sum))
}

// size returns the approximate size of the table in bytes.
func (e *tableEncoder) size() int64 {
	return int64(e.taken + len(e.data) + len(e.keys) + 40*len(e.done) + 2*len(e.hashes))
}

func (e *tableEncoder) empty() bool { return len(e.hashes) == 0 }

// take calls use with the finished blocks once they have at least n bytes, and forgets them. The last
// block stays.
func (e *tableEncoder) take(n int, use func(blocks []byte)) {
	if e.block < n {
		return
	}
	use(e.data[:e.block])
	e.taken += e.block
	e.data = e.data[:copy(e.data, e.data[e.block:])]
	e.block = 0
}

// finish returns the rest of the table, from the blocks on that have not been taken, and where the
// last block begins in it. The rest is valid until the next call of add or reset.
func (e *tableEncoder) finish() (rest []byte, last int) {
	e.endBlock()
	index := e.makeIndex()
	e.data = append(e.data, index...)
	e.data = binary.BigEndian.AppendUint32(e.data, uint32(len(index)))
	e.appendSum(index)
	return e.data, e.block
}

func (e *tableEncoder) makeIndex() []byte {
	if e.index == nil {
		e.index = flatbuffers.NewBuilder(64 << 10)
	}
	b := e.index
	b.Reset()
	places := make([]flatbuffers.UOffsetT, len(e.done))
	for i, d := range e.done {
		key := b.CreateByteVector(e.keys[d.keyAt : d.keyAt+d.keySize])
		fb.BlockOffsetStart(b)
		fb.BlockOffsetAddKey(b, key)
		fb.BlockOffsetAddOffset(b, uint32(d.at))
		fb.BlockOffsetAddLen(b, uint32(d.size))
		places[i] = fb.BlockOffsetEnd(b)
	}
	fb.TableIndexStartOffsetsVector(b, len(places))
	for i := len(places) - 1; i >= 0; i-- {
		b.PrependUOffsetT(places[i])
	}
	blocks := b.EndVector(len(places))
	filter := b.CreateByteVector(y.NewFilter(e.hashes, y.BloomBitsPerKey(len(e.hashes), bloomRate)))
	size := uint32(e.taken + len(e.data))
	fb.TableIndexStart(b)
	fb.TableIndexAddOffsets(b, blocks)
	fb.TableIndexAddBloomFilter(b, filter)
	fb.TableIndexAddMaxVersion(b, e.version)
	fb.TableIndexAddUncompressedSize(b, size)
	fb.TableIndexAddKeyCount(b, uint32(len(e.hashes)))
	fb.TableIndexAddOnDiskSize(b, size)
	fb.TableIndexAddStaleDataSize(b, 0)
	b.Finish(fb.TableIndexEnd(b))
	data := b.FinishedBytes()
	fb.GetRootAsTableIndex(data, 0).MutateOnDiskSize(size + uint32(len(data)))
	return data
}

// reset prepares for the next table.
func (e *tableEncoder) reset() {
	e.data, e.taken, e.block, e.offsets, e.done = e.data[:0], 0, 0, e.offsets[:0], e.done[:0]
	e.keys, e.hashes, e.version = e.keys[:0], e.hashes[:0], 0
}
