package dataset

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestRows checks that rows of every table survive being written and read.
func TestRows(t *testing.T) {
	roundTrip(t, Export{Layout: Layout, Host: "web1", Density: -1, Roots: []string{"/srv", "/home"}, Postings: 3})
	roundTrip(t, Content{Key: -5, Checksum: [32]byte{1, 31: 2}, Size: 1 << 40, Level: 5, Counts: []int32{9, 4, 1}})
	roundTrip(t, File{Host: "web1", Path: "/srv/\uFFFD", PathBytes: []byte("/srv/\xff"), Inode: -1, SetAside: true})
	roundTrip(t, Posting{Key: -5, Fingerprint: 1<<46 - 1, Level: 30})
	roundTrip(t, Hash{Key: 7, Simhash: -1, Short: true})
}

func roundTrip[T any](t *testing.T, row T) {
	t.Helper()
	var file bytes.Buffer
	if err := parquet.Write(&file, []T{row, row}); err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.Read[T](bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if want := []T{row, row}; !reflect.DeepEqual(rows, want) {
		t.Errorf("got %+v, want %+v", rows, want)
	}
}
