// Package fingerprint turns bytes into fingerprints. Files that share content
// share fingerprints.
//
// A window of w bytes (50 by default) slides over the input one byte at a time.
// Its value is the polynomial hash of Karp and Rabin (Efficient Randomized
// Pattern-Matching Algorithms, 1987), which Manber used to find similar files
// (Finding Similar Files in a Large File System, 1994, section 2):
//
//	F = (t1·p^(w-1) + t2·p^(w-2) + … + tw) mod 2^30
//
// A window is a candidate at level k if the low k bits of F are zero. Of several
// overlapping candidates only the one with the highest rank is selected (see
// Extractor). Selected windows therefore never overlap, except under AutoOverlap,
// and the choice depends only on the w-1 windows to either side.
//
// Small files have smaller windows as well, at levels that no other file has; see
// Rule.Small.
//
// Under a Rule with Anchors, the windows that directly follow the given strings
// are selected instead, whatever their hash, and all of them have level 0.
//
// A selected window is stored as a Fingerprint: the rank of F followed by 16 check
// bits of an independent hash. Fingerprints sort by rank, so the fingerprints of a
// coarser level are a prefix of every sorted set, and reducing two sets to their
// common level takes one binary search each.
//
// Fingerprints estimate what two files share. Windows and CompareWindows count it:
// they hash every distinct window and store nothing.
//
// The package reads no files and does not know the index.
//
// # Stability
//
// The fingerprints of given bytes under a given Rule never change. The functions and types
// may change in a minor version before v1; docs/library.md says more.
package fingerprint
