// Package text turns the bytes of a document into text in UTF-8: it recognises
// the encoding, and strips the tags of HTML.
//
// Nothing here fails. A text that is broken, or in an encoding that was not
// recognised, becomes some text, and the same bytes always become the same.
//
// The package reads no files and knows no index.
package text
