package records

import "bytes"

// split finds the cells of a row, which comes without its line terminator. It stops
// after the column last; if last is negative it finds all cells.
func (b *Batch) split(f Format, row []byte, last int) {
	b.cells = b.cells[:0]
	for len(b.cells) <= last || last < 0 {
		var cell []byte
		end := -1
		if f == CSV && len(row) > 0 && row[0] == '"' {
			cell, end = b.quoted(row)
		} else {
			separator := byte('\t')
			if f == CSV {
				separator = ','
			}
			if end = bytes.IndexByte(row, separator); end < 0 {
				end = len(row)
			}
			cell = row[:end:end]
		}
		b.cells = append(b.cells, cell)
		if end >= len(row) {
			return
		}
		row = row[end+1:]
	}
}

// quoted returns the cell that begins with a quote, and the position after its
// closing quote. The splitter has already checked the row. A line break in the cell
// becomes one newline, as in encoding/csv.
func (b *Batch) quoted(row []byte) (cell []byte, end int) {
	end = 1
	doubled := false
	for {
		i := bytes.IndexByte(row[end:], '"')
		if i < 0 {
			end = len(row) + 1 // does not happen in a checked row
			break
		}
		end += i + 1
		if end >= len(row) || row[end] != '"' {
			break
		}
		doubled = true
		end++
	}
	cell = row[1 : end-1 : end-1]
	returns := bytes.Contains(cell, []byte("\r\n"))
	if !doubled && !returns {
		return cell, end
	}
	b.room()
	from := len(b.made)
	for len(cell) > 0 {
		// The next byte whose meaning depends on the byte after it.
		n := bytes.IndexByte(cell, '"')
		if returns {
			n = bytes.IndexAny(cell, "\"\r")
		}
		if n < 0 || n+1 == len(cell) {
			b.made = append(b.made, cell...)
			break
		}
		b.made = append(b.made, cell[:n]...)
		if cell[n] == '"' || cell[n+1] == '\n' {
			n++
		}
		b.made = append(b.made, cell[n])
		cell = cell[n+1:]
	}
	return b.made[from:len(b.made):len(b.made)], end
}
