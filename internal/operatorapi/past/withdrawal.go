package past

import (
	"context"
	"strconv"

	"krapao/internal/history"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/money"
	"krapao/operator"
	"krapao/withdraw"
)

// ListedWithdrawal is a withdrawal in a list.
type ListedWithdrawal struct {
	Reference   string     `json:"reference"`
	Member      about      `json:"member"`
	Amount      wire.Money `json:"amount"`
	State       string     `enum:"requested,review,sending,paid,returned,bounced" json:"state"`
	Automatic   bool       `doc:"The rules approved it, and no person"            json:"automatic"`
	Why         []string   `doc:"The conditions of an automatic payout that did not hold" json:"why"`
	Reason      string     `doc:"A code: why it was returned"                     json:"reason"`
	Bank        string     `json:"bank"`
	Account     string     `doc:"Masked"                                          json:"account"`
	RequestedAt wire.Time  `json:"requestedAt"`
	Since       wire.Time  `doc:"Since when it is in its state"                   json:"since"`
	Due         *wire.Time `doc:"Until when the house has promised it; null: it waits for no person" json:"due" nullable:"true"`
}

// WithdrawalsAsked are the filters of the withdrawals.
type WithdrawalsAsked struct {
	list.Query
	list.Span

	State     string `enum:"requested,review,sending,paid,returned,bounced" query:"state"`
	Member    string `maxLength:"32" query:"member"`
	Bank      string `doc:"The code of the bank that it goes to" maxLength:"20" query:"bank"`
	Automatic string `enum:"true,false" query:"automatic"`
	Over      string `doc:"Only over this amount, in baht" query:"over"`
}

func withdrawalPlace(w withdraw.Withdrawal) history.Place {
	return history.PlaceOf(w.RequestedAt, w.Reference)
}

// handleWithdrawals answers GET /api/withdrawal.
func (c *Room) handleWithdrawals(ctx context.Context, in *WithdrawalsAsked) (*httpx.Reply[list.Page[ListedWithdrawal]], error) {
	if err := in.Check(in.Member != ""); err != nil {
		return nil, err
	}
	over, err := exceeds(in.Over, func(w withdraw.Withdrawal) money.Amount { return w.Amount })
	if err != nil {
		return nil, err
	}
	by := history.Asked{Member: in.Member, State: in.State, From: in.From, To: in.To}
	of := list.List[withdraw.Withdrawal, history.Place, ListedWithdrawal]{
		Name: "withdrawal", Key: withdrawalPlace, Primary: true, Columns: withdrawalColumns,
		Show: named(c, func(w withdraw.Withdrawal) string { return w.Member }, c.withdrawalOf),
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[withdraw.Withdrawal, history.Place]{
		Filters: list.Filters{
			"state": in.State, "member": in.Member, "bank": in.Bank, "automatic": in.Automatic, "over": in.Over,
		}.In(in.Span),
		Read: func(ctx context.Context, after *history.Place, most int) ([]withdraw.Withdrawal, error) {
			return c.d.Withdrawals.History(ctx, by, after, most)
		},
		Keep: keep(
			is(in.State, func(w withdraw.Withdrawal) string { return string(w.State) }),
			is(in.Bank, func(w withdraw.Withdrawal) string { return w.BankCode }),
			is(in.Automatic, func(w withdraw.Withdrawal) string { return strconv.FormatBool(w.Automatic) }),
			over,
		),
	})
}

func (c *Room) withdrawalOf(w withdraw.Withdrawal, of about, until promised) ListedWithdrawal {
	why := make([]string, len(w.Why))
	for n, one := range w.Why {
		why[n] = string(one)
	}
	return ListedWithdrawal{
		Reference: w.Reference, Member: of, Amount: wire.Money(w.Amount), State: string(w.State), Automatic: w.Automatic, Why: why,
		Reason: string(w.Reason), Bank: w.BankCode, Account: masked(w.AccountShown), RequestedAt: wire.Time(w.RequestedAt),
		Since: wire.Time(w.Since), Due: until.due(w.State == withdraw.Review, operator.ItemWithdrawal, w.Since),
	}
}

var withdrawalColumns = []list.Column[withdraw.Withdrawal]{
	{Name: "reference", Cell: func(w withdraw.Withdrawal) any { return w.Reference }},
	{Name: "member", Cell: func(w withdraw.Withdrawal) any { return w.Member }},
	{Name: "amount", Cell: func(w withdraw.Withdrawal) any { return w.Amount }},
	{Name: "state", Cell: func(w withdraw.Withdrawal) any { return string(w.State) }},
	{Name: "automatic", Cell: func(w withdraw.Withdrawal) any { return strconv.FormatBool(w.Automatic) }},
	{Name: "reason", Cell: func(w withdraw.Withdrawal) any { return string(w.Reason) }},
	{Name: "bank", Cell: func(w withdraw.Withdrawal) any { return w.BankCode }},
	{Name: "account", Cell: func(w withdraw.Withdrawal) any { return masked(w.AccountShown) }},
	{Name: "requested_at", Cell: func(w withdraw.Withdrawal) any { return w.RequestedAt }},
	{Name: "since", Cell: func(w withdraw.Withdrawal) any { return w.Since }},
}
