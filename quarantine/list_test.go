package quarantine_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"krapao/quarantine"
)

// A list is read whole, or what is wrong is named by its line.
func TestAListIsReadWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	const head = "id,time,amount\n"
	good := "\ufeffID, Amount ,time,name\nL1,\"1,250.50\",2026-11-20T10:00:00+07:00,\"SOMCHAI, J\"\n"
	if _, err := quarantine.ReadCSV("bank:X", strings.Replace(good, "\"1,250.50\"", "1250.50", 1)); err != nil {
		t.Error(err)
	}
	rows, err := quarantine.ReadCSV("bank:X", strings.Replace(good, "\"1,250.50\"", "1250.50", 1))
	if err != nil || len(rows) != 1 || rows[0].ID != "L1" || rows[0].Amount != 125_050 || rows[0].Name != "SOMCHAI, J" ||
		!rows[0].At.Equal(time.Date(2026, 11, 20, 3, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v, %v", rows, err)
	}
	if rows, err := quarantine.ReadCSV("bank:X", head); err != nil || len(rows) != 0 {
		t.Errorf("of a quiet hour: %v, %v", rows, err)
	}
	for what, one := range map[string]struct {
		text string
		line int
		why  quarantine.Invalid
	}{
		"nothing":                {"", 1, quarantine.NoHead},
		"no columns' names":      {"L1,2026-11-20T10:00:00Z,5\n", 1, quarantine.OtherColumn},
		"a column twice":         {"id,time,amount,id\n", 1, quarantine.OtherColumn},
		"a column that lacks":    {"id,time\n", 1, quarantine.NoColumn},
		"another number":         {head + "L1,2026-11-20T10:00:00Z\n", 2, quarantine.Cells},
		"a time without a zone":  {head + "L1,2026-11-20T10:00:00Z,5\nL2,2026-11-20T10:00:00,5\n", 3, quarantine.BadTime},
		"no amount":              {head + "L1,2026-11-20T10:00:00Z,0\n", 2, quarantine.BadAmount},
		"a third decimal":        {head + "L1,2026-11-20T10:00:00Z,1.005\n", 2, quarantine.BadAmount},
		"no id":                  {head + ",2026-11-20T10:00:00Z,5\n", 2, quarantine.NoID},
		"an id twice":            {head + "L1,2026-11-20T10:00:00Z,5\nL1,2026-11-20T10:00:00Z,5\n", 3, quarantine.SameID},
		"a quote without an end": {head + "\"L1,2026-11-20T10:00:00Z,5\n", 2, quarantine.Cells},
	} {
		wrong := quarantine.InvalidError{}
		if _, err := quarantine.ReadCSV("bank:X", one.text); !errors.As(err, &wrong) || wrong.Line != one.line || wrong.Why != one.why {
			t.Errorf("%s: %v, want line %d and %s", what, err, one.line, one.why)
		}
	}
	many := strings.Builder{}
	many.WriteString(head)
	for n := range 5_001 {
		many.WriteString("L" + time.Duration(n).String() + ",2026-11-20T10:00:00Z,5\n")
	}
	wrong := quarantine.InvalidError{}
	if _, err := quarantine.ReadCSV("bank:X", many.String()); !errors.As(err, &wrong) ||
		wrong != (quarantine.InvalidError{Line: 5_002, Why: quarantine.TooLong, Value: "5000"}) {
		t.Errorf("too many: %v", err)
	}
}

// A system is covered by lists without a gap between them, in any order, once none of their rows waits.
func TestListsCoverASpanWithoutAGap(t *testing.T) {
	t.Parallel()
	hour := func(h int) time.Time { return began.Add(time.Duration(h) * time.Hour) }
	system := quarantine.System{Name: "bank:SCB1", From: hour(0), Since: hour(10)}
	list := func(from, to int) quarantine.Imported {
		return quarantine.Imported{System: "bank:SCB1", From: hour(from), To: hour(to), Done: true}
	}
	waits, other := list(0, 10), list(0, 10)
	waits.Done, other.System = false, "bank:SCB2"
	for what, one := range map[string]struct {
		lists []quarantine.Imported
		want  bool
	}{
		"none":             {nil, false},
		"whole":            {[]quarantine.Imported{list(-1, 11)}, true},
		"exactly":          {[]quarantine.Imported{list(0, 10)}, true},
		"in parts":         {[]quarantine.Imported{list(5, 10), list(0, 2), list(1, 5)}, true},
		"with a gap":       {[]quarantine.Imported{list(0, 4), list(5, 10)}, false},
		"not to its end":   {[]quarantine.Imported{list(0, 9)}, false},
		"not from there":   {[]quarantine.Imported{list(1, 10)}, false},
		"while rows wait":  {[]quarantine.Imported{waits}, false},
		"of another":       {[]quarantine.Imported{other}, false},
		"one in a big one": {[]quarantine.Imported{list(0, 10), list(2, 3)}, true},
	} {
		if got := system.Covers(one.lists); got != one.want {
			t.Errorf("%s: %t", what, got)
		}
	}
}

// A list of the very span that was told covers it: moments are told in milliseconds, and kept in microseconds.
func TestAListOfTheToldSpanCoversIt(t *testing.T) {
	t.Parallel()
	since := time.Date(2026, 11, 20, 3, 0, 0, 17_345_000, time.UTC)
	system := quarantine.System{Name: "bank:X", From: since.Add(-2 * time.Hour), Since: since}
	all := quarantine.Imported{
		System: "bank:X", From: system.From.Truncate(time.Millisecond), To: since.Truncate(time.Millisecond), Done: true,
	}
	if !system.Covers([]quarantine.Imported{all}) {
		t.Error("it does not")
	}
	all.To = all.To.Add(-time.Millisecond)
	if system.Covers([]quarantine.Imported{all}) {
		t.Error("a millisecond is missing, and it does")
	}
}
