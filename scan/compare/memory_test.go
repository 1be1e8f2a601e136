package compare

import (
	"bytes"
	"errors"
	"testing"

	"alike/fingerprint"
	"alike/fingerprint/view"
)

// Files that need more than Options.Memory are refused with the figure, before or after
// their views are known, and the figure is enough.
func TestMemory(t *testing.T) {
	t.Parallel()
	utf16 := append([]byte{0xff, 0xfe}, bytes.Repeat([]byte{0, 0xd8, 'a', 0}, 32<<10)...) // lone surrogates
	var files [2]*File
	for i := range files {
		var err error
		s := Source{Path: "f", Name: "f", Rule: fingerprint.DefaultRule, View: view.FoldText}
		if files[i], err = Read(bytes.NewReader(utf16[:len(utf16)-4*i]), s); err != nil {
			t.Fatal(err)
		}
	}
	o := Options{View: view.FoldText, Window: 50, Memory: 1}
	for refused := 0; ; refused++ {
		_, err := Files(t.Context(), files, o)
		too := new(MemoryError)
		if !errors.As(err, &too) {
			if err != nil || refused == 0 || refused > 3 {
				t.Errorf("refused %d times, then %v", refused, err)
			}
			break
		}
		if too.Need <= o.Memory || too.Need > 64<<20 {
			t.Fatalf("%d bytes are not enough: %v", o.Memory, err)
		}
		o.Memory = too.Need
	}
	viewed := begin(files, o).viewed()
	if got, most := held(files, viewed), 5*int64(len(utf16)+len(utf16)); got > most {
		t.Errorf("the files, their views and maps take %d bytes, more than %d", got, most)
	}
}
