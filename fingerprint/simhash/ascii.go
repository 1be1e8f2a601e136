package simhash

import (
	"encoding/binary"
	"math/bits"
)

// ASCII with spaces in it, which is most of most text, takes a shorter way to the
// same features: 64 bytes at a time become bits, one for each, of whether they
// belong to a word; the words are set side by side, with one space between them, so
// that each shingle is a piece of that; then all shingles are hashed, and then all
// counted. Done word by word, the processor guesses wrong at the end of most
// words, and each time has to wait for the hash of the one before.

const (
	// chunk is how many bytes become bits at a time.
	chunk = 64
	// batchWords is how many words are set side by side: with all that belongs to
	// them, half of the first cache.
	batchWords = 256
	// batchBytes bounds those words, and longPrior the ones before them.
	batchBytes = 4096
	longPrior  = 1024
	// copied is how many bytes are copied of a word that is no longer.
	copied = 32
)

// wordBatch holds words side by side, each with a space behind it.
type wordBatch struct {
	text   [batchBytes + copied]byte
	size   int
	starts [batchWords + 1]int // in text; the last one is where the next word will be
	from   [batchWords]int     // where the word begins in the canonical text
	words  int
	hashes [batchWords]uint64
}

// roomy reports whether another chunk's words have room.
func (b *wordBatch) roomy() bool {
	return b.words+chunk/2 <= batchWords && b.size+chunk+1 <= batchBytes
}

// add adds the word text[from:end].
func (b *wordBatch) add(text []byte, from, end int) {
	n := end - from
	if n <= copied && from+copied <= len(text) {
		*(*[copied]byte)(b.text[b.size:]) = [copied]byte(text[from:])
	} else {
		copy(b.text[b.size:], text[from:end])
	}
	b.from[b.words] = from
	b.words++
	b.size += n
	b.text[b.size] = ' '
	b.size++
	b.starts[b.words] = b.size
}

// asciiWords takes whole words from i on, where no word is being read, as long as
// 64 bytes at a time are ASCII and hold a space. It returns where it stopped, which
// is behind a space if it is not i, and up to where there is no use in calling it
// again.
func (h *Hasher) asciiWords(text []byte, i int) (next, until int) {
	if until = worthwhile(text, i); until > i {
		return i, until
	}
	b := &h.batch
	prior, ok := h.beginBatch(text)
	if !ok {
		return i, i + 1
	}
	for i+chunk <= len(text) {
		words, marks, ascii := wordBits((*[chunk]byte)(text[i:]))
		// Behind the last space a word may go on beyond the chunk.
		end := bits.Len64(^(words | marks) & (1<<ascii - 1))
		if end == 0 {
			until = i + max(ascii, 1)
			break
		}
		if !b.roomy() {
			h.endBatch(prior)
			prior, _ = h.beginBatch(text)
		}
		h.addWords(text, i, words, marks, end)
		i += end
		if ascii < chunk {
			until = i - end + ascii
			break
		}
	}
	h.endBatch(prior)
	if i+chunk > len(text) {
		until = len(text)
	}
	return i, until
}

// worthwhile returns i if enough bytes from there on are ASCII, else from where that
// may be so.
func worthwhile(text []byte, i int) int {
	if i+chunk > len(text) {
		return len(text)
	}
	for k := chunk/2 - 8; k >= 0; k -= 8 {
		if x := binary.LittleEndian.Uint64(text[i+k:]) & highBits; x != 0 {
			return i + k + bits.Len64(x)/8
		}
	}
	return i
}

// addWords adds the words of a chunk at i that lie before its byte end, which
// follows a space.
func (h *Hasher) addWords(text []byte, i int, words, marks uint64, end int) {
	for m := marks & (words << 1) & (words >> 1); m != 0; m &= m - 1 {
		at := i + bits.TrailingZeros64(m)
		if bridges(asciiClass[text[at-1]], asciiClass[text[at]], asciiClass[text[at+1]]) {
			words |= m & -m
		}
	}
	if end < chunk {
		words &= 1<<end - 1
	}
	for edges := words ^ words<<1; edges != 0; {
		from := i + bits.TrailingZeros64(edges)
		edges &= edges - 1
		to := i + bits.TrailingZeros64(edges)
		edges &= edges - 1
		if text[from] != '_' || isWord(text[from:to]) {
			h.batch.add(text, from, to)
		}
	}
}

// wordBits returns a bit for each byte before the first that is not ASCII: which are
// letters, digits and joiners, and which are marks, no part of a word by themselves
// but no spaces either. ascii is how many bytes there are before that.
func wordBits(p *[chunk]byte) (words, marks uint64, ascii int) {
	beyond := uint64(0)
	for k := 0; k < chunk; k += 8 {
		x := binary.LittleEndian.Uint64(p[k:])
		beyond |= x
		low := x &^ highBits
		small := low | 0x20*ones
		letters := (small + (0x80-'a')*ones) &^ (small + (0x80-'z'-1)*ones)
		digits := (low + (0x80-'0')*ones) &^ (low + (0x80-'9'-1)*ones)
		joiners := ^(low ^ '_'*ones + 0x7f*ones)
		word := (letters | digits | joiners) & highBits
		mark := (low + (0x80-' '-1)*ones) & highBits &^ word
		words |= gather(word) << k
		marks |= gather(mark) << k
	}
	if beyond&highBits == 0 {
		return words, marks, chunk
	}
	for p[ascii] < 0x80 {
		ascii++
	}
	return words & (1<<ascii - 1), marks & (1<<ascii - 1), ascii
}

// gather returns the highest bit of each byte, that of the lowest first; the others
// are zero.
func gather(x uint64) uint64 { return x >> 7 * 0x0102040810204080 >> 56 }

// beginBatch begins with the last words of the run, which those to come have a
// shingle with, and returns how many these are. ok is false where they are too long.
func (h *Hasher) beginBatch(text []byte) (prior int, ok bool) {
	b, n := &h.batch, h.scheme.Words
	b.words, b.size = 0, 0
	prior = min(h.ends, n-1)
	size := 0
	for i := range prior {
		s := h.spans[(h.next-prior+i+n)%n]
		if size += s.end - s.start + 1; size > longPrior {
			return 0, false
		}
		b.add(text, s.start, s.end)
	}
	return prior, true
}

// endBatch counts the shingles of the batch, and notes its last words.
func (h *Hasher) endBatch(prior int) {
	b, n := &h.batch, h.scheme.Words
	count := 0
	for i := n; i <= b.words; i++ {
		b.hashes[count] = xxh64(b.text[b.starts[i-n] : b.starts[i]-1])
		count++
	}
	for _, hash := range b.hashes[:count] {
		h.terms.add(hash)
	}
	if n == 1 || b.words == prior {
		return
	}
	h.ends += b.words - prior
	h.glued = 0
	for i := max(prior, b.words-n+1); i < b.words; i++ {
		h.spans[h.next] = span{b.from[i], b.from[i] + b.starts[i+1] - 1 - b.starts[i]}
		if h.next++; h.next == n {
			h.next = 0
		}
	}
	h.lastEnd = b.from[b.words-1] + b.size - 1 - b.starts[b.words-1]
}
