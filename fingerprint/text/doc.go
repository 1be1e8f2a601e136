// Package text converts documents to text in UTF-8. It recognises encodings, strips
// the tags of HTML, and normalises text to a canonical form.
//
// Nothing here fails. A text that is broken or in an unrecognised encoding becomes
// some text, and equal bytes always become the same.
//
// The package reads no files and does not know the index.
package text
