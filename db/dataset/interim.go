package dataset

import (
	"encoding/binary"
	"errors"
	"strings"

	"github.com/zeebo/blake3"

	"alike/db"
)

const (
	exports   = "exports"
	contents  = "contents"
	files     = "files"
	postings  = "postings"
	simhashes = "simhashes"
)

func KeyOf(c *db.Content) Key {
	if c.Language == "" {
		return Key(c.Checksum.Prefix())
	}
	sum := blake3.Sum256(append(c.Checksum[:len(c.Checksum):len(c.Checksum)], c.Language...))
	return Key(binary.LittleEndian.Uint64(sum[:]))
}

func CheckHost(host string) error {
	for i := range len(host) {
		c := host[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
		if !letter && (i == 0 || !strings.ContainsRune("-_.", rune(c))) {
			return errors.New("cannot name a host")
		}
	}
	if host == "" {
		return errors.New("cannot name a host")
	}
	return nil
}
