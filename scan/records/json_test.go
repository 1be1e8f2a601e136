package records

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// wanted are the paths of the tests, wantedNames the names in them.
var wanted = []string{"text", "a.b", "a", "a.b.c", `x\.y`, "text.en"}
var wantedNames = [][]string{{"text"}, {"a", "b"}, {"a"}, {"a", "b", "c"}, {"x.y"}, {"text", "en"}}

// repaired returns text with bytes that are not UTF-8 replaced as encoding/json does.
func repaired(text []byte) string { return string([]rune(string(text))) }

// sameAsEncodingJSON compares the scanner with encoding/json: which texts are
// malformed, and what the fields hold.
func sameAsEncodingJSON(t *testing.T, tree *jsonNode, data []byte) {
	t.Helper()
	s := jsonScan{data: data, slots: make([]jsonValue, len(wanted))}
	got := s.document(tree)
	var doc any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	want := json.Valid(data) && d.Decode(&doc) == nil
	object, isObject := doc.(map[string]any)
	want = want && isObject
	if got != want {
		t.Fatalf("%q: well-formed %v, want %v; %s at %d", data, got, want, s.reason, s.at)
	}
	if !got {
		if s.reason == "" || s.at < 0 || s.at > len(data) {
			t.Fatalf("%q: reason %q at %d", data, s.reason, s.at)
		}
		return
	}
	for slot, names := range wantedNames {
		var value any = object
		found := true
		for _, name := range names {
			m, _ := value.(map[string]any)
			if value, found = m[name]; !found {
				break
			}
		}
		checkValue(t, data, wanted[slot], s.slots[slot], value, found)
	}
}

func checkValue(t *testing.T, data []byte, path string, got jsonValue, want any, found bool) {
	t.Helper()
	typ := jsonAbsent
	text := string(got.raw)
	switch want := want.(type) {
	case string:
		typ = jsonString
		if text = repaired(appendUnescaped(nil, got.raw)); text != want {
			t.Fatalf("%q: %s is %q, want %q", data, path, text, want)
		}
		if !got.escaped && bytes.IndexByte(got.raw, '\\') >= 0 {
			t.Fatalf("%q: %s has a backslash but is not marked as escaped", data, path)
		}
	case json.Number:
		typ = jsonNumber
		if text != string(want) {
			t.Fatalf("%q: %s is %q, want %q", data, path, text, want)
		}
	case bool:
		typ = jsonBool
	case nil:
		if found {
			typ = jsonNull
		}
	case map[string]any:
		typ = jsonObject
	case []any:
		typ = jsonArray
	}
	if got.typ != typ {
		t.Fatalf("%q: %s is %v, want %v", data, path, got.typ, typ)
	}
}

var jsonCases = []string{
	`{}`, ` { } `, "{}\r", `[]`, `null`, `"text"`, ``, ` `, `{`, `}`, `{"text"`, `{"text":`, `{"text":1`, `{"text":1,`, `{"text":1,}`,
	`{"text":"x"}`, `{"text":"x"} y`, `{"text":"x"}{}`, `{"text" : "x" , "a" : { "b" : 2 } }`,
	`{"text":"first","text":"last"}`, `{"text":"x","text":null}`, `{"a":{"b":1},"a":{"c":2}}`, `{"a":{"b":{"c":1}},"a":7}`,
	`{"a":{"b":"one","b":"two"},"x.y":"dot","x":{"y":"no"}}`, `{"inner":{"text":"no","a":{"b":"no"}},"text":"yes"}`,
	`{"inner":[{"text":"no"}],"text":["array"]}`, `{"te\u0078t":"by escape"}`, `{"\u0074\u0065\u0078\u0074":"x"}`,
	`{"text":"\"\\\/\b\f\n\r\t\u00e9\u4e2d\ud83d\ude00"}`, `{"text":"\ud83d"}`, `{"text":"\ude00\ud83d"}`, `{"text":"\ud83dx\ude00"}`,
	`{"text":"\ud83d\n\ude00"}`, `{"text":"\ud83d\ud83d\ude00"}`, `{"text":"\u12"}`, `{"text":"\u12G4"}`, `{"text":"\U1234"}`, `{"text":"\x"}`, `{"text":"\`,
	`{"text":"\u0000"}`, "{\"text\":\"\x00\"}", "{\"text\":\"\x1f\"}", "{\"text\":\"\x7f\"}", "{\"text\":\"tab\there\"}", "{\"text\":\"\xff\xfe\xc3\"}",
	"{\"text\":\"\xed\xa0\x80 \xf4\x90\x80\x80\"}", "{\"te\xffxt\":1}", `{'text':'x'}`, `{text:1}`, `{"text":tru}`, `{"text":truex}`, `{"text":True}`, `{"text":NaN}`,
	`{"text":0}`, `{"text":-0}`, `{"text":01}`, `{"text":1.}`, `{"text":.5}`, `{"text":-}`, `{"text":1e}`, `{"text":1e+}`, `{"text":1E-07}`, `{"text":1.50e+10}`, `{"text":+1}`,
	`{"text":[1,2,]}`, `{"text":[,]}`, `{"text":[1 2]}`, `{"text":{"en":"x","de":"y"}}`, `{"text":{"en":"x"},"text":{"de":"y"}}`,
	`{"text":"1234567"}`, `{"text":"12345678"}`, `{"text":"123456789\""}`, `{"text":"` + strings.Repeat("語", 100) + `"}`,
	`{"text":` + strings.Repeat("[", 9999) + strings.Repeat("]", 9999) + `}`, `{"text":` + strings.Repeat("[", 10000) + strings.Repeat("]", 10000) + `}`,
	strings.Repeat(`{"a":`, 10000) + "1" + strings.Repeat("}", 10000), strings.Repeat(`{"a":`, 10001) + "1" + strings.Repeat("}", 10001),
}

func TestJSONMatchesEncodingJSON(t *testing.T) {
	t.Parallel()
	tree, err := jsonTree(wanted)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range jsonCases {
		sameAsEncodingJSON(t, tree, []byte(c))
		// Truncated, it is mostly malformed.
		for i := range min(len(c), 200) {
			sameAsEncodingJSON(t, tree, []byte(c[:i]))
		}
	}
}

func FuzzJSON(f *testing.F) {
	tree, err := jsonTree(wanted)
	if err != nil {
		f.Fatal(err)
	}
	for _, c := range jsonCases {
		if len(c) < 1000 {
			f.Add([]byte(c))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) { sameAsEncodingJSON(t, tree, data) })
}

func TestJSONPaths(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", ".", "a.", ".a", "a..b", `a\b`, `a\`} {
		if _, err := jsonTree([]string{bad}); err == nil {
			t.Errorf("%q is accepted as a path", bad)
		}
	}
	names, err := splitPath(`a\.b.c\\d`)
	if err != nil || len(names) != 2 || names[0] != "a.b" || names[1] != `c\d` {
		t.Errorf("%q, %v", names, err)
	}
}

func TestPlainText(t *testing.T) {
	t.Parallel()
	// Every byte at every position of a word, among bytes that a borrow might mark.
	for c := range 256 {
		for at := range 24 {
			for _, fill := range []byte{'a', '!', '#', '[', ']', ' ', 0x21, 0x80, 0xa2, 0xdc, 0xff} {
				data := bytes.Repeat([]byte{fill}, 24)
				data[at] = byte(c)
				want := at
				if c != '"' && c != '\\' && c >= 0x20 {
					want = 24
				}
				if got := plainText(data, 0); got != want {
					t.Fatalf("%q: %d, want %d", data, got, want)
				}
			}
		}
	}
}

func TestUnescapingNeverLengthens(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= utf8.MaxRune; r++ {
		escaped, err := json.Marshal(string(r))
		if err != nil {
			t.Fatal(err)
		}
		text := escaped[1 : len(escaped)-1]
		if got := appendUnescaped(nil, text); len(got) > len(text) {
			t.Fatalf("%q becomes %q", text, got)
		}
	}
}
