package reconcile

import (
	"slices"
	"testing"
	"time"

	"krapao/game"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/doubt"
)

var (
	noon  = time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)
	today = span{noon.Add(-12 * time.Hour), noon.Add(12 * time.Hour)}
)

// posted is a transfer of 100 baht into the account k1 that was done, with changes.
func posted(changes ...func(*own)) own {
	o := own{
		Transfer: ledger.Transfer{
			ID: 1, Kind: game.KindIn, Amount: 100 * money.Baht, Moved: 100 * money.Baht, State: ledger.Posted, CreatedAt: noon,
		},
		reference: "ref1", username: "k1", factor: money.MustFactor("1"), moved: 100 * money.Baht,
	}
	for _, change := range changes {
		change(&o)
	}
	return o
}

func out(o *own) { o.Kind, o.moved = game.KindOut, -o.moved }

func voided(o *own) { o.State, o.Moved, o.moved = ledger.Voided, 0, 0 }

func pending(o *own) { o.State, o.Moved, o.moved = ledger.Pending, 0, 0 }

func ended(state string) func(*own) {
	return func(o *own) { voided(o); o.doubt = &doubt.Record{State: state} }
}

func beside(o *own) { o.ofAnotherDay, o.CreatedAt = true, noon.AddDate(0, 0, -1) }

// row is the provider's row of posted, with changes.
func row(changes ...func(*game.Listed)) game.Listed {
	r := game.Listed{Reference: "ref1", Outside: "x1", Username: "k1", Credits: 100 * money.Credit, At: noon}
	for _, change := range changes {
		change(&r)
	}
	return r
}

func credits(n money.Credits) func(*game.Listed) {
	return func(r *game.Listed) { r.Credits = n * money.Credit }
}

func at(t time.Time) func(*game.Listed) { return func(r *game.Listed) { r.At = t } }

func as(username string) func(*game.Listed) { return func(r *game.Listed) { r.Username = username } }

func called(reference, outside string) func(*game.Listed) {
	return func(r *game.Listed) { r.Reference, r.Outside = reference, outside }
}

// Transfers that were given back: for good so far, or booked as applied later.
var returned, late = ended(doubt.StateReturned), ended(doubt.StateLate)

func listed(rows ...game.Listed) []game.Listed { return rows }

func kindsOf(kinds ...doubt.DifferenceKind) []doubt.DifferenceKind { return kinds }

func TestOneTransferAgainstTheList(t *testing.T) {
	t.Parallel()
	tenth := func(o *own) { o.factor = money.MustFactor("10") }
	inPart := func(o *own) { o.moved = 60 * money.Baht }
	inExcess := func(o *own) { o.moved = -130 * money.Baht }
	more := func(r *game.Listed) { r.Credits++ }
	for name, tc := range map[string]struct {
		own  own
		rows []game.Listed
		want result
		kind doubt.DifferenceKind
	}{
		"done on both sides":                   {posted(), listed(row()), agrees, ""},
		"out, done on both sides":              {posted(out), listed(row(credits(-100))), agrees, ""},
		"with a factor":                        {posted(tenth), listed(row(credits(10))), agrees, ""},
		"with a factor, not credit for baht":   {posted(tenth), listed(row()), differs, doubt.AnotherAmount},
		"refused on both sides":                {posted(voided), nil, agrees, ""},
		"they have nothing":                    {posted(), nil, notListed, doubt.MissingThere},
		"they have less":                       {posted(), listed(row(credits(99))), differs, doubt.AnotherAmount},
		"they have a ten-thousandth more":      {posted(), listed(row(more)), differs, doubt.AnotherAmount},
		"another account":                      {posted(), listed(row(as("k2"))), differs, doubt.AnotherAccount},
		"the other way":                        {posted(), listed(row(credits(-100))), differs, doubt.AnotherDirection},
		"twice":                                {posted(), listed(row(), row()), differs, doubt.Twice},
		"refused here, done there":             {posted(voided), listed(row()), differs, doubt.MissingHere},
		"given back, then applied":             {posted(returned), listed(row()), appliedLate, ""},
		"given back, then less applied":        {posted(returned), listed(row(credits(99))), differs, doubt.AnotherAmount},
		"given back, out, then more applied":   {posted(out, returned), listed(row(credits(-10_000))), differs, doubt.AnotherAmount},
		"given back, out, then applied":        {posted(out, returned), listed(row(credits(-100))), appliedLate, ""},
		"given back, then applied the other":   {posted(returned), listed(row(credits(-100))), differs, doubt.AnotherDirection},
		"given back and not applied":           {posted(returned), nil, agrees, ""},
		"booked late":                          {posted(late), listed(row()), agrees, ""},
		"booked late, and they have nothing":   {posted(late), nil, notListed, doubt.MissingThere},
		"under way here, whatever they say":    {posted(pending), listed(row()), undecided, ""},
		"under way here, and nothing there":    {posted(pending), nil, undecided, ""},
		"refused here, and twice there":        {posted(voided), listed(row(), row()), differs, doubt.Twice},
		"refused here, on another account":     {posted(voided), listed(row(as("k2"))), differs, doubt.AnotherAccount},
		"done in part here and in full there":  {posted(inPart), listed(row()), differs, doubt.AnotherAmount},
		"done in part, the same part there":    {posted(inPart), listed(row(credits(60))), agrees, ""},
		"more came out than was ordered, both": {posted(out, inExcess), listed(row(credits(-130))), agrees, ""},
	} {
		if got, kind := tc.own.against(tc.rows); got != tc.want || kind != tc.kind {
			t.Errorf("%s: %v %q, want %v %q", name, got, kind, tc.want, tc.kind)
		}
	}
}

func TestADaysListAgainstOurTransfers(t *testing.T) {
	t.Parallel()
	yesterday, tomorrow := today.from.Add(-time.Minute), today.to.Add(time.Minute)
	for name, tc := range map[string]struct {
		ours    []own
		list    []game.Listed
		want    []doubt.DifferenceKind
		agreed  int
		lacking int
		waiting int
		applied int
	}{
		"nothing":                   {},
		"one":                       {ours: []own{posted()}, list: listed(row()), agreed: 1},
		"a page that repeats a row": {ours: []own{posted()}, list: listed(row(), row()), agreed: 1},
		"two rows of their own": {
			ours: []own{posted()}, list: listed(row(), row(called("ref1", "x2"))), want: kindsOf(doubt.Twice),
		},
		"late in the day, moved after it": {ours: []own{posted()}, list: listed(row(at(tomorrow))), agreed: 1},
		"a reference that we never made":  {list: listed(row(called("who", "x9"))), want: kindsOf(doubt.MissingHere)},
		"such a one of the day before":    {list: listed(row(called("who", "x9"), at(yesterday)))},
		"one of ours of the day before, moved on this": {
			ours: []own{posted(beside, voided)}, list: listed(row()), want: kindsOf(doubt.MissingHere),
		},
		"one of ours of the day before, moved on that": {ours: []own{posted(beside, voided)}, list: listed(row(at(yesterday)))},
		"given back, and in the list":                  {ours: []own{posted(returned)}, list: listed(row()), applied: 1},
		"lacking":                                      {ours: []own{posted()}, lacking: 1},
		"pending":                                      {ours: []own{posted(pending)}, waiting: 1},
		"no references, the same account and amount":   {ours: []own{posted()}, list: listed(row(called("", "x1"))), agreed: 1},
		"no references, neither identifiers":           {ours: []own{posted()}, list: listed(row(called("", ""))), agreed: 1},
		"no references, an hour away": {
			ours: []own{posted()}, list: listed(row(called("", "x1"), at(noon.Add(time.Hour)))),
			want: kindsOf(doubt.MissingHere), lacking: 1,
		},
		"no references, two alike": {
			ours: []own{posted()}, list: listed(row(called("", "x1")), row(called("", "x2"), at(noon.Add(time.Second)))),
			want: kindsOf(doubt.MissingHere), agreed: 1,
		},
		"no references, another's": {
			ours: []own{posted()}, list: listed(row(called("", "x1"), as("k2"))), want: kindsOf(doubt.MissingHere), lacking: 1,
		},
		"one without a reference among others that have it": {
			ours: []own{posted()}, list: listed(row(), row(called("", "x2"))), want: kindsOf(doubt.MissingHere), agreed: 1,
		},
	} {
		c := compare(today, tc.ours, tc.list)
		var kinds []doubt.DifferenceKind
		for _, d := range c.differences {
			kinds = append(kinds, d.kind)
		}
		if !slices.Equal(kinds, tc.want) || len(c.agreed) != tc.agreed || len(c.notListed) != tc.lacking ||
			len(c.pending) != tc.waiting || len(c.applied) != tc.applied {
			t.Errorf("%s: %v, agreed %d, lacking %d, waiting %d, applied %d",
				name, kinds, len(c.agreed), len(c.notListed), len(c.pending), len(c.applied))
		}
	}
}
