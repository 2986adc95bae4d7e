package reconcile

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"krapao/game"
	"krapao/ledger"
	"krapao/reconcile/internal/reconciledb"
	"krapao/wallet/doubt"
	"krapao/wallet/doubt/clue"
)

// The list is requested for somewhat more than the day: the provider's clock is not ours, and a transfer of late in the
// day may have moved a little after it.
const (
	listBefore = 15 * time.Minute
	listAfter  = time.Hour
)

// listedAtOnce is how many accounts are compared at once. Each such part is complete in itself, so a run can end between
// two.
const listedAtOnce = 100

// mostPages limits a list that never ends, pageTime the time of one page: an adapter may have to ask account by account.
const (
	mostPages = 10_000
	pageTime  = time.Minute
)

// byList compares with the provider's list of transfers, one part of the accounts after the other.
func (r *Service) byList(ctx context.Context, d *day) (ended bool, err error) {
	lister, ok := d.provider.(game.Lister)
	if !ok {
		return false, errors.New("reconcile: the provider has no list of transfers")
	}
	names := slices.Sorted(maps.Keys(d.accounts))
	for part := range slices.Chunk(names, listedAtOnce) {
		last := part[len(part)-1]
		if last <= d.row.Asked {
			continue
		}
		if timeUp(ctx) {
			return false, nil
		}
		rows, err := r.list(ctx, lister, d, part)
		if err != nil {
			return false, fmt.Errorf("reconcile: read the list of %s: %w", d.row.Provider, err)
		}
		err = d.undoOnError(func() error { return r.compareListed(ctx, d, part, rows) })
		if err != nil {
			return false, err
		}
		d.row.Asked = last
	}
	return true, nil
}

// settledBy returns when the day and all transfers of these accounts were over: a transfer whose answer was lost may be
// made days later.
func (d *day) settledBy(names []string) time.Time {
	last := d.to
	for _, o := range d.ours {
		if _, asked := slices.BinarySearch(names, o.username); asked && o.SettledAt.After(last) {
			last = o.SettledAt
		}
	}
	return last
}

var errSamePage = errors.New("the list says that there is more, and does not go on")

// list reads all pages of the accounts' movements.
func (r *Service) list(ctx context.Context, lister game.Lister, d *day, names []string) ([]game.Listed, error) {
	q := game.ListQuery{From: d.from.Add(-listBefore), To: d.settledBy(names).Add(listAfter)}
	for _, name := range names {
		q.Players = append(q.Players, game.Player{Username: name})
	}
	var rows []game.Listed
	for range mostPages {
		call, cancel := context.WithTimeout(ctx, pageTime)
		page, err := lister.Transfers(call, q)
		cancel()
		if err != nil {
			return nil, err
		}
		for _, row := range page.Rows {
			row.Reference, row.Outside = game.Printable(row.Reference), game.Printable(row.Outside)
			row.Username = game.Printable(row.Username)
			rows = append(rows, row)
		}
		if !page.More {
			return rows, nil
		}
		if page.Next == q.Cursor {
			return nil, errSamePage
		}
		q.Cursor = page.Next
	}
	return nil, errors.New("the list does not end")
}

// compareListed compares the rows of some accounts with our transfers of these accounts, and acts on the result.
func (r *Service) compareListed(ctx context.Context, d *day, names []string, rows []game.Listed) error {
	in := func(username string) bool { _, yes := slices.BinarySearch(names, username); return yes }
	rows = slices.DeleteFunc(rows, func(row game.Listed) bool {
		_, ours := d.accounts[row.Username]
		return ours && !in(row.Username) // this row belongs to another part
	})
	var ours []own
	known := map[string]bool{}
	for _, o := range d.ours {
		if in(o.username) {
			ours, known[o.reference] = append(ours, o), true
		}
	}
	for _, row := range rows {
		if row.Reference == "" || known[row.Reference] {
			continue
		}
		known[row.Reference] = true
		o, ok, err := r.named(ctx, d, row.Reference)
		if err != nil {
			return err
		}
		if ok {
			o.ofAnotherDay = true
			ours = append(ours, o)
		}
	}
	d.row.Theirs += int64(len(rows))
	rows, err := r.withoutLost(ctx, d, rows, ours)
	if err != nil {
		return err
	}
	return r.act(ctx, d, compare(d.span, ours, rows))
}

// act acts on a comparison. It asks about transfers that the list does not have, books one that was applied after all,
// makes cases of differences, and closes the cases of transfers that agree now.
func (r *Service) act(ctx context.Context, d *day, c comparison) error {
	for _, o := range c.notListed {
		row, how, reason := r.ask(ctx, d, o)
		if how == undecided {
			r.countUndecided(d, o, reason)
			continue
		}
		if row == nil {
			c.differences = append(c.differences, difference{doubt.MissingThere, o.reference, o.username, &o, nil})
			continue
		}
		c.add(o, []game.Listed{*row})
	}
	for _, o := range c.pending {
		r.countUndecided(d, o, "it is not settled here")
	}
	for _, o := range c.applied {
		if err := r.bookApplied(ctx, o); err != nil {
			r.countUndecided(d, o.own, err.Error())
			continue
		}
		c.agreed = append(c.agreed, o.own)
	}
	for _, x := range c.differences {
		if x.own != nil && !x.own.ofAnotherDay {
			d.row.Compared++
		}
		if err := r.addCase(ctx, d, x); err != nil {
			return err
		}
	}
	for _, o := range c.agreed {
		if !o.ofAnotherDay {
			d.row.Compared++
		}
	}
	return r.closeAgreeing(ctx, d, c.agreed)
}

func (r *Service) countUndecided(d *day, o own, reason string) {
	if o.ofAnotherDay {
		return
	}
	d.row.Waiting++
	d.row.Reason = o.reference + ": " + reason
}

// mostUnanswered is how many unanswered questions in a row mean that the provider is down.
const mostUnanswered = 5

// byReference asks the provider about transfers of the day by our reference.
func (r *Service) byReference(ctx context.Context, d *day) (ended bool, err error) {
	asked, err := r.toAsk(ctx, d)
	if err != nil {
		return false, err
	}
	answered := false
	var unanswered []own
	var reason string
	for _, o := range asked {
		if before(o.ID, d.row.Asked) {
			continue
		}
		if !pause(ctx, r.settings.Pause) {
			return false, nil
		}
		row, how, why := r.ask(ctx, d, o)
		if how == undecided && d.row.Times > 0 {
			row, how, why = r.askWithControl(ctx, d, o, why)
		}
		if timeUp(ctx) {
			return false, nil // the next turn repeats unanswered questions
		}
		if how == undecided {
			unanswered, reason = append(unanswered, o), why
			if len(unanswered) == mostUnanswered {
				break
			}
			continue
		}
		answered = true
		err = d.undoOnError(func() error {
			if how == differs {
				return r.addUnclear(ctx, d, o, why)
			}
			return r.compareAnswer(ctx, d, o, row)
		})
		if err != nil {
			return false, err
		}
		for _, o := range unanswered {
			r.countUndecided(d, o, reason)
		}
		unanswered, d.row.Asked = nil, o.ID.String()
	}
	if len(unanswered) == mostUnanswered || len(unanswered) > 0 && !answered {
		return false, fmt.Errorf("reconcile: %d questions in a row without an answer, the last: %s", len(unanswered), reason)
	}
	for _, o := range unanswered {
		r.countUndecided(d, o, reason)
	}
	return true, nil
}

// controlAsks is how often a transfer is asked about that got no answer in the previous comparison either.
const controlAsks = 3

// askWithControl asks about o and, as a control, about a reference that was never issued. If only the control is
// answered, the provider can't answer for o: the result is differs, and an operator decides. If the control is not
// answered either, it waits.
func (r *Service) askWithControl(ctx context.Context, d *day, o own, why string) (*game.Listed, result, string) {
	control := o
	control.ID++ // if it exists, another node made it in the same millisecond, on another account
	for range controlAsks {
		if row, how, _ := r.ask(ctx, d, control); how == undecided || row != nil || !pause(ctx, r.settings.Pause) {
			return nil, undecided, why
		}
		row, how, reason := r.ask(ctx, d, o)
		if how != undecided {
			return row, how, ""
		}
		why = reason
	}
	return nil, differs, why
}

func (r *Service) addUnclear(ctx context.Context, d *day, o own, why string) error {
	if o.moved == 0 {
		r.countUndecided(d, o, why)
		return nil
	}
	o.Detail.Note = strings.TrimSpace(clue.English(o.Detail.Note) + " " + why)
	return r.addCase(ctx, d, difference{doubt.Unclear, o.reference, o.username, &o, nil})
}

// before reports whether an id is not past the one at which the last run of the day stopped.
func before(id ledger.ID, asked string) bool {
	text := id.String()
	return len(text) < len(asked) || len(text) == len(asked) && text <= asked
}

func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// undoOnError does one part of the comparison. A part that is cut off is repeated by the next run, so it counts nothing.
func (d *day) undoOnError(part func() error) error {
	before := *d.row
	err := part()
	if err != nil {
		*d.row = before
	}
	return err
}

// compareAnswer compares one transfer with the provider's answer about it.
func (r *Service) compareAnswer(ctx context.Context, d *day, o own, row *game.Listed) error {
	var c comparison
	var rows []game.Listed
	if row != nil {
		rows = []game.Listed{*row}
		d.row.Theirs++
	}
	if how, kind := o.against(rows); how == notListed {
		c.differences = append(c.differences, difference{kind, o.reference, o.username, &o, nil})
	} else {
		c.add(o, rows)
	}
	return r.act(ctx, d, c)
}

// toAsk returns the transfers to ask about, by id: those that were ever in doubt, those with a case, and a random sample
// of the others. The day's seed draws the sample, so that the next run asks about the same transfers.
func (r *Service) toAsk(ctx context.Context, d *day) ([]own, error) {
	cases, err := reconciledb.New(r.store.DB()).CasesOfDay(ctx, d.row.Provider, d.row.Day)
	if err != nil {
		return nil, fmt.Errorf("reconcile: read the cases of a day: %w", err)
	}
	open := map[int64]bool{}
	for _, c := range cases {
		open[c.Transfer] = true
	}
	var asked, others []own
	for _, o := range d.ours {
		if o.doubt != nil || open[int64(o.ID)] {
			asked = append(asked, o)
		} else {
			others = append(others, o)
		}
	}
	draw := func(o own) string {
		sum := sha256.Sum256([]byte(d.row.Seed + " " + o.ID.String()))
		return string(sum[:])
	}
	slices.SortFunc(others, func(a, b own) int { return strings.Compare(draw(a), draw(b)) })
	asked = append(asked, others[:min(r.settings.SampleSize, len(others))]...)
	slices.SortFunc(asked, func(a, b own) int { return int(a.ID - b.ID) })
	return asked, nil
}
