// Package notice is the operator API's part about who is told what happens (OPERATOR-API.md, section 15).
package notice

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/notice"
	"krapao/operator"
	"krapao/operator/notify"
)

// Room answers the calls about notifications.
type Room struct {
	outbox *notice.Outbox
	tells  *notify.Service
	lists  *list.Desk
}

// New makes it.
func New(outbox *notice.Outbox, tells *notify.Service, lists *list.Desk) *Room {
	return &Room{outbox, tells, lists}
}

// The ids of the calls that decide.
const tryTarget, tellAgain = "tryNotificationTarget", "repeatNotification"

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/notification/target", ID: "listNotificationTargets", Access: httpx.Operators,
		Needs: "chief+a", Scope: "notification:read",
		Summary: "Who is told what, as this node's configuration says, and whether they take it",
	}, c.handleTargets)
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/notification", ID: "listNotifications", Access: httpx.Operators, Needs: "support+a",
		Scope: "notification:read", CSV: true, Summary: "What was told to whom, newest first",
	}, c.handleList)
	httpx.Register(f, decide.Route(httpx.Route{
		Path: "/api/notification/target/{name}/try", ID: tryTarget, Needs: "chief", Scope: "notification:decide",
		Summary: "Tell a target a notice that is a test",
	}), c.handleTry)
	httpx.Register(f, decide.Route(httpx.Route{
		Path: "/api/notification/{id}/again", ID: tellAgain, Needs: "chief", Scope: "notification:decide",
		Summary: "Tell a notice again to the targets that did not take it",
	}), c.handleAgain)
}

// NotificationTarget is who is told what happens.
type NotificationTarget struct {
	Name         string     `json:"name"`
	Kind         string     `json:"kind"         enum:"webhook,line,slack,mail"`
	Events       []string   `json:"events"       doc:"What it is told; none: all"`
	LastAt       *wire.Time `json:"lastAt"       nullable:"true" doc:"When it took something last"`
	FailingSince *wire.Time `json:"failingSince" nullable:"true" doc:"Since when it does not take what it is told, or has not taken something for good; null: it takes all"`
	May          []string   `json:"may"          doc:"What the caller may do with it now"`
}

// handleTargets answers GET /api/notification/target.
func (c *Room) handleTargets(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[[]NotificationTarget], error) {
	all, err := c.outbox.Targets(ctx)
	if err != nil {
		return nil, err
	}
	answer := make([]NotificationTarget, len(all))
	for n, x := range all {
		answer[n] = NotificationTarget{
			Name: x.Name, Kind: x.Kind, Events: make([]string, len(x.Events)), LastAt: wire.TimeOrNull(x.LastAt),
			FailingSince: wire.TimeOrNull(x.FailingSince), May: may(ctx, tryTarget),
		}
		for i, event := range x.Events {
			answer[n].Events[i] = string(event)
		}
	}
	return httpx.OK(answer)
}

// may is a call that a chief may make.
func may(ctx context.Context, call string) []string {
	if operator.Role(httpx.StateOf(ctx).Role) != operator.Chief {
		return []string{}
	}
	return []string{call}
}

// Notification is a notice on its way to one target.
type Notification struct {
	ID     string     `json:"id"     doc:"The webhook-id"`
	Event  string     `json:"event"`
	At     wire.Time  `json:"at"`
	Kind   *string    `json:"kind"   doc:"What it is about, by its code: a kind of what waits, an alarm, a system, a decision"`
	Of     *string    `json:"of"     doc:"Whose an alarm is"`
	Target string     `json:"target"`
	State  string     `json:"state"  enum:"due,done,dead"                               doc:"dead: it was refused for good, or not taken within 72 hours"`
	Tries  int64      `json:"tries"`
	DueAt  *wire.Time `json:"dueAt"  nullable:"true"                                    doc:"When it is tried next"`
	EndAt  *wire.Time `json:"endAt"  nullable:"true"                                    doc:"When it was taken, or given up"`
	Last   *string    `json:"last"   doc:"Why it was not taken the last time, in English"`
	May    []string   `json:"may"    doc:"What the caller may do with it now"`
}

// Asked are the filters of the list.
type Asked struct {
	list.Query
	list.Span

	Event  string `maxLength:"32"        query:"event"`
	Target string `maxLength:"64"        query:"target"`
	State  string `enum:"due,done,dead" query:"state"`
}

// handleList answers GET /api/notification.
func (c *Room) handleList(ctx context.Context, in *Asked) (*httpx.Reply[list.Page[Notification]], error) {
	if err := in.Check(false); err != nil {
		return nil, err
	}
	all := list.List[notice.Delivery, notice.Place, Notification]{
		Name: "notification", Key: notice.Delivery.Place, Columns: columns, Primary: true, Show: shown,
	}
	return all.Read(ctx, c.lists, in.Query, list.Rows[notice.Delivery, notice.Place]{
		Filters: list.Filters{"event": in.Event, "target": in.Target, "state": in.State}.In(in.Span),
		Read: func(ctx context.Context, after *notice.Place, most int) ([]notice.Delivery, error) {
			return c.outbox.Newest(ctx, in.From, after, most)
		},
		Keep: in.keeps,
	})
}

// keeps reports whether a row has what no index serves.
func (in *Asked) keeps(d notice.Delivery) bool {
	return (in.Event == "" || in.Event == string(d.Event)) && (in.Target == "" || in.Target == d.Target) &&
		(in.State == "" || in.State == d.State) && (in.To.IsZero() || d.At.Before(in.To))
}

func shown(ctx context.Context, rows []notice.Delivery) ([]Notification, error) {
	items := make([]Notification, len(rows))
	for n, d := range rows {
		items[n] = Notification{
			ID: d.ID, Event: string(d.Event), At: wire.Time(d.At), Kind: wire.TextOrNull(d.Facts.Kind), Of: wire.TextOrNull(d.Facts.Of),
			Target: d.Target, State: d.State, Tries: d.Tries, DueAt: wire.TimeOrNull(d.Due), EndAt: wire.TimeOrNull(d.Ended),
			Last: wire.TextOrNull(d.Last), May: []string{},
		}
		if d.State == "dead" {
			items[n].May = may(ctx, tellAgain)
		}
	}
	return items, nil
}

// handleTry answers POST /api/notification/target/{name}/try.
func (c *Room) handleTry(ctx context.Context, in *struct {
	Name string `maxLength:"64" path:"name"`
	Body decide.Body
},
) (*httpx.Success, error) {
	d, err := decide.By(ctx, in.Name, in.Body)
	if err != nil {
		return nil, err
	}
	return httpx.Done(c.tells.Try(ctx, d))
}

// handleAgain answers POST /api/notification/{id}/again.
func (c *Room) handleAgain(ctx context.Context, in *struct {
	ID   string `maxLength:"40" path:"id"`
	Body decide.Body
},
) (*httpx.Success, error) {
	d, err := decide.By(ctx, in.ID, in.Body)
	if err != nil {
		return nil, err
	}
	return httpx.Done(c.tells.Again(ctx, d))
}

var columns = []list.Column[notice.Delivery]{
	{Name: "id", Cell: func(d notice.Delivery) any { return d.ID }},
	{Name: "event", Cell: func(d notice.Delivery) any { return string(d.Event) }},
	{Name: "at", Cell: func(d notice.Delivery) any { return d.At }},
	{Name: "kind", Cell: func(d notice.Delivery) any { return d.Facts.Kind }},
	{Name: "of", Cell: func(d notice.Delivery) any { return d.Facts.Of }},
	{Name: "target", Cell: func(d notice.Delivery) any { return d.Target }},
	{Name: "state", Cell: func(d notice.Delivery) any { return d.State }},
	{Name: "tries", Cell: func(d notice.Delivery) any { return d.Tries }},
	{Name: "due_at", Cell: func(d notice.Delivery) any { return d.Due }},
	{Name: "end_at", Cell: func(d notice.Delivery) any { return d.Ended }},
	{Name: "last", Cell: func(d notice.Delivery) any { return d.Last }},
}
