// Package search answers questions about an index: which files are similar to each other
// or to a given file, which documents have near simhashes, which files are identical, and
// which files changed after a scan. Its functions and types may change in a minor version
// before v1; docs/library.md says more.
//
// # All pairs without comparing all
//
// Pairs and Groups read the postings of the index once, in ascending order of
// fingerprint. Each fingerprint that at least two of the compared contents have becomes
// an inverted list: the contents with that fingerprint. Inverting the lists gives the
// list numbers of each content. A fingerprint of a single content needs no list; it only
// counts towards the size of that content.
//
// A search then probes the contents one by one. To contain a share t of the n
// fingerprints of a content, its partner must have at least c = ⌈t·n⌉ of them, and
// therefore one of any n-c+1. So it is enough to walk the lists of the n-c+1 rarest
// fingerprints and to score the contents found there. This is the prefix filtering of
// Bayardo, Ma and Srikant (Scaling Up All Pairs Similarity Search, 2007), adapted from
// cosine similarity to containment. Containment is not symmetric, so the lists are
// complete; theirs hold only prefixes. The lists of frequent fingerprints, such as the
// text of a licence header, are long and hardly ever walked. For the distinctive share
// the same argument applies to weights: the fingerprints left out must together weigh
// less than the threshold.
//
// A candidate is scored by merging the list numbers of both contents. The merge stops as
// soon as the remaining fingerprints cannot reach the threshold. A candidate that first
// appears in the k-th list has none of the rarer fingerprints, so the weight of the others
// bounds what it shares (the positional filter of Xiao et al., Efficient Similarity Joins for
// Near Duplicate Detection, 2008).
//
// Two contents are compared at the coarser of their levels of detail. Coarser
// fingerprints are smaller numbers and lists are numbered in order of fingerprint, so the
// fingerprints of a content at a coarser level are a prefix of its list numbers.
//
// # Files that are set aside
//
// A file that says it is generated is set aside: it counts as left out, except that a pair
// may have one such file. A content is claimed if only such files have it. Claimed
// contents are compared with live ones, do not count in the weights, and a fingerprint
// that only claimed contents have makes no list.
//
// # Other searches
//
//   - Groups are stars around representatives; see Groups for the order and its source.
//   - Query looks up the posting lists of one set of fingerprints and counts, in an array
//     by content, what each content shares with it. Pairs with a few new contents are
//     found by queries too.
//   - Near and NearPairs find simhashes by multi-index hashing; see package hamming.
package search
