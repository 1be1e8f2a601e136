package records

import "bytes"

// splitter finds the ends of records. It keeps its position between calls, so that it
// scans a record of 100 MB that arrives in pieces only once.
type splitter struct {
	csv bool
	end byte
	// The state of the incomplete record:
	begin    int
	at       int // the bytes before it are scanned
	searched int // there is no newline between at and searched
	state    csvState
	bad      csvFault
	badAt    int
}

// csvState is the splitter's state within a record.
type csvState uint8

const (
	csvOutside csvState = iota // outside quotes
	csvInside                  // inside quotes
	csvQuote                   // at a quote that closes a field or is doubled
	csvBroken                  // after a fault: the record ends with the line
)

// csvFault is a violation of RFC 4180.
type csvFault uint8

const (
	csvSound csvFault = iota
	csvBareQuote
	csvAfterQuote
	csvUnclosed
)

func (f csvFault) String() string {
	return [...]string{"", "a quote in a field that does not begin with one",
		"a closing quote is followed by neither a comma nor a line end", "a quote is not closed before the end"}[f]
}

// reset starts a new record at a position.
func (s *splitter) reset(at int) {
	s.begin, s.at, s.searched, s.state, s.bad, s.badAt = at, at, at, csvOutside, csvSound, 0
}

// next returns the end of the current record, after its newline, or -1 if the record
// is incomplete. If last is set, nothing follows data, and the end of data ends the
// record.
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
			s.bad, s.badAt = csvUnclosed, end
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

// nextCSV returns the end of the CSV record, or -1. Like encoding/csv, it ends a
// malformed record with the line of the error.
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

// outside scans the rest of a line from the beginning of a field. It waits for the
// whole line, because a faulty record ends with its line.
func (s *splitter) outside(data []byte, last bool) (done bool, end int) {
	from := s.at
	s.searched = max(s.searched, from)
	newline := bytes.IndexByte(data[s.searched:], '\n')
	rest := data[from:]
	end = -1
	if newline >= 0 {
		// The next field finds this newline again at once.
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
		s.bad, s.badAt = csvBareQuote, from+quote
		return true, end
	}
	return false, 0
}

// quote scans the byte after a quote inside quotes.
func (s *splitter) quote(data []byte, last bool) (done bool, end int) {
	rest := data[s.at+1:]
	switch {
	case len(rest) == 0, len(rest) == 1 && rest[0] == '\r':
		if !last {
			return true, -1
		}
		s.state = csvOutside // the quote closes the last field
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
		s.bad, s.badAt = csvAfterQuote, s.at+1
		s.at, s.state = s.at+1, csvBroken
	}
	return false, 0
}
