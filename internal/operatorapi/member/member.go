// Package member is the operator API's part about one member (OPERATOR-API.md, section 7): finding it, its page, its lists, and
// what operators do for it and about its account.
//
// Promises:
//   - Whoever opens a member, or finds one, is in the audit log before it sees anything.
//   - Reading asks nobody outside: figures are those of the books, and say of when a game was read.
//   - What the caller may do is in the answer, by the rules that refuse it.
package member

import (
	"context"
	"net/http"
	"time"

	"krapao/bonus"
	"krapao/deposit"
	"krapao/deposit/record"
	"krapao/internal/httpx"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/member"
	"krapao/member/bankaccount"
	"krapao/member/holder"
	"krapao/member/state"
	"krapao/operator"
	"krapao/operator/care"
	"krapao/protection"
	"krapao/wallet"
	"krapao/wallet/doubt"
	"krapao/withdraw"
)

// Looks records what an operator opens.
type Looks interface {
	Look(ctx context.Context, g operator.Glance) error
}

// Deps are what the room reads with.
type Deps struct {
	Looks     Looks
	Approvals *operator.Approvals
	Decisions *decide.Desk
	Care      *care.Service
	// Refs name members in lists.
	Refs list.Members
	Now  func() time.Time
	// Due is until when the house has promised to decide an item of the queue; zero: it has promised nothing.
	Due func(kind string, since time.Time) time.Time

	Books       *ledger.Ledger
	Members     *member.Service
	Accounts    *bankaccount.Service
	Holders     *holder.Index
	States      *state.Service
	Protection  *protection.Service
	Screens     *wallet.Screens
	Deposits    *deposit.Service
	Records     *record.Records
	Doubts      *doubt.Service
	Withdrawals *withdraw.Service
	Bonuses     *bonus.Service
}

// Room answers the calls about one member.
type Room struct{ Deps }

// New makes it.
func New(d Deps) *Room { return &Room{d} }

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	httpx.Register(f, reads("/search", "searchMembers", "Find members by whatever names one"), c.handleSearch)
	httpx.Register(f, reads("/{id}", "getMember", "One member: what it has, what is under way and why, and what it may do"),
		c.handleShow)
	c.registerDecisions(f)
}

// reads is a call's route that reads.
func reads(path, id, summary string) httpx.Route {
	return httpx.Route{
		Method: http.MethodGet, Path: "/api/member" + path, ID: id, Access: httpx.Operators, Needs: "support+a",
		Scope: "member:read", Summary: summary,
	}
}

// OfMember names the member of a call.
type OfMember struct {
	ID string `maxLength:"32" path:"id"`
}
