package money

import (
	"context"
	"strconv"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/ledger/browse"
)

// BookAccount is an account of the books. Its balance is credits less debits: what the house owes is positive, and what a bank
// has of the house's is negative.
type BookAccount struct {
	Name      string              `json:"name"`
	Number    string              `json:"number" doc:"What entries and proofs name it by"`
	Class     string              `json:"class" enum:"member,bank,game,result,house,receivable"`
	Posted    wire.Money          `json:"posted"`
	Reserved  wire.Money          `json:"reserved" doc:"Under way out of it"`
	Incoming  wire.Money          `json:"incoming" doc:"Under way into it"`
	Available wire.Money          `json:"available" doc:"posted less reserved"`
	Floor     *wire.OptionalMoney `json:"floor" doc:"The lowest that available may be; null: any"`
	Gates     []string            `json:"gates" enum:"held,intoGames,withdraw,credits" doc:"What is shut on it for now"`
	Version   int64               `json:"version" doc:"How many entries it has"`
}

// gates are the names of what may be shut on an account.
var gates = []struct {
	gate ledger.Gate
	name string
}{
	{ledger.GateHeld, "held"},
	{ledger.GateIntoGames, "intoGames"},
	{ledger.GateWithdraw, "withdraw"},
	{ledger.GateCredits, "credits"},
}

func gatesOf(raised ledger.Gate) []string {
	names := []string{}
	for _, g := range gates {
		if raised&g.gate != 0 {
			names = append(names, g.name)
		}
	}
	return names
}

func accountOf(a browse.Account) BookAccount {
	shown := BookAccount{
		Name: string(a.Name), Number: strconv.FormatInt(a.Number, 10), Class: browse.ClassOf(a.Name), Posted: wire.Money(a.Posted),
		Reserved: wire.Money(a.Reserved), Incoming: wire.Money(a.Incoming), Available: wire.Money(a.Available()),
		Gates: gatesOf(a.Gates), Version: a.Version,
	}
	if a.Bounded {
		floor := wire.OptionalMoney(a.Floor)
		shown.Floor = &floor
	}
	return shown
}

// AccountsAsked are the filters of the accounts.
type AccountsAsked struct {
	list.Query

	Class  string `doc:"Only this class; house has no receivable" enum:"member,bank,game,result,house,receivable" query:"class"`
	Prefix string `doc:"How the name begins"      maxLength:"200" query:"prefix"`
	Over   string `doc:"Only with more posted, in baht"           query:"over"`
	Under  string `doc:"Only with less posted, in baht"           query:"under"`
}

// handleAccounts answers GET /api/account.
func (c *Room) handleAccounts(ctx context.Context, in *AccountsAsked) (*httpx.Reply[list.Page[BookAccount]], error) {
	over, err := list.Amount(in.Over)
	if err != nil {
		return nil, err
	}
	under, err := list.Amount(in.Under)
	if err != nil {
		return nil, err
	}
	f := browse.AccountFilter{Class: in.Class, Prefix: in.Prefix}
	all := list.List[browse.Account, string, BookAccount]{
		Name: "account", Key: func(a browse.Account) string { return string(a.Name) }, Columns: accountColumns,
		Show: shownBy(accountOf),
	}
	return all.Read(ctx, c.d.Lists, in.Query, list.Rows[browse.Account, string]{
		Filters: list.Filters{"class": in.Class, "prefix": in.Prefix, "over": in.Over, "under": in.Under},
		Read: func(ctx context.Context, after *string, most int) ([]browse.Account, error) {
			return c.d.Books.Accounts(ctx, f, orZero(after), most)
		},
		Keep: func(a browse.Account) bool {
			return f.Selects(a.Name) && (over == nil || a.Posted > *over) && (under == nil || a.Posted < *under)
		},
	})
}

// OfAccount names the account of a call.
type OfAccount struct {
	Name string `maxLength:"200" path:"name"`
}

// handleAccount answers GET /api/account/{name}.
func (c *Room) handleAccount(ctx context.Context, in *OfAccount) (*httpx.Reply[BookAccount], error) {
	a, found, err := c.d.Books.Account(ctx, ledger.Account(in.Name))
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, noAccount(in.Name)
	}
	if err := c.look(ctx, "account.show", in.Name, browse.MemberOf(a.Name)); err != nil {
		return nil, err
	}
	return httpx.OK(accountOf(a))
}

// shownBy shows each row by itself.
func shownBy[R, T any](show func(R) T) func(context.Context, []R) ([]T, error) {
	return func(_ context.Context, rows []R) ([]T, error) {
		shown := make([]T, len(rows))
		for n, row := range rows {
			shown[n] = show(row)
		}
		return shown, nil
	}
}

// orZero is a key, or its type's zero value at the beginning.
func orZero[K any](after *K) (key K) {
	if after != nil {
		key = *after
	}
	return key
}

// accountColumns are the file's.
var accountColumns = []list.Column[browse.Account]{
	{Name: "name", Cell: func(a browse.Account) any { return string(a.Name) }},
	{Name: "class", Cell: func(a browse.Account) any { return browse.ClassOf(a.Name) }},
	{Name: "posted", Cell: func(a browse.Account) any { return a.Posted }},
	{Name: "reserved", Cell: func(a browse.Account) any { return a.Reserved }},
	{Name: "incoming", Cell: func(a browse.Account) any { return a.Incoming }},
	{Name: "floor", Cell: func(a browse.Account) any {
		if !a.Bounded {
			return ""
		}
		return a.Floor
	}},
	{Name: "version", Cell: func(a browse.Account) any { return a.Version }},
}
