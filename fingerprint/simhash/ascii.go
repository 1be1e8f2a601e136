package simhash

import (
	"encoding/binary"
	"math/bits"
)

// ASCII text with spaces, the most common kind, takes a faster path to the same
// features. 64 bytes at a time become bits that mark which bytes belong to words. The
// words are copied next to each other, separated by single spaces, so that each
// shingle is a substring. Then all shingles are hashed, and then all hashes are
// counted. Word by word, the processor would mispredict the end of most words and
// wait for the hash of the previous one each time.

const (
	// chunk is how many bytes are converted to bits at a time.
	chunk = 64
	// batchWords is how many words are batched. With their data they take half of the
	// first-level cache.
	batchWords = 256
	// batchBytes bounds the bytes of a batch, longPrior the bytes of the words carried
	// over from the previous one.
	batchBytes = 4096
	longPrior  = 1024
	// copied is the length up to which words are copied with a fixed size.
	copied = 32
)

// wordBatch holds words, each followed by a space.
type wordBatch struct {
	text   [batchBytes + copied]byte
	size   int
	starts [batchWords + 1]int // offsets in text; the last is the offset of the next word
	from   [batchWords]int     // offset of the word in the canonical text
	words  int
	hashes [batchWords]uint64
}

// roomy reports whether the words of another chunk fit.
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

// asciiWords adds whole words from index i on, which must not be inside a word, while
// each chunk is ASCII and contains a space. next is the index where it stopped;
// unless equal to i, it follows a space. Calling asciiWords again before index until
// is useless.
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
		// After the last space a word may continue beyond the chunk.
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

// worthwhile returns i if enough bytes from there on are ASCII, and otherwise the
// first index where they may be.
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

// addWords adds the words of the chunk at i before offset end, which follows
// a space.
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

// wordBits returns a bit for each byte before the first that is not ASCII. Letters,
// digits and joiners set a bit in words; marks, which are neither word characters nor
// spaces, set a bit in marks. ascii is the number of those bytes.
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

// gather returns the high bits of the bytes of x, lowest byte first. All other bits
// of x must be zero.
func gather(x uint64) uint64 { return x >> 7 * 0x0102040810204080 >> 56 }

// beginBatch starts a batch with the last words of the run, which share shingles with
// the following words, and returns their number. ok is false if they are too long.
func (h *Hasher) beginBatch(text []byte) (prior int, ok bool) {
	b, n := &h.batch, h.scheme.Words
	b.words, b.size = 0, 0
	prior = min(h.runWords, n-1)
	size := 0
	for i := range prior {
		s := h.recent[(h.next-prior+i+n)%n]
		if size += s.end - s.start + 1; size > longPrior {
			return 0, false
		}
		b.add(text, s.start, s.end)
	}
	return prior, true
}

// endBatch counts the shingles of the batch and records its last words.
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
	h.runWords += b.words - prior
	h.adjacent = 0
	for i := max(prior, b.words-n+1); i < b.words; i++ {
		h.recent[h.next] = wordRange{b.from[i], b.from[i] + b.starts[i+1] - 1 - b.starts[i]}
		if h.next++; h.next == n {
			h.next = 0
		}
	}
	h.lastEnd = b.from[b.words-1] + b.size - 1 - b.starts[b.words-1]
}
