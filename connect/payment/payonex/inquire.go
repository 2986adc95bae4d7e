package payonex

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"krapao/connect/payment/payonex/wire"
	"krapao/deposit"
	"krapao/deposit/qr"
	"krapao/money"
)

const (
	// pageSize and mostPages bound a search: 5,000 transactions. A search that did not reach its end says "unknown",
	// never "not found".
	pageSize  = 100
	mostPages = 50
	// maxSearches is how many searches of the whole list run concurrently. Anybody can make us search for a
	// reference that we don't know, by a webhook about it: creating codes must not wait for that.
	maxSearches = 4
	// clockSkew is how far the gateway's clock may be behind ours.
	clockSkew = 10 * time.Minute
)

// Inquire implements qr.Gateway.
//
// It asks for a transaction by its uuid. If we never received the uuid, it searches the list for our reference, from
// the newest back to the time of the request. For a paid transaction it also searches its customer's list, since a
// further payment of the same code is a transaction of its own.
func (g *Gateway) Inquire(ctx context.Context, q qr.Ref) (qr.State, error) {
	if q.Outside == "" {
		found, err := g.searchAll(ctx, q)
		if err != nil {
			return qr.State{}, err
		}
		return g.state(found)
	}
	one, err := g.transaction(ctx, q)
	var no *answerError
	switch {
	case errors.As(err, &no) && no.code == wire.CodeNotFound:
		return qr.State{Status: qr.NotFound}, nil
	case err != nil:
		return qr.State{}, err
	case one.Status == wire.StatusProcessing:
		return g.state([]wire.Transaction{one})
	}
	found, err := g.search(ctx, q, one.CustomerUUID)
	if err != nil {
		return qr.State{}, err
	}
	if !slices.ContainsFunc(found, func(t wire.Transaction) bool { return t.UUID == one.UUID }) {
		found = append(found, one)
	}
	return g.state(found)
}

func (g *Gateway) transaction(ctx context.Context, q qr.Ref) (one wire.Transaction, err error) {
	err = g.call(ctx, http.MethodGet, wire.PathTransactions+"/"+url.PathEscape(q.Outside), time.Time{}, nil, &one)
	if err == nil && (one.UUID != q.Outside || one.ReferenceID != q.Reference) {
		err = errors.New("payonex: the answer is about another transaction")
	}
	return one, err
}

// searchAll searches the transactions of all customers, when a slot is free.
func (g *Gateway) searchAll(ctx context.Context, q qr.Ref) ([]wire.Transaction, error) {
	select {
	case g.searches <- struct{}{}:
		defer func() { <-g.searches }()
	case <-ctx.Done():
		return nil, fmt.Errorf("payonex: too many searches are under way: %w", ctx.Err())
	}
	return g.search(ctx, q, "")
}

// search lists transactions and returns those with our reference.
func (g *Gateway) search(ctx context.Context, q qr.Ref, filter string) (found []wire.Transaction, err error) {
	oldest := q.AskedAt.Add(-clockSkew).UnixMilli()
	if q.AskedAt.IsZero() {
		oldest = 0
	}
	for page := 1; page <= mostPages; page++ {
		query := url.Values{wire.QueryPage: {strconv.Itoa(page)}, wire.QuerySize: {strconv.Itoa(pageSize)}}
		if filter != "" {
			query.Set(wire.QueryFilter, filter)
		}
		var list wire.Page
		if err := g.call(ctx, http.MethodGet, wire.PathTransactions+"?"+query.Encode(), time.Time{}, nil, &list); err != nil {
			return nil, err
		}
		for _, t := range list.Data {
			// Transactions that arrive while we read the pages move the others down: one may be seen twice.
			seen := slices.ContainsFunc(found, func(f wire.Transaction) bool { return f.UUID == t.UUID })
			if t.ReferenceID == q.Reference && !seen {
				found = append(found, t)
			}
		}
		if len(list.Data) == 0 || int64(page) >= list.TotalPages || allBefore(list.Data, oldest) {
			return found, nil
		}
	}
	return nil, errors.New("payonex: the list is too long to find a transaction in it")
}

// allBefore reports whether a whole page is older than the search's limit. The list is newest first, so the rest is
// older too.
func allBefore(list []wire.Transaction, oldest int64) bool {
	return !slices.ContainsFunc(list, func(t wire.Transaction) bool { return t.CreatedAt >= oldest })
}

// state derives a code's state from all transactions that have its reference.
func (g *Gateway) state(list []wire.Transaction) (qr.State, error) {
	if len(list) == 0 {
		return qr.State{Status: qr.NotFound}, nil
	}
	slices.SortStableFunc(list, func(a, b wire.Transaction) int {
		return int(min(max(a.CreatedAt-b.CreatedAt, -1), 1))
	})
	s := qr.State{Status: qr.Cancelled, Outside: list[0].UUID}
	for _, t := range list {
		s.Unread = errors.Join(s.Unread, g.add(t, &s))
	}
	return s.Answer()
}

// add adds one transaction to a state.
func (g *Gateway) add(t wire.Transaction, s *qr.State) error {
	if t.UUID == "" || t.Type != wire.TypeDeposit || t.Currency != wire.CurrencyBaht {
		return errors.New("payonex: a transaction that is not a deposit in baht")
	}
	switch t.Status {
	case wire.StatusProcessing:
		if s.Status == qr.Cancelled {
			s.Status = qr.Open
		}
	case wire.StatusSuccess:
		paid, err := g.payment(t)
		if err != nil {
			return err
		}
		s.Status = qr.Paid
		s.Payments = append(s.Payments, paid)
	case wire.StatusOnHold:
		s.Status, s.Undecided = qr.Paid, true
	case wire.StatusRefunded:
		// It may have been rejected before, and never credited: the booking side knows.
		s.Reversed = append(s.Reversed, qr.Reversal{Source: t.UUID, At: time.UnixMilli(t.UpdatedAt).UTC()})
	case wire.StatusRejected, wire.StatusError:
	default:
		return fmt.Errorf("payonex: unknown status %.20q", t.Status)
	}
	return nil
}

func (g *Gateway) payment(t wire.Transaction) (deposit.Payment, error) {
	amount, err := money.Parse(t.Amount.String())
	if err != nil || amount <= 0 {
		return deposit.Payment{}, errors.New("payonex: a payment without an amount")
	}
	p := deposit.Payment{Source: t.UUID, Amount: amount, PaidAt: time.UnixMilli(t.UpdatedAt).UTC()}
	if g.config.NamesPayer {
		p.Payer = deposit.Payer{BankCode: t.BankCode, AccountNo: t.AccountNo, Name: t.AccountName}
	}
	return p, nil
}
