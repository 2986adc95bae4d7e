package member

import (
	"context"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/operator/audit"
)

// ListAsked is what a list of a member's is asked that has no filters.
type ListAsked struct {
	OfMember
	list.Query
}

// shownBy shows the rows of a page one by one.
func shownBy[R, T any](show func(R) T) func(context.Context, []R) ([]T, error) {
	return func(_ context.Context, rows []R) ([]T, error) {
		shown := make([]T, len(rows))
		for n, row := range rows {
			shown[n] = show(row)
		}
		return shown, nil
	}
}

// ofMember answers a list of one member. NO_USER: there is no such member.
func ofMember[R, K, T any](
	ctx context.Context, c *Room, in *ListAsked, l list.List[R, K, T],
	read func(ctx context.Context, after *K, most int) ([]R, error),
) (*httpx.Reply[list.Page[T]], error) {
	if _, err := c.Members.ByID(ctx, in.ID); err != nil {
		return nil, err
	}
	return l.Read(ctx, c.Lists, in.Query, list.Rows[R, K]{Filters: list.Filters{"id": in.ID}, Read: read})
}

// few reads a list that an area answers whole, since a member has few of them. Its rows are named by a text.
func few[R any](all func(context.Context) ([]R, error), name func(R) string) func(context.Context, *string, int) ([]R, error) {
	return func(ctx context.Context, after *string, most int) ([]R, error) {
		rows, err := all(ctx)
		if err != nil {
			return nil, err
		}
		if after != nil {
			rows = behind(rows, *after, name)
		}
		return rows[:min(len(rows), most)], nil
	}
}

// behind are the rows after one of them; none, if that is not there any more.
func behind[R any](rows []R, after string, name func(R) string) []R {
	for n, row := range rows {
		if name(row) == after {
			return rows[n+1:]
		}
	}
	return nil
}

// DoneToMember is a row of the audit log about a member.
type DoneToMember struct {
	Number   int64     `json:"number"`
	At       wire.Time `json:"at"`
	Operator string    `json:"operator"`
	Action   string    `json:"action"`
	Subject  string    `json:"subject"`
	Reason   string    `json:"reason"`
	Evidence string    `json:"evidence"`
}

// handleAudit answers GET /api/member/{id}/audit.
func (c *Room) handleAudit(ctx context.Context, in *ListAsked) (*httpx.Reply[list.Page[DoneToMember]], error) {
	f := audit.Filter{Member: in.ID}
	return ofMember(ctx, c, in, list.List[audit.Record, int64, DoneToMember]{
		Name: "member/audit", Key: func(r audit.Record) int64 { return r.Number }, Columns: auditColumns,
		Show: shownBy(func(r audit.Record) DoneToMember {
			return DoneToMember{r.Number, wire.Time(r.At), r.By, r.Action, r.Subject, r.Reason, r.Evidence}
		}),
	}, func(ctx context.Context, after *int64, most int) ([]audit.Record, error) {
		before := int64(0)
		if after != nil {
			before = *after
		}
		return c.Audit.Newest(ctx, f, before, most)
	})
}

var auditColumns = []list.Column[audit.Record]{
	{Name: "number", Cell: func(r audit.Record) any { return r.Number }},
	{Name: "at", Cell: func(r audit.Record) any { return r.At }},
	{Name: "operator", Cell: func(r audit.Record) any { return r.By }},
	{Name: "action", Cell: func(r audit.Record) any { return r.Action }},
	{Name: "subject", Cell: func(r audit.Record) any { return r.Subject }, Named: true},
	{Name: "reason", Cell: func(r audit.Record) any { return r.Reason }, Named: true},
	{Name: "evidence", Cell: func(r audit.Record) any { return r.Evidence }, Named: true},
}
