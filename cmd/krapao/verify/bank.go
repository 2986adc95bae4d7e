package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"krapao/cmd/krapao/verify/internal/verifydb"
	"krapao/ledger"
	"krapao/money"
)

// Sources of truth, which decide what the books can know (RULES.md section 4).
const (
	sourceGateway = "gateway"
	sourceSlip    = "slip"
	sourceIssuer  = "issuer"
)

// sum is one account of the outside: the money that came in, the part that was taken back, and the money that we sent elsewhere.
type sum struct {
	In       json.Number `json:"in"`
	Reversed json.Number `json:"reversed"`
	Out      json.Number `json:"out"`
}

// held is the balance of the account.
func (s sum) held() (money.Amount, error) {
	var held money.Amount
	for _, part := range []struct {
		number json.Number
		sign   money.Amount
	}{{s.In, 1}, {s.Reversed, -1}, {s.Out, -1}} {
		if part.number == "" {
			continue
		}
		amount, err := money.Parse(part.number.String())
		if err != nil {
			return 0, fmt.Errorf("verify: the sandbox's totals: %w", err)
		}
		held += part.sign * amount
	}
	return held, nil
}

// depositAccount is one of our own accounts, with its source of truth and the places of its money at the outside. An account
// whose number changed has several places.
type depositAccount struct {
	code, source string
	places       []sum
	known        bool
}

// deposits: the money that came into each of our accounts, less the money that went back, is what it owes us in the books.
func (r *Result) deposits(ctx context.Context, q *verifydb.Queries, busy map[string]bool, outside totals) error {
	accounts, err := depositAccounts(ctx, q, outside)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		if !a.known {
			continue
		}
		var says money.Amount
		for _, place := range a.places {
			held, err := place.held()
			if err != nil {
				return err
			}
			says += held
		}
		account := ledger.Bank(a.code)
		position, err := q.Position(ctx, string(account))
		if err != nil {
			return fmt.Errorf("verify: %w", err)
		}
		books := -money.Amount(position)
		if a.source == sourceSlip && books < says {
			// We learn of money on such an account only by a slip.
			r.Skipped = append(r.Skipped, fmt.Sprintf("%s: %s arrived without a slip", account, says-books))
			continue
		}
		r.note(string(account), busy[string(account)], books, says)
	}
	return nil
}

// depositAccounts lists all accounts that content ever named, each as it is now.
func depositAccounts(ctx context.Context, q *verifydb.Queries, outside totals) ([]*depositAccount, error) {
	rows, err := q.DepositAccounts(ctx)
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	var list []*depositAccount
	seen := map[string]bool{}
	for _, row := range rows {
		at := slices.IndexFunc(list, func(a *depositAccount) bool { return a.code == row.Code })
		if at < 0 {
			at = len(list)
			list = append(list, &depositAccount{code: row.Code})
		}
		a := list[at]
		a.source = row.Source
		name, place, known := outside.place(row)
		if known && !seen[row.Code+" "+name] {
			seen[row.Code+" "+name] = true
			a.known, a.places = true, append(a.places, place)
		}
	}
	return list, nil
}

// place finds an account's money at the outside.
func (t totals) place(row verifydb.DepositAccountsRow) (name string, place sum, known bool) {
	switch row.Source {
	case sourceGateway:
		name = row.BankCode
		place, known = t.Gateways[name]
	case sourceIssuer:
		name, place, known = sourceIssuer, sum{In: t.VouchersRedeemed}, t.VouchersRedeemed != ""
	default:
		name = row.BankCode + " " + row.AccountNo
		place, known = t.Banks[name]
	}
	return name, place, known
}

// payouts: the money that went out is the money that the payout bank settled.
func (r *Result) payouts(ctx context.Context, q *verifydb.Queries, busy map[string]bool, outside totals) error {
	position, err := q.Position(ctx, string(ledger.Payout))
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	says, err := money.Parse(outside.PayoutsSettled.String())
	if err != nil {
		return errors.Join(errors.New("verify: the sandbox's totals"), err)
	}
	r.note(string(ledger.Payout), busy[string(ledger.Payout)], money.Amount(position), says)
	return nil
}
