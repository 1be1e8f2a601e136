package records

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

// article returns at least n bytes of text with line breaks and quotes. ASCII words
// are separated by spaces.
func article(rng *rand.Rand, n int, words []string) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(words[rng.IntN(len(words))])
		switch rng.IntN(60) {
		case 0:
			b.WriteString(".\n")
		case 1:
			b.WriteString("\" ")
		default:
			if words[0][0] < 0x80 {
				b.WriteByte(' ')
			}
		}
	}
	return b.String()
}

var (
	englishWords = strings.Fields("the a of records read from a stream have text and some other fields beside it which the caller never asked for but which the scanner must cross to know where each record ends")
	chineseWords = strings.Fields("记录 从 数据流 中 读取 每一条 都有 正文 以及 其他 字段 没有人 需要 但是 必须 知道 它们 在哪里 结束")
)

// benchRecords returns n JSON records of about 2 KB. With escaped, everything beyond
// ASCII is written as \u escapes, as Python does by default.
func benchRecords(n int, words []string, escaped bool) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	for i := range n {
		line, err := json.Marshal(map[string]any{
			"id": i, "url": fmt.Sprintf("https://example.org/%d/page.html", i), "title": article(rng, 50, words),
			"meta": map[string]any{"lang": "en", "score": rng.Float64(), "tags": []string{"a", "b", "c"}, "date": "2024-01-01T00:00:00Z"},
			"text": article(rng, 1700, words),
		})
		if err != nil {
			panic("records: " + err.Error())
		}
		if escaped {
			for _, r := range string(line) {
				if r < 0x80 {
					b.WriteRune(r)
				} else {
					fmt.Fprintf(&b, `\u%04x`, r)
				}
			}
		} else {
			b.Write(line)
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func BenchmarkJSON(b *testing.B) {
	for _, c := range []struct {
		name    string
		words   []string
		escaped bool
	}{{"english", englishWords, false}, {"chinese", chineseWords, false}, {"escaped", chineseWords, true}} {
		data := benchRecords(500, c.words, c.escaped)
		lines := bytes.SplitAfter(data, []byte("\n"))
		lines = lines[:len(lines)-1]
		b.Run(c.name+"/fields", func(b *testing.B) {
			r, err := NewReader(nil, Options{Layout: Layout{Format: JSONL, Texts: []string{"title", "text"}, ID: "id"}})
			if err != nil {
				b.Fatal(err)
			}
			batch := &Batch{parser: r.parser, buf: data, Rows: int64(len(lines))}
			for _, line := range lines {
				batch.Records = append(batch.Records, Record{Raw: line})
			}
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				batch.made = batch.made[:0]
				batch.Parse()
			}
			if rec := batch.Records[7]; rec.Err != nil || string(rec.ID) != "7" || len(rec.Texts[1]) < 1700 {
				b.Fatalf("%+v", rec)
			}
		})
		b.Run(c.name+"/encoding-json", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				for _, line := range lines {
					var doc struct {
						ID          json.Number
						Title, Text string
					}
					if err := json.Unmarshal(line, &doc); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func benchTable(n int) []byte {
	rng := rand.New(rand.NewPCG(3, 4))
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "%d,https://example.org/%d,plain title,\"%s\"\r\n", i, i, strings.ReplaceAll(article(rng, 1900, englishWords), `"`, `""`))
	}
	return b.Bytes()
}

func BenchmarkCSV(b *testing.B) {
	data := benchTable(500)
	b.Run("batches", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			r, err := NewReader([]Input{{Name: "-", From: bytes.NewReader(data)}}, Options{Layout: Layout{Format: CSV, Texts: []string{"4"}, ID: "1"}})
			if err != nil {
				b.Fatal(err)
			}
			rows := 0
			eachBatch(b, r, func(batch *Batch) {
				batch.Parse()
				rows += int(batch.Rows)
			})
			if rows != 500 {
				b.Fatalf("%d rows", rows)
			}
		}
	})
	b.Run("encoding-csv", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			r := csv.NewReader(bytes.NewReader(data))
			r.ReuseRecord = true
			rows := 0
			for ; ; rows++ {
				if _, err := r.Read(); err == io.EOF {
					break
				} else if err != nil {
					b.Fatal(err)
				}
			}
			if rows != 500 {
				b.Fatalf("%d rows", rows)
			}
		}
	})
}

// repeated reads the same bytes a number of times.
type repeated struct {
	data []byte
	left int
	at   int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.at == len(r.data) {
		if r.left--; r.left <= 0 {
			return 0, io.EOF
		}
		r.at = 0
	}
	n := copy(p, r.data[r.at:])
	r.at += n
	return n, nil
}

// BenchmarkRun reads 100 MB, parses it with two workers that do nothing else, and
// discards the output.
func BenchmarkRun(b *testing.B) {
	one := benchRecords(5000, englishWords, false)
	times := 100<<20/len(one) + 1
	for _, format := range []Format{JSONL, Lines} {
		b.Run(string(format), func(b *testing.B) {
			o := Options{Layout: Layout{Format: format}}
			if format == JSONL {
				o.Texts, o.ID = []string{"title", "text"}, "id"
			}
			b.SetBytes(int64(times * len(one)))
			b.ReportAllocs()
			for b.Loop() {
				r, err := NewReader([]Input{{Name: "-", From: &repeated{data: one, left: times}}}, o)
				if err != nil {
					b.Fatal(err)
				}
				out := NewOutput(io.Discard, "nowhere", o.Layout)
				err = Run(b.Context(), r, 2, nothing, func(batch *Batch, _ struct{}) error {
					for i := range batch.Records {
						if err := out.WriteRecord(&batch.Records[i]); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil || out.length != int64(times*len(one)) {
					b.Fatalf("%d bytes, %v", out.length, err)
				}
			}
		})
	}
}

// BenchmarkShortRecords reads records of two bytes through the pipeline, and reports how much
// the heap grows beside the input.
func BenchmarkShortRecords(b *testing.B) {
	lines := strings.Repeat("a\n", 4<<20)
	b.SetBytes(int64(len(lines)))
	peak := uint64(0)
	for b.Loop() {
		runtime.GC()
		var before, now runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := NewReader([]Input{{Name: "in", From: strings.NewReader(lines)}}, Options{Layout: Layout{Format: Lines}})
		if err != nil {
			b.Fatal(err)
		}
		rows := 0
		work := func() func(*Batch) (struct{}, error) {
			return func(*Batch) (struct{}, error) { return struct{}{}, nil }
		}
		err = Run(b.Context(), r, 2, work, func(batch *Batch, _ struct{}) error {
			if rows>>18 != (rows+len(batch.Records))>>18 {
				runtime.ReadMemStats(&now)
				peak = max(peak, now.HeapInuse-min(now.HeapInuse, before.HeapInuse))
			}
			rows += len(batch.Records)
			return nil
		})
		if err != nil || rows != 4<<20 {
			b.Fatal(rows, err)
		}
	}
	b.ReportMetric(float64(peak)/(1<<20), "MiB-peak")
}
