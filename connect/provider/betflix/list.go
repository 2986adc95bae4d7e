package betflix

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider/betflix/wire"
	"krapao/game"
	"krapao/money"
)

const day = 24 * time.Hour

// reach is how far back the list is searched for a transfer whose time is not known.
const reach = 31 * day

// errNoReferences: the rows of a list have no references, so it can't be searched for one.
var errNoReferences = errors.New("betflix: the list of transfers has no references")

// Check implements game.Provider. It searches the account's list for the reference, from a day before the transfer
// until tomorrow, since the provider's clock is not ours. A list that may have been cut off proves nothing by lacking
// it.
func (p *Provider) Check(ctx context.Context, m game.Move) game.Outcome {
	if p.config.NoCheck {
		return game.Outcome{Reason: game.ErrUnsupported.Error()}
	}
	from := m.At.Add(-day)
	if m.At.IsZero() {
		from = p.config.Now().Add(-reach)
	}
	rows, err := p.list(ctx, p.client, m.Player.Username, from, p.config.Now().Add(day))
	if err != nil {
		return game.Outcome{Reason: err.Error()}
	}
	full := !p.config.List && mayGoOn(len(rows))
	rows = slices.DeleteFunc(rows, func(r wire.Transfer) bool { return r.Ref != m.Reference })
	switch len(rows) {
	case 0:
		if full {
			return game.Outcome{Reason: "betflix: the list of transfers does not have it, and may have been cut off"}
		}
		return game.Outcome{Kind: game.NotFound, Reason: "betflix: the list of transfers does not have it"}
	case 1:
	default:
		return game.Outcome{Reason: "betflix: the list of transfers has it more than once"}
	}
	moved, err := money.ParseCredits(rows[0].Amount.String())
	if sameSign := moved > 0 == (m.Credits > 0); err != nil || moved == 0 || !sameSign {
		return game.Outcome{Reason: errDisagrees.Error()}
	}
	return game.Outcome{Kind: game.Done, Moved: moved}
}

// mayGoOn reports whether a list of so many rows may be the first page of a longer one. The known protocol has no
// pages, and nobody has said how many rows an answer has at most. A list that is cut off has a round number of rows.
func mayGoOn(rows int) bool { return rows >= 10 && rows%5 == 0 }

// list requests an account's transfers from the day of one moment to the day of another. A list whose rows have no
// reference is not the one we know, so its lack of a reference would prove nothing.
func (p *Provider) list(ctx context.Context, l *outbound.Client, username string, from, to time.Time) ([]wire.Transfer, error) {
	var rows []wire.Transfer
	err := p.get(ctx, l, wire.PathTransfers, url.Values{
		wire.FieldUsername: {username}, wire.FieldStart: {dayOf(from)}, wire.FieldEnd: {dayOf(to)},
	}, &rows)
	switch {
	case err != nil:
		return nil, err
	case rows == nil:
		return nil, errDisagrees
	case len(rows) > 0 && !slices.ContainsFunc(rows, func(r wire.Transfer) bool { return r.Ref != "" }):
		return nil, errNoReferences
	}
	return rows, nil
}

func dayOf(t time.Time) string { return t.In(wire.Zone).Format(wire.DayFormat) }

// accountsPerPage is how many accounts' transfers one page has: each needs a call of its own.
const accountsPerPage = 10

// Transfers implements game.Lister. The cursor is the number of accounts that are done.
func (p Lister) Transfers(ctx context.Context, q game.ListQuery) (game.ListPage, error) {
	asked := 0
	if q.Cursor != "" {
		var err error
		if asked, err = strconv.Atoi(q.Cursor); err != nil || asked < 0 || asked > len(q.Players) {
			return game.ListPage{}, errors.New("betflix: the cursor of a list can't be read")
		}
	}
	end := min(asked+accountsPerPage, len(q.Players))
	page := game.ListPage{Next: strconv.Itoa(end), More: end < len(q.Players)}
	for _, player := range q.Players[asked:end] {
		rows, err := p.list(ctx, p.past, player.Username, q.From, q.To)
		if err != nil {
			return game.ListPage{}, err
		}
		for _, r := range rows {
			listed, err := listedOf(player.Username, r)
			if err != nil {
				return game.ListPage{}, err
			}
			if !listed.At.Before(q.From) && listed.At.Before(q.To) {
				page.Rows = append(page.Rows, listed)
			}
		}
	}
	slices.SortStableFunc(page.Rows, func(a, b game.Listed) int { return a.At.Compare(b.At) })
	return page, nil
}

func listedOf(username string, r wire.Transfer) (game.Listed, error) {
	at, err1 := time.ParseInLocation(wire.TimeFormat, r.At, wire.Zone)
	moved, err2 := money.ParseCredits(r.Amount.String())
	if errors.Join(err1, err2) != nil || moved == 0 {
		return game.Listed{}, errDisagrees
	}
	return game.Listed{Reference: r.Ref, Username: username, Credits: moved, At: at}, nil
}
