// Package auditlog is the operator API's part about what operators decided (OPERATOR-API.md, section 12).
package auditlog

import (
	"context"
	"net/http"
	"strings"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/operator/audit"
)

// Room answers the calls about the audit log.
type Room struct {
	log     *audit.Log
	prover  *audit.Prover
	members list.Members
	lists   *list.Desk
}

// New makes it.
func New(log *audit.Log, prover *audit.Prover, members list.Members, lists *list.Desk) *Room {
	return &Room{log, prover, members, lists}
}

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	httpx.Register(f, list.Confirmed(httpx.Route{
		Method: http.MethodGet, Path: "/api/audit", ID: "listAudit", Access: httpx.Operators, Needs: "chief+a",
		Scope: "audit:read", Summary: "What operators decided, and what they looked at, newest first",
	}), c.handleList)
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/audit/proof", ID: "getAuditProof", Access: httpx.Operators, Needs: "chief+a",
		Scope: "audit:read", Summary: "What the last check of the whole log found; it is checked at least once an hour",
	}, c.handleProof)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/audit/proof", ID: "proveAudit", Access: httpx.Operators, Needs: "chief",
		Scope: "audit:decide", Summary: "Have the whole log checked within a minute",
	}, c.handleProve)
}

// AuditRow is one row of the audit log.
type AuditRow struct {
	Number   int64                         `doc:"Without a gap, from 1 on"                        json:"number"`
	At       wire.Time                     `json:"at"`
	Operator string                        `json:"operator"`
	Action   string                        `doc:"Its kind, like withdrawal.approve"               json:"action"`
	Subject  string                        `doc:"What it was about, as its area names it"         json:"subject"`
	Member   wire.Nullable[list.MemberRef] `json:"member"`
	Reason   string                        `json:"reason"`
	Evidence string                        `json:"evidence"`
	Hash     string                        `doc:"Covers the row and all rows before it, as hex"   json:"hash"`
	Erased   bool                          `doc:"Its reason and evidence went with an erasure"    json:"erased"`
}

// Asked are the filters of the list.
type Asked struct {
	list.Query
	list.Span

	Operator string `doc:"Who decided"                                       maxLength:"32"  query:"operator"`
	Action   string `doc:"A kind, or all that begin with it: withdrawal."    maxLength:"64"  query:"action"`
	Subject  string `doc:"What was decided about"                            maxLength:"200" query:"subject"`
	Member   string `doc:"A member's id"                                     maxLength:"32"  query:"member"`
	Text     string `doc:"In the reason or the evidence, whatever the case"  maxLength:"100" query:"text"`
}

func (c *Room) handleList(ctx context.Context, in *Asked) (*httpx.Reply[list.Page[AuditRow]], error) {
	if err := in.Check(in.Member != "" || in.Subject != ""); err != nil {
		return nil, err
	}
	all := list.List[audit.Record, int64, AuditRow]{
		Name: "audit", Key: func(r audit.Record) int64 { return r.Number }, Columns: columns, Show: c.shown,
	}
	f := audit.Filter{Operator: in.Operator, Subject: in.Subject, Member: in.Member, From: in.From, To: in.To}
	return all.Read(ctx, c.lists, in.Query, list.Rows[audit.Record, int64]{
		Filters: list.Filters{
			"operator": in.Operator, "action": in.Action, "subject": in.Subject, "member": in.Member, "text": in.Text,
		}.In(in.Span),
		Read: func(ctx context.Context, after *int64, most int) ([]audit.Record, error) {
			before := int64(0)
			if after != nil {
				before = *after
			}
			return c.log.Newest(ctx, f, before, most)
		},
		Keep: func(r audit.Record) bool { return f.Keeps(r) && in.keeps(r) },
	})
}

// keeps reports whether a row has what no index serves.
func (in *Asked) keeps(r audit.Record) bool {
	action := in.Action == "" || r.Action == in.Action || strings.HasSuffix(in.Action, ".") && strings.HasPrefix(r.Action, in.Action)
	text := strings.ToLower(in.Text)
	return action && (text == "" ||
		strings.Contains(strings.ToLower(r.Reason), text) || strings.Contains(strings.ToLower(r.Evidence), text))
}

func (c *Room) shown(ctx context.Context, rows []audit.Record) ([]AuditRow, error) {
	members, err := list.Named(ctx, c.members, rows, func(r audit.Record) string { return r.Member })
	if err != nil {
		return nil, err
	}
	shown := make([]AuditRow, len(rows))
	for n, r := range rows {
		shown[n] = AuditRow{
			Number: r.Number, At: wire.Time(r.At), Operator: r.By, Action: r.Action, Subject: list.Subject(r.Subject),
			Reason: r.Reason, Evidence: r.Evidence, Hash: r.Hash, Erased: r.Erased,
		}
		if m, known := members[r.Member]; known {
			shown[n].Member = wire.NullableOf(m)
		}
	}
	return shown, nil
}

var columns = []list.Column[audit.Record]{
	{Name: "number", Cell: func(r audit.Record) any { return r.Number }},
	{Name: "at", Cell: func(r audit.Record) any { return r.At }},
	{Name: "operator", Cell: func(r audit.Record) any { return r.By }},
	{Name: "action", Cell: func(r audit.Record) any { return r.Action }},
	{Name: "subject", Cell: func(r audit.Record) any { return list.Subject(r.Subject) }, Named: true},
	{Name: "member", Cell: func(r audit.Record) any { return r.Member }},
	{Name: "reason", Cell: func(r audit.Record) any { return r.Reason }, Named: true},
	{Name: "evidence", Cell: func(r audit.Record) any { return r.Evidence }, Named: true},
	{Name: "hash", Cell: func(r audit.Record) any { return r.Hash }},
}
