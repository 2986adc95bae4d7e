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
	"krapao/game"
	"krapao/internal/httpx"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/ledger/browse"
	"krapao/member"
	"krapao/member/bankaccount"
	"krapao/member/holder"
	"krapao/member/login"
	"krapao/member/state"
	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/care"
	"krapao/operator/flag"
	"krapao/operator/note"
	"krapao/operator/queue"
	"krapao/operator/risk"
	"krapao/protection"
	"krapao/session"
	"krapao/spin"
	"krapao/wallet"
	"krapao/wallet/doubt"
	"krapao/withdraw"
)

// Looks records what an operator opens.
type Looks interface {
	Look(ctx context.Context, g operator.Glance) error
}

// Games are members' accounts at providers.
type Games interface {
	Of(ctx context.Context, member string) ([]game.Account, error)
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
	// Promises returns how long items of the queue may wait, as it is in force now.
	Promises func(context.Context) (queue.Promises, error)

	Lists       *list.Desk
	Browse      *browse.Reader
	Audit       *audit.Log
	Sessions    *session.Service
	Coins       *spin.Service
	Notes       *note.Notes
	Flags       *flag.Flags
	Groups      *risk.Groups
	Logins      *login.Service
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
	Games       Games
}

// Room answers the calls about one member.
type Room struct{ Deps }

// New makes it.
func New(d Deps) *Room { return &Room{d} }

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	httpx.Register(f, reads("/search", "searchMembers", "Find members by whatever names one"), (*finder)(c).handleSearch)
	httpx.Register(f, reads("/{id}", "getMember", "One member: what it has, what is under way and why, and what it may do"),
		c.handleShow)
	listed := func(path, id, summary string) httpx.Route {
		r := reads("/{id}/"+path, id, summary)
		r.CSV = true
		return r
	}
	// The files of these two have what operators noted.
	touched := listed("statement", "listMemberStatement", "What touched its accounts, newest first")
	decided := listed("audit", "listMemberAudit", "What operators decided about it and looked at, newest first")
	httpx.Register(f, list.Confirmed(touched), c.handleStatement)
	httpx.Register(f, list.Confirmed(decided), c.handleAudit)
	httpx.Register(f, listed("condition", "listMemberConditions", "Its conditional credits, newest first"), c.handleConditions)
	httpx.Register(f, listed("coupon", "listMemberCoupons", "The wheel's prizes that it can claim"), c.handleCoupons)
	httpx.Register(f, listed("limit", "listMemberLimits", "Its limits in force, with what is left of them"), c.handleLimits)
	httpx.Register(f, listed("session", "listMemberSessions", "Where it is logged in, last used first"), c.handleSessions)
	httpx.Register(f, listed("slip", "listMemberSlips", "Its slips, newest first"), c.handleSlips)
	httpx.Register(f, listed("withdrawal", "listMemberWithdrawals", "Its withdrawals, newest first"), c.handleWithdrawals)
	httpx.Register(f, listed("arrival", "listMemberArrivals", "What arrived for it, newest first"), c.handleArrivals)
	httpx.Register(f, listed("device", "listMemberDevices", "The browsers that it logged in from, last used first"), c.handleDevices)
	httpx.Register(f, reads("/{id}/link", "listMemberLinks", "Members that may be the same person"), c.handleLinks)
	httpx.Register(f, listed("coin", "listMemberCoins", "Its coins of the wheel, newest first"), c.handleCoins)
	httpx.Register(f, listed("game", "listMemberGames", "Its accounts at providers, with what it won there"), c.handleGames)
	httpx.Register(f, listed("case", "listMemberCases", "Differences with providers about it, newest first"), c.handleCases)
	all := reads("", "listMembers", "Members, who registered last first")
	all.CSV = true
	httpx.Register(f, all, c.handleMembers)
	c.registerNotes(f)
	c.registerFlags(f)
	c.registerAdjustment(f)
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
