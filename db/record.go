package db

// RecordID numbers a record that is kept, from 1 on; never given again.
type RecordID uint32

// Record is what is kept of a record: not its text.
type Record struct {
	ID   []byte       // as the user names it; any bytes; may repeat
	Hash DocumentHash // method simhash
	Keys []uint32     // MinHash band keys, or nil
	Set  []byte       // what the method compares exactly, in the method's own encoding; nil for simhash
}
