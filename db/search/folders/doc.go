// Package folders finds folders much of which is found in another folder, from files and the
// contents that are similar.
//
// A file counts in another folder by the share of its bytes that its best counterpart there
// has: all of them if the contents are identical. So renamed, moved and edited files count. A
// folder's share in another is that of the bytes of its files, subfolders included. A file
// counts once on its own side; several may have the same counterpart.
//
// Two folders are compared if neither contains the other. A folder is also compared with each
// of its direct subfolders, if a file directly in it is found there, and then stands for its
// other files: so project is compared with project/old.
//
// Most pairs of folders are redundant: a pair of similar folders makes one of the folders above
// them, and of those inside them. So pairs are taken in order of their strength: the bytes that
// they have in common, on the side where these are fewer, times the fourth root of the
// resemblance. So (a/src, b/src), which are nearly the same, come before (a, b), which have more
// in common but resemble each other less. A pair is kept for the files that no kept pair
// accounts for. A kept pair accounts for a file on one side if the folders of the other side
// contain one another and the file has no counterpart in the later pair that has much more of
// it. The other files of both folders must pass the threshold again. So a fork of a tree is one
// pair, and a folder inside it another only if it has a copy elsewhere.
//
// Of folders that are nearly the same, as versions of a program are, one stands for the others:
// it is paired with each of them. They are not paired with each other, nor with another folder
// with which it is paired.
package folders
