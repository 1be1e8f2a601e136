package search

import (
	"context"
	"fmt"
	"testing"
	"time"

	"alike/db"
	"alike/testdata"
)

// A merge of all segments renumbers contents if most numbers are no longer in use. No answer
// changes.
func TestRenumbering(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	h := &history{world: newWorld(t, 5), after: []map[string]int{{}}}
	h.grow(20)
	ix := h.open(db.Options{Write: true, Create: true})
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	const rounds, tiny = 5, 500
	for round := range rounds {
		first := len(h.docs)
		for i := range tiny {
			h.addDoc(fmt.Appendf(nil, "%d %d", round, i))
		}
		must(t, iw.BeginScan(time.Unix(int64(1000*len(h.after)), 0)))
		if round > 0 { // all files change and move to other folders
			h.remove(iw, fmt.Sprintf("/tiny%d", round-1))
		}
		for i := range tiny {
			h.put(iw, fmt.Sprintf("/tiny%d/%d/f", round, i), first+i)
		}
		h.leaveOut(iw, fmt.Sprintf("/tiny%d/0/generated", round), h.addDoc(fmt.Appendf(nil, "generated %d", round)))
		if err := iw.EndScan(time.Unix(int64(1000*len(h.after)), 0)); err != nil {
			t.Fatal(err)
		}
		h.remember()
		iw = h.scanOnce(ix, iw)
	}
	if err := iw.MergeFrom(context.Background(), 0); err != nil {
		t.Fatal(err)
	}
	if ix.NextContent() > rounds*tiny {
		t.Errorf("the next content is %d with %d live contents", ix.NextContent(), ix.LiveContents())
	}
	h.scanOnce(ix, iw) // with the same writer
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	ix = h.open(db.Options{})
	for since := len(h.after) - 4; since < len(h.after); since++ {
		h.compareSince(ix, since)
	}
	mustCheck(t, ix)
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
}
