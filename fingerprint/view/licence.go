package view

import "bytes"

// LicenceHead is how many bytes from the start of a file Kind.LicenceEnd looks at.
const LicenceHead = 16 << 10

// rightsWords are in licences, notices of copyright and lists of authors, and hardly in any other comment.
var rightsWords = [][]byte{
	[]byte("copyright"), []byte("license"), []byte("licence"), []byte("warrant"), []byte("permission"),
	[]byte("redistribut"), []byte("free software"), []byte("all rights reserved"), []byte("spdx-"), []byte("authors:"),
}

// commentBlocks are the delimiters of comments of several lines, in any language.
var commentBlocks = []struct{ open, end []byte }{
	{[]byte("/*"), []byte("*/")}, {[]byte("(*"), []byte("*)")}, {[]byte("<!--"), []byte("-->")}, {[]byte("{-"), []byte("-}")},
	{[]byte("<#"), []byte("#>")}, {[]byte("#|"), []byte("|#")}, {[]byte(`"""`), []byte(`"""`)}, {[]byte("'''"), []byte("'''")},
}

// commentSigns begin a line of comment in one language or another.
var commentSigns = [][]byte{
	[]byte("//"), []byte("#"), []byte(";"), []byte("--"), []byte("%"), []byte("*"), []byte("!"), []byte("'"), []byte(`.\"`), []byte(`\"`),
	[]byte("dnl "), []byte("rem "), []byte("@c "), []byte("<?"), []byte("\ufeff"),
}

// LicenceEnd returns how many bytes of the view are the licence at the start of a file, of which head
// has the first LicenceHead bytes or all. It is 0 under the code view, which has no comments.
func (k Kind) LicenceEnd(name string, head []byte) int {
	switch k {
	case FoldCode:
		return 0
	case FoldText:
		v := NewViewer(k, false)
		v.Reset(name)
		return len(v.Write(head[:licenceEnd(head)], true))
	}
	return licenceEnd(head)
}

// licenceEnd returns the length of the licence at the start of a file: of the comments before all else, up to the last paragraph that speaks of
// rights. It is 0 if there is none. It looks at lines alone and needs no language.
func licenceEnd(head []byte) int {
	head = head[:min(len(head), LicenceHead)]
	var (
		end, at int    // of the licence; of the last line
		rights  bool   // the paragraph speaks of them
		block   []byte // end of the block of comment
		lower   []byte
	)
	for line := range bytes.Lines(head) {
		lower = append(lower[:0], bytes.TrimSpace(line)...)
		for i, b := range lower {
			if 'A' <= b && b <= 'Z' {
				lower[i] = b | 0x20
			}
		}
		inside, closes := lower, false
		if block == nil {
			if block, inside = opensBlock(lower); block == nil && !isComment(lower) {
				break
			}
		}
		closes = block != nil && bytes.Contains(inside, block)
		at += len(line)
		rights = rights || hasAny(lower, rightsWords, bytes.Contains)
		if !closes && bytes.ContainsFunc(lower, isWordRune) {
			continue
		}
		if rights {
			end = at
		}
		if rights = false; closes {
			block = nil
		}
	}
	if rights {
		end = at
	}
	return end
}

func isWordRune(r rune) bool { return r < 0x80 && isAlnum(byte(r)) || r >= 0x80 && r != '\ufeff' }

func hasAny(line []byte, words [][]byte, has func(line, word []byte) bool) bool {
	for _, w := range words {
		if has(line, w) {
			return true
		}
	}
	return false
}

// opensBlock returns the end of the block of comment that opens at the start of a line, and what
// follows the opening.
func opensBlock(line []byte) (end, rest []byte) {
	for _, b := range commentBlocks {
		if rest, ok := bytes.CutPrefix(line, b.open); ok {
			return b.end, rest
		}
	}
	return nil, nil
}

// isComment reports whether a line without the blanks around it is a comment or empty. #include is
// none.
func isComment(line []byte) bool {
	return len(line) == 0 || hasAny(line, commentSigns, bytes.HasPrefix) && (line[0] != '#' || len(line) == 1 || line[1] < 'a' || line[1] > 'z')
}
