package store

import (
	"encoding/binary"
	"fmt"

	"github.com/dgraph-io/badger/v4/pb"
	"google.golang.org/protobuf/proto"
)

// manifestHead begins the MANIFEST of Badger. Records follow it: length and CRC-32C of
// a pb.ManifestChangeSet, four bytes each and big-endian, then the set. A record counts
// as a whole; one cut off at the end of the file does not count.
const manifestHead = "Bdgr\x00\x00\x00\x08" // magic, the application's magic (0), Badger's version (8)

// manifestRecord returns the record that adds tables. No record removes a table: a
// compaction rewrites the whole file.
func manifestRecord(tables []tableFile) ([]byte, error) {
	var set pb.ManifestChangeSet
	for _, t := range tables {
		set.Changes = append(set.Changes, &pb.ManifestChange{
			Id:    t.number,
			Op:    pb.ManifestChange_CREATE,
			Level: uint32(t.level),
		})
	}
	data, err := proto.Marshal(&set)
	if err != nil {
		return nil, fmt.Errorf("encoding Badger's manifest: %w", err)
	}
	rec := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	rec = binary.BigEndian.AppendUint32(rec, sumOf(data))
	return append(rec, data...), nil
}

// wholeManifest returns a MANIFEST that names exactly these tables.
func wholeManifest(tables []tableFile) ([]byte, error) {
	if len(tables) == 0 {
		return []byte(manifestHead), nil
	}
	rec, err := manifestRecord(tables)
	return append([]byte(manifestHead), rec...), err
}
