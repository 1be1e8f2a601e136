// Package regions finds the passages that two byte strings share, as a tiling:
// regions of equal bytes, such that no byte of either side is in two regions.
//
// # What is found
//
// Greedy string tiling (Wise, String Similarity via Greedy String Tiling and Running
// Karp-Rabin Matching, 1993): as long as the free bytes, those in no region yet, have
// a common string of at least window bytes, the longest one becomes a region; of
// equal lengths the first in A, then the first in B. Every region is therefore
// maximal: it ends where the bytes differ or where one of them belongs to a longer
// region.
//
// # How
//
// Every step-th block of A is entered in a hash table. Blocks are so short that every
// common string of a window contains a whole one. B is scanned byte by byte, and each
// block found is extended in both directions to a maximal match. (Hashes only locate
// matches; all regions have been compared.) Matches are laid from the longest on. A
// match that touches a region is cut and put back: all regions are at least as long
// as the match then, so each one that touches it covers one of its ends, and the
// remainder is a single piece. A match is thus examined a few times, not once for
// each region; see tiling.
//
// # Frequent blocks
//
// A block with n occurrences in A and m in B makes n·m matches: 50 MB of zeros on both
// sides would make 10^14. Blocks are therefore set aside if they occur so often in A
// that the matches or the bytes compared would exceed a bound (see limits). A match
// that contains any other block is found as if there were no bound. If no block is set
// aside, the tiling is exactly Wise's. Otherwise the regions of frequent blocks alone
// come last: B is scanned once from left to right, and if a free window of it also
// occurs free in A, the longest of the first few such places becomes a region (see
// repeats). These regions are no longer the longest first, but no match of a
// window's length is left over, and each region is maximal.
//
// Files below some 100 KB stay within the bounds, unless they mostly repeat one
// passage. So does ordinary text of any size, except for its rulers and blank areas.
//
// The package reads no files and does not know the index.
package regions
