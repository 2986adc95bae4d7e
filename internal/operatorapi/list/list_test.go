package list

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
)

// numbers are rows for a list: the numbers above a key, up to the newest.
type numbers struct {
	newest, looked int
}

func (n *numbers) rows(keep func(int) bool) Rows[int, int] {
	return Rows[int, int]{Keep: keep, Read: func(_ context.Context, after *int, most int) (found []int, err error) {
		at := 0
		if after != nil {
			at = *after
		}
		for at++; at <= n.newest && len(found) < most; at++ {
			found = append(found, at)
		}
		n.looked += len(found)
		return found, nil
	}}
}

func itself(n int) int { return n }

// TestPagesHaveEachRowOnce: whatever the limit, and while rows are added; the last page has no next one.
func TestPagesHaveEachRowOnce(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{1, 3, 7, 20, 21, 200} {
		for name, keep := range map[string]func(int) bool{"all": nil, "even": func(n int) bool { return n%2 == 0 }} {
			n := &numbers{newest: 21}
			var seen []int
			var after *int
			for more := true; more; {
				found, last, has, err := n.rows(keep).gather(t.Context(), itself, after, limit, mostLooked)
				if err != nil || len(found) > limit {
					t.Fatalf("%s by %d: %d rows, %v", name, limit, len(found), err)
				}
				seen, after, more = append(seen, found...), last, has
				if n.newest < 40 && more {
					n.newest++
				}
			}
			want := []int{}
			for k := 1; k <= n.newest; k++ {
				if keep == nil || keep(k) {
					want = append(want, k)
				}
			}
			if !slices.Equal(seen, want) {
				t.Errorf("%s by %d: %v", name, limit, seen)
			}
		}
	}
}

// TestAPageLooksAtABoundedNumberOfRows: one that keeps nothing is empty, and says where the next one begins.
func TestAPageLooksAtABoundedNumberOfRows(t *testing.T) {
	t.Parallel()
	n := &numbers{newest: 3 * mostLooked}
	none := n.rows(func(k int) bool { return k > 2*mostLooked+5 })
	found, last, more, err := none.gather(t.Context(), itself, nil, 50, mostLooked)
	if err != nil || len(found) > 0 || !more || *last != mostLooked || n.looked != mostLooked {
		t.Errorf("%v up to %v, more %v, after %d rows, %v", found, *last, more, n.looked, err)
	}
	if found, _, more, _ = none.gather(t.Context(), itself, last, 50, mostLooked); len(found) > 0 || !more {
		t.Errorf("%v, more %v", found, more)
	}
	last = new(int)
	*last = 2 * mostLooked
	if found, _, more, _ = none.gather(t.Context(), itself, last, 50, mostLooked); len(found) != 50 || !more {
		t.Errorf("%d rows, more %v", len(found), more)
	}
}

// TestACursorIsOfItsListAndFilters alone, and is no text that somebody made up.
func TestACursorIsOfItsListAndFilters(t *testing.T) {
	t.Parallel()
	key, of := 7, Filters{"state": "open", "by": ""}
	good := encode(&key, "proposal", of)
	if got, err := decode[int](good, "proposal", Filters{"state": "open"}); err != nil || *got != key {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := decode[int]("", "proposal", of); got != nil || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	for name, is := range map[string]func() (*int, error){
		"other filters": func() (*int, error) { return decode[int](good, "proposal", Filters{"state": "done"}) },
		"another list":  func() (*int, error) { return decode[int](good, "audit", of) },
		"made up":       func() (*int, error) { return decode[int]("eyJhIjo3fQ", "proposal", of) },
		"no base64":     func() (*int, error) { return decode[int]("{}", "proposal", of) },
		"no key":        func() (*int, error) { return decode[int](encode[int](nil, "proposal", of), "proposal", of) },
	} {
		if got, err := is(); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// TestSpansAreBounded without a subject.
func TestSpansAreBounded(t *testing.T) {
	t.Parallel()
	from := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	month, day := from.AddDate(0, 0, mostDays), from.AddDate(0, 0, mostDays+1)
	for _, good := range []Span{{}, {From: from}, {To: from}, {from, month}, {from, from}} {
		if err := good.Check(false); err != nil {
			t.Errorf("%v: %v", good, err)
		}
	}
	err := Span{from, day}.Check(false)
	if f := fault.Of(err); f.Code != fault.RANGE_TOO_LARGE || f.Params["days"] != mostDays {
		t.Error(err)
	}
	if err := (Span{from, day}).Check(true); err != nil {
		t.Error(err)
	}
	if err := (Span{month, from}).Check(true); !fault.Is(err, fault.INVALID_INPUT) {
		t.Error(err)
	}
}

// TestCells are as a spreadsheet reads them, and no text is run as a formula.
func TestCells(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 26, 20, 5, 6, 789_000_000, time.UTC)
	for _, c := range []struct {
		value any
		want  string
	}{
		{money.Amount(123450), "1234.50"},
		{money.Amount(0), "0.00"},
		{at, "2026-11-27T03:05:06.789+07:00"},
		{time.Time{}, ""},
		{int64(-3), "-3"},
		{"", ""},
		{"สมชาย, \"ใจดี\"", "สมชาย, \"ใจดี\""},
		{"=1+1", "'=1+1"},
		{"+66", "'+66"},
		{"-2", "'-2"},
		{"@x", "'@x"},
		{"\tx", "'\tx"},
		{"\r\nx", "'\r\nx"},
		{"\nx", "'\nx"},
		{"a=1", "a=1"},
	} {
		if got := cell(c.value); got != c.want {
			t.Errorf("%#v: %q", c.value, got)
		}
	}
}

// TestAFileHasAllRowsOrNoEnd: it has those of all pages, in the order of the columns, and as many as a file may have.
func TestAFileHasAllRowsOrNoEnd(t *testing.T) {
	t.Parallel()
	l := List[int, int, int]{
		Key: itself, Columns: []Column[int]{
			{Name: "number", Cell: func(n int) any { return int64(n) }}, {
				Name: "text",
				Cell: func(n int) any { return fmt.Sprintf("=%d", n) },
			},
		},
	}
	written := func(n *numbers) (string, *file, error) {
		var out strings.Builder
		f := &file{desk: deskOf(t), most: 3_000}
		_, first, err := l.begin(t.Context(), f.desk, n.rows(nil))
		if err != nil {
			t.Fatal(err)
		}
		err = l.write(t.Context(), f, &out, n.rows(nil), first)
		return out.String(), f, err
	}
	text, f, err := written(&numbers{newest: 2_500})
	lines := strings.Split(text, "\n")
	if err != nil || f.rows != 2_500 || len(lines) != 2_502 || lines[0] != "\ufeffnumber,text" || lines[1] != "1,'=1" ||
		lines[2_500] != "2500,'=2500" {
		t.Errorf("%d rows in %d lines, %q to %q, %v", f.rows, len(lines), lines[0], lines[len(lines)-2], err)
	}
	if _, f, err = written(&numbers{newest: f.most}); err != nil || f.rows != f.most {
		t.Errorf("%d rows, %v", f.rows, err)
	}
	if _, f, err = written(&numbers{newest: f.most + 1}); !errors.Is(err, ErrTooManyRows) || f.rows != f.most {
		t.Errorf("%d rows, %v", f.rows, err)
	}
}

// deskOf is a desk over an empty store without a standby.
func deskOf(t *testing.T) *Desk {
	t.Helper()
	return NewDesk(Deps{Store: storetest.Open(t, store.SQLite)})
}

// TestMaskedPhones show enough to recognise a number, and not enough to call it.
func TestMaskedPhones(t *testing.T) {
	t.Parallel()
	for phone, want := range map[string]string{"0811234567": "081-xxx-4567", "02055512345": "020-xxx-2345", "12": "xxx"} {
		if got := Masked(phone); got != want {
			t.Errorf("%s: %s", phone, got)
		}
	}
}
