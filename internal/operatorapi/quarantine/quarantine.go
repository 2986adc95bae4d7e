// Package quarantine is the operator API's part about a restored store (OPERATOR-API.md, section 18).
package quarantine

import (
	"context"
	"net/http"
	"time"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/internal/operatorapi/sight"
	"krapao/operator"
	"krapao/operator/restoration"
	"krapao/quarantine"
)

// Room answers the calls about the quarantine.
type Room struct {
	restorations *restoration.Service
	quarantine   *quarantine.Service
	approvals    *operator.Approvals
	decisions    *decide.Desk
	items        *sight.Desk
	lists        *list.Desk
}

// New makes it.
func New(
	restorations *restoration.Service, q *quarantine.Service, approvals *operator.Approvals, decisions *decide.Desk,
	items *sight.Desk, lists *list.Desk,
) *Room {
	return &Room{restorations, q, approvals, decisions, items, lists}
}

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/quarantine", ID: "showQuarantine", Access: httpx.Operators, Needs: "support+a",
		Scope: "quarantine:read", Summary: "The quarantine of a restored store, by system",
	}, c.handleShow)
	list := decide.Route(httpx.Route{
		Path: "/api/quarantine/{system}/import", ID: "importQuarantine", Needs: "cashier", Scope: "quarantine:decide",
		Summary: "Import a list of what a system took, paid or moved. Each line is booked once, and what is wrong takes nothing",
	})
	list.MostBody = mostList
	httpx.Register(f, list, c.handleImport)
	lift := decide.Route(httpx.Route{
		Path: "/api/quarantine/{system}/lift", ID: "liftQuarantine", Needs: "chief", Scope: "quarantine:decide",
		Summary: "Let a system be used again: two chiefs, with what they compared. No case of it is open",
	})
	httpx.Register(f, lift, func(ctx context.Context, in *lifting) (*httpx.Reply[decide.Outcome], error) {
		return c.decisions.Call(ctx, restoration.KindLift, in.System, in.Body.Body, restoration.Lift{Basis: in.Body.Basis})
	})
	c.cases(f)
	c.imports(f)
}

// mostList is how many bytes a body with a list may have.
const mostList = 1 << 20

// importing is what an import is given.
type importing struct {
	System string `maxLength:"64" path:"system"`
	Body   ImportedList
}

// ImportedList is a list of what a system took, of one span.
type ImportedList struct {
	decide.Body

	From time.Time `doc:"The list has all that was taken from here"                                                   json:"from"`
	To   time.Time `doc:"to here"                                                                                     json:"to"`
	CSV  string    `doc:"A line of column names, then at most 5,000 payments: id, time, amount, and others" json:"csv"`
}

func (c *Room) handleImport(ctx context.Context, in *importing) (*httpx.Reply[decide.Outcome], error) {
	return c.decisions.Call(ctx, restoration.KindImport, in.System, in.Body.Body,
		restoration.Import{Key: keyOf(ctx), From: in.Body.From, To: in.Body.To, CSV: in.Body.CSV})
}

// keyOf is the key under which an operator brings a list. A node may end between the list's commit and its answer: whoever sends
// it again under the key then brings no second one.
func keyOf(ctx context.Context) string {
	call := httpx.StateOf(ctx)
	key := call.AreaKey()
	if key == "" {
		return ""
	}
	return call.Operator + " " + key
}

// lifting is what a lifting is given.
type lifting struct {
	System string `maxLength:"64" path:"system"`
	Body   LiftedSystem
}

// LiftedSystem is a system that is let be used again.
type LiftedSystem struct {
	decide.Body

	Basis string `doc:"lists (or nothing): they cover all of the time. hand: no such list is to be had, and the evidence says what was compared instead" enum:"lists,hand" json:"basis,omitempty"`
}

// Quarantine is that of a restored store.
type Quarantine struct {
	Since   *wire.Time          `doc:"When the store was restored; null: it never was" json:"since" nullable:"true"`
	Backup  *wire.Time          `doc:"The last time that its backup knows" json:"backup" nullable:"true"`
	From    *wire.Time          `doc:"From when on the lists of the outside are compared: two hours before" json:"from" nullable:"true"`
	Open    bool                `doc:"At least one system is not lifted: members only read" json:"open"`
	Systems []QuarantinedSystem `json:"systems"`
}

// QuarantinedSystem is a system of the outside in it.
type QuarantinedSystem struct {
	System   string           `doc:"As in brakes: payouts, slips, links, or bank, gateway or provider with its code" json:"system"`
	State    string           `enum:"waiting,importing,imported,lifted" json:"state"`
	LiftedAt *wire.Time       `json:"liftedAt" nullable:"true"`
	LiftedBy *string          `doc:"Who was the second to agree" json:"liftedBy"`
	Seen     string           `doc:"What seen is on lifting it" json:"seen"`
	Proposal *string          `doc:"The proposal by which a chief wants to lift it; null: there is none" json:"proposal"`
	Takes    bool             `doc:"Lists of it can be imported"                                          json:"takes"`
	Asks     bool             `doc:"It gives its list by itself when it is asked"                         json:"asks"`
	Lists    []ListedPayments `doc:"Those that were imported since the restoration, oldest first" json:"lists"`
	Covered  bool             `doc:"They cover from before the backup to the restoration, and none of their rows waits" json:"covered"`
	// OpenCases keep it from being lifted.
	OpenCases int64 `doc:"Items of the kind import: it is not lifted before they are decided" json:"openCases"`
}

// ListedPayments is a list that was imported.
type ListedPayments struct {
	ID      string    `json:"id"`
	Asked   bool      `doc:"The system itself gave it, up to now" json:"asked"`
	Failure string    `doc:"Why the system could not be asked last, in English" json:"failure"`
	From    wire.Time `json:"from"`
	To      wire.Time `json:"to"`
	Done    bool      `doc:"None of its rows waits" json:"done"`
	Rows    int64     `json:"rows"`
	Known   int64     `doc:"The books had them" json:"known"`
	Booked  int64     `doc:"Booked now" json:"booked"`
	Cases   int64     `doc:"Cases of the queue: they can't be booked" json:"cases"`
}

func listedOf(l quarantine.Imported) ListedPayments {
	return ListedPayments{
		ID: l.ID, Asked: l.Asked, Failure: l.Failure, From: wire.Time(l.From), To: wire.Time(l.To), Done: l.Done, Rows: l.Rows,
		Known: l.Known, Booked: l.Booked, Cases: l.Cases,
	}
}

func listsOf(lists []quarantine.Imported) []ListedPayments {
	shown := make([]ListedPayments, len(lists))
	for n, l := range lists {
		shown[n] = listedOf(l)
	}
	return shown
}

// mostProposed is how many of the proposals that wait are looked at.
const mostProposed = 200

// handleShow answers GET /api/quarantine. A decision rests on it, so it is read on the primary.
func (c *Room) handleShow(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[Quarantine], error) {
	standing, err := c.restorations.Standing(ctx)
	if err != nil {
		return nil, err
	}
	proposed, err := c.approvals.Page(ctx, operator.ProposalFilter{
		State: operator.Open, Action: restoration.KindLift, Most: mostProposed,
	})
	if err != nil {
		return nil, err
	}
	proposals := map[string]string{}
	for _, x := range proposed {
		proposals[x.Subject] = x.ID
	}
	answer := Quarantine{Systems: make([]QuarantinedSystem, len(standing))}
	for n, one := range standing {
		answer.Since, answer.Backup, answer.From = wire.TimeOrNull(one.Since), wire.TimeOrNull(one.Backup), wire.TimeOrNull(one.From)
		answer.Open = answer.Open || one.Rests()
		shown := QuarantinedSystem{
			System: one.Name, State: "lifted", LiftedAt: wire.TimeOrNull(one.LiftedAt), LiftedBy: wire.TextOrNull(one.LiftedBy),
			Seen: one.State, Proposal: wire.TextOrNull(proposals[one.Name]),
			Takes: one.Takes, Asks: one.Asks, Lists: listsOf(one.Lists), Covered: one.Covered, OpenCases: one.OpenCases,
		}
		if one.Rests() {
			shown.State = stateOf(one)
		}
		answer.Systems[n] = shown
	}
	return httpx.OK(answer)
}

// stateOf is how far a system that rests has come.
func stateOf(one restoration.Standing) string {
	switch {
	case one.Importing():
		return "importing"
	case one.Covered:
		return "imported"
	}
	return "waiting"
}
