package store

// Size returns the size in bytes of the tables of the last commit, which bounds the size
// of all its values.
func (s *Store) Size() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := int64(0)
	for _, t := range s.base.tables {
		n += t.size
	}
	return n
}
