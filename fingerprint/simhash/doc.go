// Package simhash turns a text into a hash of 64 bits such that near-identical texts
// have hashes that differ in few bits (Charikar, Similarity Estimation Techniques from
// Rounding Algorithms, 2002; Manku, Jain, Das Sarma, Detecting Near-Duplicates for Web
// Crawling, 2007).
//
// A text is split into features, which are words or short runs of characters. Every
// feature has a hash and a weight. Bit i of the simhash is set if the features with
// bit i set in their hash outweigh the others. The share of differing bits estimates
// the angle between the two weight vectors.
//
// A Scheme defines the features. It is stored with the hashes, because hashes of
// different schemes cannot be compared. Feature hashes never change and all sums are
// integer sums, so a text has the same hash on every machine.
//
// From text to features:
//
//   - A byte that is not valid UTF-8 counts as a space.
//   - The text is normalised to NFKC, then case is folded by Unicode's simple folding,
//     one character to one: ß and ss remain different.
//   - Unit words: the text is split at spaces and control characters, then into words
//     by UAX #29. Words with a letter or a digit count. "don't", "example.com", "3,14"
//     and "snake_case" are one word each.
//   - Unit mixed: runs of characters of scripts written without spaces (Han, kana,
//     Thai, Lao, Khmer, Burmese, and Hangul; see gram.go) are split into n-grams of
//     characters, the text between them into words.
//   - Unit chars: everything except letters, marks and numbers counts as one space, and
//     the result is split into n-grams of characters.
//   - A shingle of n words is hashed as the words joined by single spaces. A run
//     shorter than n is one feature.
//
// A newer version of Unicode may assign properties to unassigned characters. Only
// texts with such characters can then get other features.
//
// The package reads no files and does not know the index.
package simhash
