// Package view turns the bytes of a file into the bytes that are fingerprinted, such
// that the usual changes to a copy do not show:
//
//   - text: white space becomes one blank, case is folded, characters are normalised.
//   - code: comments, white space and imports are dropped, and each token becomes one
//     byte: the same for all identifiers, for all numbers and for all strings, another
//     for each keyword and operator. A copy with renamed variables, other comments or
//     other formatting has the same view. (Tokens instead of text:
//     Prechelt, Malpohl and Philippsen, Finding Plagiarisms among a Set of Programs
//     with JPlag, 2002, section 2.1.)
//
// Under a view the level of detail follows from the size of the view, not of the
// file. Shares describe the view, and the level exists to give the compared bytes
// enough fingerprints: if half of a file of 100 KB is comments, 50 KB are compared,
// and a copy without the comments gets the same level.
//
// A view works on a stream in constant memory. It can keep a map back to the bytes of
// the file, so that matches can be shown.
//
// The language of a file, and whether it is generated or vendored, are determined
// with tables in this package. The library go-enry 2.9.6 knows hundreds of languages
// but takes 29 ms and 16 MB to start, in every run of the program, whether or not a
// language is needed. Tests compare the two on real files: of fifteen thousand code
// files, go-enry assigns 20 to another language.
//
//	languages.go   the table of languages: comments, strings, keywords; also languages_other.go
//	language.go    the format of the table and its compilation
//	identify.go    from file name and first bytes to language
//	provenance.go  generated and vendored files
//	code.go        the code view; words.go, literals.go, within.go, imports.go its parts
//	tokens.go      the bytes of tokens
//	programs.go    programs in strings
//	pieces.go      code in notebooks, HTML and Markdown
//	plain.go       words of texts in no known language as tokens
//	text.go        the text view
//	map.go         from the view back to the file
//	licence.go     the licence at the start of a file
//	lexer.go       tokens for colours, by the rules of the code view; classes.go, markup.go,
//	               languages_data.go
//
// Nothing here fails: malformed text gets some view, and equal bytes always get the
// same one.
package view
