// Package regions finds the passages that two byte strings have in common, as
// a tiling: regions of equal bytes, no byte of either side in two of them.
//
// # What is found
//
// Greedy string tiling (Wise, String Similarity via Greedy String Tiling and
// Running Karp-Rabin Matching, 1993): as long as the bytes that are in no region
// yet have a string of at least window bytes in common, the longest one becomes
// a region; of equally long ones the first in A, of those the first in B. Every
// region is therefore as long as it can be: on either side it ends where the
// bytes differ, or where one of them belongs to a longer region.
//
// # How
//
// Every step-th block of A is entered in a table by its hash, so short that each
// common string of a window holds one whole. B is gone through byte by byte;
// where a block is found, the bytes are compared to both sides, which gives a
// maximal match. (Hashes only find; what is a region was compared.) The matches
// are taken from the longest on. One that touches a region is cut and put back:
// all regions are at least as long as it then, so each that touches it covers
// one of its ends, and what is left of it is one piece. So a match is looked at
// a few times and not once for each region; see tiling.
//
// # What occurs too often
//
// A block that stands n times in A and m times in B makes n·m matches: 50 MB of
// zeros on both sides would make 10^14. Blocks are therefore set aside that
// occur so often in A that matches or the bytes compared would go beyond a
// bound (see limits). A match that holds a block that was not set aside is found
// as if there were no bound. When no block was set aside the tiling is exactly
// Wise's. Otherwise what can be found through frequent blocks alone comes after
// all the rest: B is gone through once from left to right, and where a free
// window of it stands free in A, the longest of the first few such places becomes
// a region (see repeats). That is no longer the longest first; it still leaves
// nothing of a window's length behind, and each region is maximal.
//
// Files below some 100 KB that are not mostly one passage repeated stay below
// the bounds, and so does ordinary text of any size, but for its rulers and
// blank areas.
//
// The package reads no files and knows no index.
package regions
