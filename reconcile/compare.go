package reconcile

import (
	"slices"
	"strings"
	"time"

	"krapao/game"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/doubt"
)

// own is a transfer of ours, prepared for the comparison.
type own struct {
	ledger.Transfer
	reference string
	username  string
	factor    money.Factor
	// moved is what the provider moved under the reference according to the books, positive into the game; 0 where the
	// money stayed or was given back.
	moved money.Amount
	// doubt is the transfer's doubt, if its outcome was ever unknown.
	doubt *doubt.Record
	// ofAnotherDay: the transfer was made on another day, but its reference is in the list.
	ofAnotherDay bool
}

// late reports whether it was given back and later booked as applied.
func (o own) late() bool { return o.doubt != nil && o.doubt.State == doubt.StateLate }

// returned reports whether it was given back because the provider did not know it. If it was applied, linked transfers
// book that.
func (o own) returned() bool { return o.doubt != nil && o.doubt.State == doubt.StateReturned }

// sign is 1 into the game and -1 out of it.
func (o own) sign() money.Amount {
	if o.Kind == game.KindOut {
		return -1
	}
	return 1
}

// result is the result of comparing one transfer.
type result int

const (
	agrees result = iota
	differs
	undecided   // one side has not finished processing it
	notListed   // done here and not in the list: perhaps the list is wrong, so the provider is asked
	appliedLate // given back, and the provider applied it after all, as ordered
)

// against compares a transfer with the provider's rows under its reference.
func (o own) against(rows []game.Listed) (result, doubt.DifferenceKind) {
	done := o.moved != 0 || o.late()
	switch {
	case o.State == ledger.Pending:
		return undecided, ""
	case len(rows) == 0 && done:
		return notListed, doubt.MissingThere
	case len(rows) == 0:
		return agrees, ""
	case len(rows) > 1:
		return differs, doubt.Twice
	case rows[0].Username != o.username:
		return differs, doubt.AnotherAccount
	case rows[0].Credits > 0 != (o.sign() > 0):
		return differs, doubt.AnotherDirection
	case !done && !o.returned():
		return differs, doubt.MissingHere
	case o.late():
		return agrees, "" // booked by the provider's own word
	case !done && !o.listed(o.sign()*o.Amount, rows[0]), done && !o.listed(o.moved, rows[0]):
		return differs, doubt.AnotherAmount
	case !done:
		return appliedLate, ""
	}
	return agrees, ""
}

// listed reports whether a row has this amount.
func (o own) listed(amount money.Amount, row game.Listed) bool {
	credits, exact := money.CreditsOf(amount, o.factor)
	return exact && credits == row.Credits
}

// difference is a difference under one reference.
type difference struct {
	kind      doubt.DifferenceKind
	reference string
	username  string
	own       *own
	rows      []game.Listed
}

// comparison is the result of comparing a list with our transfers.
type comparison struct {
	differences []difference
	// agreed are transfers of the day that the list confirms, notListed those that it does not have, pending those that
	// are not settled here. applied were given back, and the list has them.
	agreed, notListed, pending []own
	applied                    []appliedOwn
}

type appliedOwn struct {
	own
	row game.Listed
}

// span is a day: from is included, to is not.
type span struct{ from, to time.Time }

func (s span) has(t time.Time) bool { return !t.Before(s.from) && t.Before(s.to) }

// compare compares a provider's list with our transfers: those of the day, and all others whose reference is listed. It
// ignores rows that belong neither to the day nor to one of its transfers.
func compare(day span, ours []own, list []game.Listed) comparison {
	var c comparison
	rows, bare := grouped(ours, list)
	for i := range ours {
		o := ours[i]
		listed := rows[o.reference]
		delete(rows, o.reference)
		if o.ofAnotherDay && !slices.ContainsFunc(listed, func(r game.Listed) bool { return day.has(r.At) }) {
			continue
		}
		c.add(o, listed)
	}
	for reference, listed := range rows {
		c.addForeign(day, reference, listed)
	}
	for _, row := range bare {
		c.addForeign(day, nameOfRow(row), []game.Listed{row})
	}
	slices.SortFunc(c.differences, func(a, b difference) int {
		return strings.Compare(string(a.kind)+a.reference+a.username, string(b.kind)+b.reference+b.username)
	})
	return c
}

func (c *comparison) add(o own, listed []game.Listed) {
	switch how, kind := o.against(listed); how {
	case agrees:
		c.agreed = append(c.agreed, o)
	case undecided:
		c.pending = append(c.pending, o)
	case notListed:
		c.notListed = append(c.notListed, o)
	case appliedLate:
		c.applied = append(c.applied, appliedOwn{o, listed[0]})
	case differs:
		c.differences = append(c.differences, difference{kind, o.reference, listed[0].Username, &o, listed})
	}
}

func (c *comparison) addForeign(day span, reference string, listed []game.Listed) {
	if slices.ContainsFunc(listed, func(r game.Listed) bool { return day.has(r.At) }) {
		c.differences = append(c.differences, difference{doubt.MissingHere, reference, listed[0].Username, nil, listed})
	}
}

// grouped groups rows by their reference, each row once, however often a page repeats it. If a provider keeps no
// references at all, a row is attributed to the transfer with the same account and amount that is nearest in time. If
// only some rows have no reference, those belong to no transfer of ours.
func grouped(ours []own, list []game.Listed) (rows map[string][]game.Listed, bare []game.Listed) {
	rows = map[string][]game.Listed{}
	seen := map[string]bool{}
	for _, row := range list {
		if row.Outside != "" && seen[row.Outside] {
			continue
		}
		seen[row.Outside] = true
		if row.Reference == "" {
			bare = append(bare, row)
			continue
		}
		rows[row.Reference] = append(rows[row.Reference], row)
	}
	if len(rows) == 0 {
		bare = attribute(rows, ours, bare)
	}
	return rows, bare
}

// maxDistance is how far in time a row without a reference may be from the transfer that it is attributed to.
const maxDistance = 10 * time.Minute

func attribute(rows map[string][]game.Listed, ours []own, bare []game.Listed) (left []game.Listed) {
	for _, row := range bare {
		best, at := time.Duration(-1), -1
		for i, o := range ours {
			credits, exact := money.CreditsOf(o.moved, o.factor)
			distance := row.At.Sub(o.CreatedAt).Abs()
			fits := len(rows[o.reference]) == 0 && o.moved != 0 &&
				exact && o.username == row.Username && credits == row.Credits && distance <= maxDistance
			if fits && (at < 0 || distance < best) {
				best, at = distance, i
			}
		}
		if at < 0 {
			left = append(left, row)
			continue
		}
		rows[ours[at].reference] = []game.Listed{row}
	}
	return left
}

// nameOfRow is the name of a row without a reference in a case: the provider's own identifier, or its time.
func nameOfRow(row game.Listed) string {
	if row.Outside != "" {
		return row.Outside
	}
	return row.At.UTC().Format("2006-01-02T15:04:05") + " " + row.Credits.String()
}
