package page

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"

	"alike/fingerprint/view"
)

// packedLexers are definitions of languages from chroma, as XML in an archive: its own package
// adds 4.4 MB to the binary and 10 ms to the start of every command.
//
//go:generate go -C _lexers run . -out ../lexers.zip
//go:embed lexers.zip
var packedLexers []byte

// Limits of files that are coloured. chroma reads 0.1 to 0.9 MB/s.
const (
	maxColoured     = 128 << 10
	maxColouredLine = 2_000 // bytes; lines of minified code take longest
	colouringTime   = 10 * time.Second
)

// token is a part of a text that has a colour. The letter names it in the style.
type token struct {
	start, end int32
	letter     byte
}

// letters gives the letter of a type of token, or of its category. Names, operators and
// punctuation have none, which keeps pages small.
var letters = map[chroma.TokenType]byte{
	chroma.Comment: 'c', chroma.CommentPreproc: 'p', chroma.CommentPreprocFile: 'p',
	chroma.Keyword: 'w', chroma.KeywordType: 't', chroma.OperatorWord: 'w',
	chroma.LiteralString: 's', chroma.LiteralNumber: 'd', chroma.LiteralDate: 'd',
	chroma.NameBuiltin: 't', chroma.NameBuiltinPseudo: 't', chroma.NameClass: 't', chroma.NameException: 't',
	chroma.NameTag: 'w', chroma.NameAttribute: 't', chroma.NameDecorator: 'p',
}

func letter(t chroma.TokenType) byte {
	for _, of := range []chroma.TokenType{t, t.SubCategory(), t.Category()} {
		if l, ok := letters[of]; ok {
			return l
		}
	}
	return 0
}

// lexers returns the packed lexers. It reads their names in about 20 ms, and the rules of each
// when it is first used.
var lexers = sync.OnceValues(func() (*chroma.LexerRegistry, error) {
	archive, err := zip.NewReader(bytes.NewReader(packedLexers), int64(len(packedLexers)))
	if err != nil {
		return nil, fmt.Errorf("unpacking the lexers: %w", err)
	}
	registry := chroma.NewLexerRegistry()
	for _, f := range archive.File {
		if !strings.HasSuffix(f.Name, ".xml") {
			continue
		}
		lexer, err := unpackLexer(archive, f.Name)
		if err != nil {
			return nil, fmt.Errorf("reading a lexer: %w", err)
		}
		registry.Register(lexer)
	}
	return registry, nil
})

func unpackLexer(archive fs.FS, path string) (*lexer, error) {
	packed, err := chroma.NewXMLLexer(archive, path)
	if err != nil {
		return nil, err
	}
	rules := &compiled{}
	from, err := chroma.NewLexer(packed.Config(), func() chroma.Rules {
		var content struct {
			Rules chroma.Rules `xml:"rules"`
		}
		if data, err := fs.ReadFile(archive, path); err != nil || xml.Unmarshal(data, &content) != nil {
			return nil // an error of the lexer
		}
		content.Rules["compiled"] = []chroma.Rule{{Mutator: rules}}
		return content.Rules
	})
	return &lexer{RegexLexer: from, compiled: rules}, err
}

// lexerFor returns the lexer for a file, or nil. If several claim its name, as with .m, the
// language that the code view finds decides.
func lexerFor(name string, data []byte) chroma.Lexer {
	registry, err := lexers()
	if err != nil {
		return nil
	}
	name = filepath.Base(name)
	v := view.NewViewer(view.FoldCode, false)
	v.Reset(name)
	v.Write(data, true)
	byName := lexerByName(registry, name)
	if language := v.Language(); language != "" {
		byLanguage := registry.Get(strings.ToLower(language))
		if byLanguage != nil && (byName == nil || claims(byLanguage, name)) {
			return byLanguage
		}
	}
	return byName
}

// lexerByName returns what Match of a registry returns. That tries 14 expressions for each name of
// each lexer, and takes 3 ms.
func lexerByName(all *chroma.LexerRegistry, name string) chroma.Lexer {
	var few chroma.LexerRegistry
	for _, l := range all.Lexers {
		c := l.Config()
		if slices.ContainsFunc(c.Filenames, mayMatch(name)) || slices.ContainsFunc(c.AliasFilenames, mayMatch(name)) {
			few.Lexers = append(few.Lexers, l)
		}
	}
	return few.Match(name)
}

// mayMatch returns a function that reports whether a name contains what a glob has after its *.
func mayMatch(name string) func(glob string) bool {
	return func(glob string) bool {
		rest := strings.TrimPrefix(glob, "*")
		return strings.Contains(name, rest) || strings.ContainsAny(rest, `*?[\\`)
	}
}

func claims(l chroma.Lexer, name string) bool {
	for _, glob := range l.Config().Filenames {
		if ok, err := filepath.Match(glob, name); ok && err == nil {
			return true
		}
	}
	return false
}

// colourText finds the tokens of both files if they are text of moderate size.
func (c *Comparison) colourText(files [2]*file) {
	var both sync.WaitGroup
	for _, f := range files {
		both.Go(f.colourText)
	}
	both.Wait()
}

func (f *file) colourText() {
	if f.hex || len(f.Data) > maxColoured {
		return
	}
	text := f.Data
	if f.decoder != nil {
		var err error
		if text, err = f.decoder.Bytes(text); err != nil {
			return
		}
		f.lines = lineStarts(text)
	}
	if longestLine(text) > maxColouredLine {
		return
	}
	name := filepath.Base(cmp.Or(f.Name, f.Info.Path))
	f.tokens = colours.of(name, text, func() []token {
		if l := lexerFor(name, text); l != nil {
			return tokensWithin(colouringTime, l, string(text))
		}
		return nil
	})
}

// colours remembers files, because a report has one file on many pages.
var colours memory

// memory holds the tokens of files.
type memory struct {
	mu    sync.Mutex
	files map[[sha256.Size]byte][]token
	held  int // tokens
}

// maxHeld bounds the tokens that a memory holds: 16 MiB.
const maxHeld = 1 << 20

// of returns the tokens of a text, from find if it is new.
func (m *memory) of(name string, text []byte, find func() []token) []token {
	key := sha256.Sum256(append([]byte(name+"\x00"), text...))
	m.mu.Lock()
	known, ok := m.files[key]
	m.mu.Unlock()
	if ok {
		return known
	}
	found := find()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held += 1 + len(found); m.held > maxHeld || m.files == nil {
		m.files, m.held = map[[sha256.Size]byte][]token{}, 1+len(found)
	}
	m.files[key] = found
	return found
}

func longestLine(text []byte) (longest int) {
	for line := range bytes.Lines(text) {
		longest = max(longest, len(line))
	}
	return longest
}

// lineStarts returns the offset of each line of a text.
func lineStarts(text []byte) (starts []int) {
	at := 0
	for line := range bytes.Lines(text) {
		starts = append(starts, at)
		at += len(line)
	}
	return starts
}

// tokensWithin returns the tokens of a text, or none if the lexer takes longer than limit. Its
// expressions backtrack, so that the size of the text alone does not bound the time.
func tokensWithin(limit time.Duration, l chroma.Lexer, text string) []token {
	found := make(chan []token, 1)
	deadline := time.Now().Add(limit)
	go func() {
		tokens, err := tokens(l, text, deadline)
		if err != nil {
			tokens = nil
		}
		found <- tokens
	}()
	select {
	case tokens := <-found:
		return tokens
	case <-time.After(limit): // the lexer ends with its next token
		return nil
	}
}

var (
	errSlowLexer   = errors.New("the lexer takes too long")
	errUnlikeLexer = errors.New("the tokens do not spell the text")
)

// tokens returns the coloured tokens of a text. Lexers change line endings and invalid
// characters, so each token is found in the text again.
func tokens(l chroma.Lexer, text string, deadline time.Time) (found []token, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("the lexer broke: %v", broken)
		}
	}()
	next, err := l.Tokenise(nil, text)
	if err != nil {
		return nil, err
	}
	at := 0
	for n := 0; ; n++ {
		t := next()
		if t == chroma.EOF || at == len(text) {
			return found, nil
		}
		if time.Now().After(deadline) {
			return nil, errSlowLexer
		}
		end, ok := spelled(text, at, t.Value)
		if !ok {
			return nil, errUnlikeLexer
		}
		if c := letter(t.Type); c != 0 && end > at {
			if k := len(found) - 1; k >= 0 && int(found[k].end) == at && found[k].letter == c {
				found[k].end = int32(end)
			} else {
				found = append(found, token{int32(at), int32(end), c})
			}
		}
		at = end
	}
}

// spelled returns the end of a value that begins at an offset of a text. \n spells any line
// ending, and U+FFFD an invalid byte; after the text there may be one \n more.
func spelled(text string, at int, value string) (end int, ok bool) {
	for i, want := range value {
		if at == len(text) {
			return at, value[i:] == "\n"
		}
		c, n := utf8.DecodeRuneInString(text[at:])
		if c == '\r' && want == '\n' {
			if strings.HasPrefix(text[at:], "\r\n") {
				n = 2
			}
			c = '\n'
		}
		if c != want {
			return at, false
		}
		at += n
	}
	return at, true
}

// brush cuts a text into parts of one colour.
type brush struct {
	tokens []token // that end after at
	at     int     // offset of the next text
}

// brush returns the brush for a row.
func (f *file) brush(r fileRow) *brush {
	at := r.start
	if f.decoder != nil {
		if r.continued || r.line > len(f.lines) {
			return &brush{} // offsets of the decoded text are known at starts of lines
		}
		at = f.lines[r.line-1]
	}
	from := sort.Search(len(f.tokens), func(i int) bool { return int(f.tokens[i].end) > at })
	return &brush{f.tokens[from:], at}
}

// leading returns the length and the letter of the longest beginning of a text that has one
// colour.
func (b *brush) leading(text string) (n int, letter byte) {
	for len(b.tokens) > 0 && int(b.tokens[0].end) <= b.at {
		b.tokens = b.tokens[1:]
	}
	if len(b.tokens) == 0 {
		return len(text), 0
	}
	next := b.tokens[0]
	if before := int(next.start) - b.at; before > 0 {
		return min(len(text), before), 0
	}
	return min(len(text), int(next.end)-b.at), next.letter
}
