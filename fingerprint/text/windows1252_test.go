package text

import (
	"slices"
	"testing"

	"golang.org/x/text/encoding/charmap"
)

// TestWindows1252 compares the decoder with that of charmap, for each byte and for outputs that are
// too short.
func TestWindows1252(t *testing.T) {
	t.Parallel()
	all := make([]byte, 256)
	for b := range all {
		all[b] = byte(b)
	}
	for room := range 600 {
		want := charmap.Windows1252.NewDecoder()
		got := Decoder(Windows1252)
		is, be := make([]byte, room), make([]byte, room)
		wrote, read, err := got.Transform(is, all, true)
		wantWrote, wantRead, wantErr := want.Transform(be, all, true)
		if !slices.Equal(is, be) || wrote != wantWrote || read != wantRead || err != wantErr {
			t.Fatalf("of %d bytes: %q, %d, %d, %v, want %q, %d, %d, %v", room, is, wrote, read, err, be, wantWrote, wantRead, wantErr)
		}
	}
}
