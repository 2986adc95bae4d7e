// Package money is the operator API's part about the books (OPERATOR-API.md, section 9): accounts, transfers, and the proof that
// they are what was sealed.
package money

import (
	"context"
	"net/http"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/ledger/browse"
	"krapao/operator"
	"krapao/operator/report"
)

// Looks record what an operator opens.
type Looks interface {
	Look(ctx context.Context, g operator.Glance) error
}

// References turn transfers' numbers into references and back.
type References interface {
	Reference(id ledger.ID) string
	ParseReference(reference string) (id ledger.ID, ok bool)
}

// Deps are what the room answers with.
type Deps struct {
	Books      *browse.Reader
	References References
	Looks      Looks
	Lists      *list.Desk
	Reports    *report.Service
	Providers  Providers
	Days       Days
	Budgets    Budgets
	Decisions  *decide.Desk
}

// Room answers the calls about money.
type Room struct{ d Deps }

// New makes it.
func New(d Deps) *Room { return &Room{d} }

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	httpx.Register(f, read("/account", "listAccounts", "The accounts of the books, by name", listed), c.handleAccounts)
	httpx.Register(f, read("/account/{name}", "getAccount", "One account", single), c.handleAccount)
	httpx.Register(f, read("/account/{name}/entry", "listEntries", "An account's entries, newest first", listed), c.handleEntries)
	httpx.Register(f, list.Confirmed(read("/transfer", "listTransfers", "Transfers, newest first", listed)), c.handleTransfers)
	httpx.Register(f, read("/transfer/{reference}", "getTransfer", "A transfer with its entries", single), c.handleTransfer)
	httpx.Register(f, read("/transfer/{reference}/proof", "getTransferProof",
		"What shows that a transfer is in the chain of seals (docs/proof.md)", single), c.handleProof)
	finance := read("/report/finance", "reportFinance", "What came in and went out, and what the house owes its members", listed)
	finance.Needs = "cashier+a"
	httpx.Register(f, finance, c.handleFinance)
	coverage := read("/report/coverage", "reportCoverage", "What the house owes its members, and what it has of that", listed)
	coverage.Needs = "cashier+a"
	httpx.Register(f, coverage, c.handleCoverage)
	posting := read("/report/posting", "reportPosting", "What was posted on a day, or on all, by account and kind", listed)
	posting.Needs = "cashier+a"
	httpx.Register(f, posting, c.handlePosting)
	c.liability(f)
	c.reconciliation(f)
	httpx.Register(f, read("/provider", "listProviders", "How providers of games are doing", single), c.handleProviders)
	httpx.Register(f, read("/budget", "listBudgets", "What accounts of the house may still pay", single), c.handleBudgets)
	c.budgets(f)
}

// Whether a call's answer is a list, which is a file, too.
const listed, single = true, false

// read is a call that only reads.
func read(path, id, summary string, isList bool) httpx.Route {
	return httpx.Route{
		Method: http.MethodGet, Path: "/api" + path, ID: id, Access: httpx.Operators, Needs: "support+a", Scope: "money:read",
		Summary: summary, CSV: isList,
	}
}

// look records that the caller opened something.
func (c *Room) look(ctx context.Context, action, subject, member string) error {
	return c.d.Looks.Look(ctx, operator.Glance{
		By: httpx.StateOf(ctx).Operator, Action: action, Subject: subject, Member: member,
	})
}

func noAccount(name string) error {
	return fault.New(fault.NO_DATA, "the books have no account %q", name)
}
