// Package fingerprint turns bytes into fingerprints: the values by which files
// that share content are recognised.
//
// A window of w bytes (50 unless said) slides over the input one byte at a
// time. Its value is the polynomial hash of Karp and Rabin (Efficient
// Randomized Pattern-Matching Algorithms, 1987), as Manber used it to find
// similar files (Finding Similar Files in a Large File System, 1994, section 2):
//
//	F = (t1·p^(w-1) + t2·p^(w-2) + … + tw) mod 2^30
//
// A window is a candidate at level k when the low k bits of F are zero. Of the
// candidates that overlap each other only the one of highest rank is selected
// (type Extractor), so the selected windows never overlap, and whether a window
// is selected depends on the w-1 windows to either side of it and on nothing
// else.
//
// Under a Rule with Anchors the windows right behind given strings are selected
// instead, whatever their hash, and all are of level 0 (type anchored).
//
// What is stored of a selected window is a Fingerprint: F in rank order, with
// 16 check bits of an independent hash behind it. Because the rank is the
// numeric order of fingerprints, the fingerprints of a coarser level are a
// prefix of every sorted set: dropping to a common level is a binary search.
//
// What two files share is estimated from their fingerprints. Type Windows is for
// counting it: all distinct windows, by hashes that are not stored anywhere.
//
// The package reads no files and knows no index.
package fingerprint
