// Package simhash turns text into one hash of 64 bits, such that documents that
// are nearly the same have hashes that differ in few bits (Charikar, Similarity
// Estimation Techniques from Rounding Algorithms, 2002; Manku, Jain, Das Sarma,
// Detecting Near-Duplicates for Web Crawling, 2007).
//
// A text becomes features, words or short runs of characters; every feature has
// a hash and a weight. Bit i of the simhash is set when the features whose hash
// has bit i set weigh more than those whose hash has not. The share of bits in
// which two simhashes differ estimates the angle between the two vectors of
// weights.
//
// What the features are is said by a Scheme, which is written wherever hashes
// are kept: hashes of different schemes cannot be compared. A feature's hash is
// fixed for ever, and all sums are of integers, so that the same text has the
// same hash on every machine.
//
// From text to features:
//
//   - Each byte that is not UTF-8 counts as a space.
//   - The text is normalised (NFKC unless said), then case is folded by
//     Unicode's simple folding, one character to one: ß and ss stay different.
//   - Unit words: the text is cut at spaces and control characters, then into
//     words by UAX #29, of which those count that hold a letter or a digit.
//     "don't", "example.com", "3,14" and "snake_case" are one word each.
//   - Unit mixed: runs of characters of scripts that are written without spaces
//     (Han, kana, Thai, Lao, Khmer, Burmese; see gram.go, also for Hangul) are cut
//     into n-grams of characters; what is between them into words as above.
//   - Unit chars: everything that is no letter, mark or number counts as one
//     space, and the rest is cut into n-grams of characters.
//   - A shingle of n words is hashed as the words with one space between them. A
//     run that is shorter than n is one feature.
//
// Unicode may give unassigned characters properties that they did not have; for
// those alone a newer version of the tables can give other features.
//
// The package reads no files and knows no index.
package simhash
