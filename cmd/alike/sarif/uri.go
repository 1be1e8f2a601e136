package sarif

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// Artifact returns the file with an absolute path, relative to the root if it is inside.
func (r *Run) Artifact(path string) Artifact {
	if below, ok := strings.CutPrefix(path, strings.TrimSuffix(r.Root, "/")+"/"); ok {
		return Artifact{percentEncoded(below), sourceRoot}
	}
	return Artifact{URI: fileURI(path)}
}

// fileURI returns the URI of an absolute path. A path of Windows has no leading slash.
func fileURI(path string) string {
	volume := filepath.VolumeName(path)
	if volume == "" {
		return "file://" + percentEncoded(path)
	}
	return "file:///" + volume + percentEncoded(path[len(volume):])
}

// percentEncoded encodes the bytes of a path, UTF-8 or not, for a URI. It keeps the bytes
// that RFC 3986 always allows, except the colon: a parser would take the text before it
// for a scheme.
func percentEncoded(path string) string {
	var b strings.Builder
	for _, c := range []byte(path) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// linkEscapes escapes the text of a link in a message, where braces are doubled.
var linkEscapes = strings.NewReplacer("{", "{{", "}", "}}", `\`, `\\`, "[", `\[`, "]", `\]`)

// Link returns the text of a message that links a name to a location of the result.
func Link(name string, id int) string {
	return "[" + linkEscapes.Replace(name) + "](" + strconv.Itoa(id) + ")"
}
