package restored

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"krapao/deposit/feed"
	"krapao/game"
	"krapao/quarantine"
)

// Asks implements quarantine.Books: statements that a node reads, and providers that list movements. A gateway lists nothing; it
// is asked about a code. The bank that pays lists nothing either; it is asked about a reference.
func (b Books) Asks(ctx context.Context, system string) (bool, error) {
	kind, code, _ := strings.Cut(system, ":")
	switch kind {
	case "bank":
		return b.Feeds.Gives(ctx, code)
	case "provider":
		return b.Days.Lists(code), nil
	}
	return false, nil
}

// Page implements quarantine.Books.
func (b Books) Page(
	ctx context.Context, system string, from time.Time, place string,
) (rows []quarantine.Row, next string, more bool, err error) {
	kind, code, _ := strings.Cut(system, ":")
	switch kind {
	case "bank":
		page, err := b.Feeds.Behind(ctx, code, place)
		return linesOf(page.Lines), page.Next, page.More, err
	case "provider":
		listed, next, more, err := b.Days.ListAtOnce(ctx, code, from, place)
		return movementsOf(listed), next, more, err
	}
	return nil, "", false, fmt.Errorf("app: %s gives no list", system)
}

// linesOf are lines of a statement as rows of a list. One that can't be read is left to the statement's own reading, which keeps
// it as a case.
func linesOf(lines []feed.Line) (rows []quarantine.Row) {
	for _, l := range lines {
		if l.Odd != "" {
			continue
		}
		r := quarantine.Row{
			ID: l.ID, At: l.At, Amount: l.Amount, Bank: l.Payer.BankCode, Account: l.Payer.AccountNo, Name: l.Payer.Name,
			Reverses: l.Reverses,
		}
		for _, one := range l.Also {
			r.Also = append(r.Also, quarantine.Identifier(one))
		}
		rows = append(rows, r)
	}
	return rows
}

// movementsOf are a provider's movements as rows of a list. Where it has no number of its own for one, that is our reference.
func movementsOf(listed []game.Listed) (rows []quarantine.Row) {
	times := map[string]int{}
	for _, l := range listed {
		r := quarantine.Row{ID: l.Outside, At: l.At, Credits: l.Credits, Reference: l.Reference, Account: l.Username}
		if r.ID == "" {
			r.ID = l.Reference
		}
		if r.ID == "" {
			r.ID = l.Username + " " + l.At.UTC().Format("2006-01-02T15:04:05") + " " + l.Credits.String()
		}
		if times[r.ID]++; times[r.ID] > 1 && l.Outside == "" {
			r.ID += " #" + strconv.Itoa(times[r.ID])
		}
		rows = append(rows, r)
	}
	return rows
}
