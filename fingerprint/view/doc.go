// Package view turns the bytes of a file into those that are fingerprinted, so that
// what a copy usually changes does not show:
//
//   - text: white space is one blank, case is folded, characters are normalised.
//   - code: comments and white space are dropped; each identifier, number and string
//     is one letter; keywords and operators stay as they are. A copy whose variables
//     were renamed, whose comments were changed or that was formatted anew has the
//     same view. (Tokens instead of text: Prechelt, Malpohl and Philippsen, Finding
//     Plagiarisms among a Set of Programs with JPlag, 2002, section 2.1.)
//
// Under a view the level of detail follows from the size of the view, not from that
// of the file as it does otherwise. Shares are of the view, and a level is there to
// give what is compared fingerprints enough: of a file of 100 KB that is comments by
// half, 50 KB are, and a copy that has none of the comments gets the same level.
//
// A view works on a stream, in constant memory, and can keep a Map back to the
// bytes of the file, so that what is found in it can be shown.
//
// Which language a file is in, and whether a program or somebody else wrote it, are
// told by tables of our own: a library that knows hundreds of languages, go-enry 2.9.6, takes
// 29 ms and 16 MB to begin with, in each run of the program, be a language asked for
// or not. Tests compare the two on real files; in fifteen thousand files of code 20
// are in another language to it.
//
//	languages.go   the table of languages: comments, strings, keywords
//	language.go    how it is read, and which language a file is in
//	identify.go    from name and beginning to language
//	provenance.go  what is generated, and what is vendored
//	code.go        the code view; literals.go strings and comments; words.go the rest
//	text.go        the text view
//	map.go         from the view back to the file
//
// Nothing here fails: a text that is broken becomes some view, and the same bytes
// always become the same.
package view
