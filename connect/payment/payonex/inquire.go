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
	// pageSize and mostPages bound a search: 5,000 transactions. One that did not reach the end of what it had to look at
	// says "unknown", never "not found".
	pageSize  = 100
	mostPages = 50
	// searchesAtOnce is how many go through the whole list at the same time. Anybody can make us look for a reference that
	// is in nobody's books, by a webhook about it: making codes must not wait for that.
	searchesAtOnce = 4
	// clockSkew is how far the gateway's clock may be behind ours.
	clockSkew = 10 * time.Minute
)

// Inquire implements qr.Gateway.
//
// A transaction is asked about by its uuid. Where that never reached us it is searched by our reference in the list, from
// the newest back to when it was asked for. A paid one is looked for in its customer's list as well, since a further
// payment of the same code is a transaction of its own.
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

// searchAll searches the transactions of all customers, once it has a place.
func (g *Gateway) searchAll(ctx context.Context, q qr.Ref) ([]wire.Transaction, error) {
	select {
	case g.searches <- struct{}{}:
		defer func() { <-g.searches }()
	case <-ctx.Done():
		return nil, fmt.Errorf("payonex: no place for a search in time: %w", ctx.Err())
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
			// What came in while we turned the pages moves the others down: one may be seen twice.
			if t.ReferenceID == q.Reference && !slices.ContainsFunc(found, func(f wire.Transaction) bool { return f.UUID == t.UUID }) {
				found = append(found, t)
			}
		}
		if len(list.Data) == 0 || int64(page) >= list.TotalPages || allBefore(list.Data, oldest) {
			return found, nil
		}
	}
	return nil, errors.New("payonex: the list is too long to find a transaction in it")
}

// allBefore: a whole page is older than what is looked for, so that what follows in a list that is newest first is, too.
func allBefore(list []wire.Transaction, oldest int64) bool {
	return !slices.ContainsFunc(list, func(t wire.Transaction) bool { return t.CreatedAt >= oldest })
}

// state reads what became of a code from all transactions that have its reference.
func (g *Gateway) state(list []wire.Transaction) (qr.State, error) {
	if len(list) == 0 {
		return qr.State{Status: qr.NotFound}, nil
	}
	slices.SortStableFunc(list, func(a, b wire.Transaction) int {
		return int(min(max(a.CreatedAt-b.CreatedAt, -1), 1))
	})
	s := qr.State{Status: qr.Cancelled, Outside: list[0].UUID}
	for _, t := range list {
		if t.UUID == "" || t.Type != wire.TypeDeposit || t.Currency != wire.CurrencyBaht {
			return qr.State{}, errors.New("payonex: a transaction that is no deposit in baht")
		}
		switch t.Status {
		case wire.StatusProcessing:
			if s.Status == qr.Cancelled {
				s.Status = qr.Open
			}
		case wire.StatusSuccess:
			paid, err := g.payment(t)
			if err != nil {
				return qr.State{}, err
			}
			s.Status = qr.Paid
			s.Payments = append(s.Payments, paid)
		case wire.StatusOnHold:
			s.Status, s.Undecided = qr.Paid, true
		case wire.StatusRefunded:
			// It may have been rejected before instead of credited: whoever books knows.
			s.Reversed = append(s.Reversed, qr.Reversal{Source: t.UUID, At: time.UnixMilli(t.UpdatedAt).UTC()})
		case wire.StatusRejected, wire.StatusError:
		default:
			return qr.State{}, fmt.Errorf("payonex: unknown status %.20q", t.Status)
		}
	}
	return s, nil
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
