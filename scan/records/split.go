package records

import "bytes"

// splitter finds where records end. It keeps its place between calls, so that a
// record of 100 MB that comes in pieces is looked at once.
type splitter struct {
	csv bool
	end byte
	// Of the record that is not complete yet:
	begin    int
	at       int // what is before it was looked at
	searched int // from at to here there is no newline
	state    csvState
	bad      csvFault
	badAt    int
}

// csvState is where in a record the splitter stands.
type csvState uint8

const (
	csvOutside csvState = iota // outside quotes
	csvInside                  // inside quotes
	csvQuote                   // on a quote that closes a field or is one of two
	csvBroken                  // behind a fault: the record ends with the line
)

// csvFault is what RFC 4180 does not allow.
type csvFault uint8

const (
	csvSound csvFault = iota
	csvBare
	csvBehind
	csvOpen
)

func (f csvFault) String() string {
	return [...]string{"", `a quote is inside a field that does not begin with one`,
		"something follows a closing quote", "a quote is not closed before the end"}[f]
}

// reset begins another record at a place.
func (s *splitter) reset(at int) {
	s.begin, s.at, s.searched, s.state, s.bad, s.badAt = at, at, at, csvOutside, csvSound, 0
}

// next returns the end of the record that begins where reset was called, its
// newline included, or -1 where it is not complete. With last set nothing follows
// data, and what there is ends the record.
func (s *splitter) next(data []byte, last bool) int {
	end := -1
	if s.csv {
		end = s.nextCSV(data, last)
	} else {
		end = s.line(data)
	}
	if end < 0 && last {
		end = len(data)
		if s.state == csvInside {
			s.bad, s.badAt = csvOpen, end
		}
	}
	return end
}

// line returns the end of the line, or -1.
func (s *splitter) line(data []byte) int {
	i := bytes.IndexByte(data[s.at:], s.end)
	if i < 0 {
		s.at = len(data)
		return -1
	}
	return s.at + i + 1
}

// nextCSV returns the end of the CSV record. What is a fault, and that a record
// with one ends with the line of the fault, is as in encoding/csv.
func (s *splitter) nextCSV(data []byte, last bool) int {
	for {
		switch s.state {
		case csvOutside:
			if done, end := s.outside(data, last); done {
				return end
			}
		case csvInside:
			i := bytes.IndexByte(data[s.at:], '"')
			if i < 0 {
				s.at = len(data)
				return -1
			}
			s.at, s.state = s.at+i, csvQuote
		case csvQuote:
			done, end := s.quote(data, last)
			if done {
				return end
			}
		case csvBroken:
			return s.line(data)
		}
	}
}

// outside looks at the rest of a line from the beginning of a field on. It wants
// the whole line: before its end is known, the line of a fault is not either.
func (s *splitter) outside(data []byte, last bool) (done bool, end int) {
	from := s.at
	s.searched = max(s.searched, from)
	newline := bytes.IndexByte(data[s.searched:], '\n')
	rest := data[from:]
	end = -1
	if newline >= 0 {
		// It is found again at once when the next field begins before it.
		s.searched += newline
		end = s.searched + 1
		rest = data[from:end]
	} else {
		s.searched = len(data)
		if !last {
			return true, -1
		}
	}
	quote := bytes.IndexByte(rest, '"')
	switch {
	case quote < 0:
		return true, end
	case quote == 0 || rest[quote-1] == ',':
		s.at, s.state = from+quote+1, csvInside
	default:
		s.bad, s.badAt = csvBare, from+quote
		return true, end
	}
	return false, 0
}

// quote looks at what follows a quote inside quotes.
func (s *splitter) quote(data []byte, last bool) (done bool, end int) {
	rest := data[s.at+1:]
	switch {
	case len(rest) == 0, len(rest) == 1 && rest[0] == '\r':
		if !last {
			return true, -1
		}
		s.state = csvOutside // it closes the last field
		return true, len(data)
	case rest[0] == '"':
		s.at, s.state = s.at+2, csvInside
	case rest[0] == ',':
		s.at, s.state = s.at+2, csvOutside
	case rest[0] == '\n':
		return true, s.at + 2
	case rest[0] == '\r' && rest[1] == '\n':
		return true, s.at + 3
	default:
		s.bad, s.badAt = csvBehind, s.at+1
		s.at, s.state = s.at+1, csvBroken
	}
	return false, 0
}
