package records

import (
	"errors"
	"math"
	"testing"
)

func TestParseHash(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		base int
		want uint64
	}{
		{"18446744073709551615", 0, math.MaxUint64}, {"-1", 0, math.MaxUint64}, {"-9223372036854775808", 0, 1 << 63}, {"7", 0, 7}, {" 0xff ", 0, 255}, {"0XFF", 0, 255},
		{"ffffffffffffffff", 0, math.MaxUint64}, {"a0", 0, 0xa0}, {"1234567890123456", 16, 0x1234567890123456}, {"1234567890123456", 10, 1234567890123456}, {"0x10", 16, 16},
		{"00000000000000000000000000001", 10, 1},
	} {
		if got, err := parseHash([]byte(c.text), c.base); err != nil || got != c.want {
			t.Errorf("%q in base %d: %d, %v", c.text, c.base, got, err)
		}
	}
	for _, bad := range []string{"", " ", "-", "x", "0x", "0x-1", "1.5", "18446744073709551616", "-9223372036854775809", "0x10000000000000000", "1_0", "+a", "--1", "1e5000000000000000000000000000000000000000000000000"} {
		if got, err := parseHash([]byte(bad), 0); err == nil {
			t.Errorf("%q is parsed as %d", bad, got)
		}
	}
	if _, err := parseHash([]byte("1234567890123456"), 0); !errors.Is(err, ErrAmbiguousHash) {
		t.Errorf("16 digits: %v", err)
	}
}

func TestHashesInRecords(t *testing.T) {
	t.Parallel()
	o := Options{Layout: Layout{Format: JSONL, Texts: []string{"text"}, Hash: "h"}}
	got, err := read(t, o, from(`{"h":18446744073709551615}`+"\n"+`{"h":"0xff","text":"x"}`+"\n"+`{"h":null,"text":"x"}`+"\n"+`{"h":1e5,"text":"x"}`+"\n"+`{"h":"12345","text":"x"}`+"\n"+`{"h":true}`+"\n{}"))
	want := "1 \"1\" [\"\"]\n2 \"2\" [\"x\"]\n3 \"3\" [\"x\"]\n! in0: line 4 (byte 73): the hash \"1e5\" is not a 64-bit number\n" +
		"! in0: line 5 (byte 94): the hash \"12345\" could be decimal or hexadecimal\n! in0: line 6 (byte 119): the field \"h\" is true or false, not a hash\n" +
		"! in0: line 7 (byte 130): these fields are all missing: \"text\", \"h\"\n"
	if err != nil || summary(got) != want {
		t.Fatalf("%v\ngot\n%swant\n%s", err, summary(got), want)
	}
	if err := got[4].Cause; !errors.Is(err, ErrAmbiguousHash) {
		t.Errorf("the cause of the ambiguous hash is %v", err)
	}
	if got[0].Hash != math.MaxUint64 || got[1].Hash != 255 || got[2].Hash != 0 {
		t.Errorf("%+v", got[:3])
	}
	o = Options{Layout: Layout{Format: TSV, Hash: "2", ID: "1", HashBase: 10}}
	got, err = read(t, o, from("a\t77\nb\t\nc\tx\n"))
	want = "1 \"a\" []\n! in0: line 2 (byte 5): column 2, the hash, is empty\n! in0: line 3 (byte 8): the hash \"x\" is not a 64-bit number\n"
	if err != nil || summary(got) != want || got[0].Hash != 77 {
		t.Errorf("%v\ngot\n%swant\n%s", err, summary(got), want)
	}
}
