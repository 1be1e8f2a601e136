//go:build linux

package main

import (
	"bufio"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
)

// recordWords is the number of words in a record, which make 2 KB.
const recordWords = 285

// writeRecords writes records of words with the frequencies of English words, by
// Zipf's law. Every sixth is a copy of the one before with two words changed.
func writeRecords(path string, seed uint64, n int) (size int64, err error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, 1<<20)
	r := rand.New(rand.NewPCG(seed, 17))
	words := vocabulary(r, 50_000)
	zipf := rand.NewZipf(r, 1.05, 4, uint64(len(words)-1))
	text := make([]int, recordWords)
	var line []byte
	for i := range n {
		if i%6 == 5 {
			for range 2 {
				text[r.IntN(len(text))] = int(zipf.Uint64())
			}
		} else {
			for j := range text {
				text[j] = int(zipf.Uint64())
			}
		}
		line = appendRecord(line[:0], i, text, words)
		size += int64(len(line))
		if _, err := w.Write(line); err != nil {
			return 0, err
		}
	}
	return size, w.Flush()
}

// appendRecord appends a line of JSON, with a full stop after every 17 words.
func appendRecord(line []byte, id int, text []int, words []string) []byte {
	line = append(strconv.AppendInt(append(line, `{"id":`...), int64(id), 10), `,"text":"`...)
	for j, word := range text {
		switch {
		case j > 0 && j%17 == 0:
			line = append(line, ". "...)
		case j > 0:
			line = append(line, ' ')
		}
		line = append(line, words[word]...)
	}
	return append(line, ".\"}\n"...)
}

// vocabulary makes up words; the frequent ones are short.
func vocabulary(r *rand.Rand, n int) []string {
	syllables := []string{"th", "er", "on", "an", "re", "he", "in", "ed", "nd", "ha", "at", "en", "es", "of", "or", "nt", "ea", "ti", "to", "it", "st", "io", "le", "is", "ou", "ar", "as", "de", "rt", "ve"}
	words := make([]string, n)
	for i := range words {
		parts := 1 + r.IntN(2)
		for most := 40; most < i; most *= 8 {
			parts++
		}
		for range parts {
			words[i] += syllables[r.IntN(len(syllables))]
		}
	}
	return words
}
