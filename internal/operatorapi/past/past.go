// Package past is the operator API's lists of what waits for a person or did once (OPERATOR-API.md, section 6): withdrawals,
// arrivals, slips and the rest, each newest first, with what became of it.
//
// Promises:
//   - A list that is asked for one member, one account or one state reads the rows of that alone, by an index.
//   - Account numbers are masked. A file names members by their IDs, and nobody else.
package past

import (
	"context"
	"net/http"
	"time"

	"krapao/deposit/record"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/ledger/browse"
	"krapao/member/holder"
	"krapao/money"
	"krapao/operator/queue"
	"krapao/wallet/doubt"
	"krapao/withdraw"
)

// Deps are what the lists are read from.
type Deps struct {
	Lists       *list.Desk
	Members     list.Members
	Withdrawals *withdraw.Service
	Records     *record.Records
	Cases       *doubt.Cases
	Holders     *holder.Cases
	Books       *ledger.Ledger
	Browse      *browse.Reader
	// Promises returns how long items of the queue may wait, as it is in force now.
	Promises func(context.Context) (queue.Promises, error)
	Now      func() time.Time
}

// Room answers the calls.
type Room struct{ d Deps }

// New makes it.
func New(d Deps) *Room { return &Room{d} }

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	httpx.Register(f, lists("withdrawal", "listWithdrawals", "Withdrawals, newest first"), c.handleWithdrawals)
	httpx.Register(f, lists("arrival", "listArrivals", "Money that came in, newest first"), c.handleArrivals)
	httpx.Register(f, lists("slip", "listSlips", "Slips that members sent, newest first"), c.handleSlips)
	httpx.Register(f, lists("declared", "listDeclared", "Transfers that members said they made, newest first"), c.handleDeclared)
	httpx.Register(f, lists("link", "listLinks", "Wallet links that members handed in, newest first"), c.handleLinks)
	httpx.Register(f, list.Confirmed(lists("line", "listLines", "Lines of statements that could not be booked, newest first")),
		c.handleLines)
	httpx.Register(f, list.Confirmed(lists("case", "listCases", "Differences with providers, newest first")), c.handleCases)
	httpx.Register(f, lists("receivable", "listReceivables", "What members owe, by their IDs"), c.handleReceivables)
	httpx.Register(f, lists("reversal", "listReversals", "Arrivals that the outside took back, newest first"), c.handleReversals)
	pairs := lists("holder", "listHolders", "Pairs of members whose accounts have one holder, newest first")
	httpx.Register(f, list.Confirmed(pairs), c.handleHolders)
}

func lists(path, id, summary string) httpx.Route {
	return httpx.Route{
		Method: http.MethodGet, Path: "/api/" + path, ID: id, Access: httpx.Operators, Needs: "support+a", Scope: "waiting:read",
		Summary: summary, CSV: true,
	}
}

// about is whom a row is about; empty: nobody whom the house knows.
type about = wire.Nullable[list.MemberRef]

// named shows the rows of a page with their members.
func named[R, T any](c *Room, member func(R) string, row func(R, about, promised) T) func(context.Context, []R) ([]T, error) {
	return func(ctx context.Context, rows []R) ([]T, error) {
		members, err := list.Named(ctx, c.d.Members, rows, member)
		if err != nil {
			return nil, err
		}
		promises, err := c.d.Promises(ctx)
		if err != nil {
			return nil, err
		}
		shown := make([]T, len(rows))
		for n, r := range rows {
			var of about
			if m, known := members[member(r)]; known {
				of = wire.NullableOf(m)
			}
			shown[n] = row(r, of, promises.Until)
		}
		return shown, nil
	}
}

// filter leaves rows out, where it is on.
type filter[R any] struct {
	on   bool
	pass func(R) bool
}

// is keeps the rows with a value; empty: all.
func is[R any](wanted string, of func(R) string) filter[R] {
	return filter[R]{wanted != "", func(r R) bool { return of(r) == wanted }}
}

// exceeds keeps the rows over an amount in baht; empty: all. INVALID_AMOUNT: it is none.
func exceeds[R any](text string, of func(R) money.Amount) (filter[R], error) {
	over, err := list.Amount(text)
	return filter[R]{over != nil, func(r R) bool { return of(r) > *over }}, err
}

// keep keeps what passes all filters; nil: none is on, so that a page reads no more rows than it has.
func keep[R any](filters ...filter[R]) func(R) bool {
	var on []filter[R]
	for _, f := range filters {
		if f.on {
			on = append(on, f)
		}
	}
	if len(on) == 0 {
		return nil
	}
	return func(r R) bool {
		for _, f := range on {
			if !f.pass(r) {
				return false
			}
		}
		return true
	}
}

// promised is until when the house has promised to decide an item of a kind that waits since a time.
type promised func(kind string, since time.Time) time.Time

// due is until when something is promised that waits as an item of a kind; null: it does not wait.
func (p promised) due(waits bool, kind string, since time.Time) *wire.Time {
	if !waits {
		return nil
	}
	return wire.TimeOrNull(p(kind, since))
}

// digits is how many digits of an account a list shows.
const digits = 4

// masked is an account number as lists show it: xxx-x-x4321.
func masked(account string) string {
	if account == "" {
		return ""
	}
	return "xxx-x-x" + account[max(0, len(account)-digits):]
}
