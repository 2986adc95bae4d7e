// Package queue is the operator API's part about what waits for a person (OPERATOR-API.md, section 5): the list, its counts, and
// who has which item.
package queue

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"krapao/internal/httpx"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/internal/operatorapi/sight"
	"krapao/money"
	"krapao/operator/queue"
)

// Room answers the calls about the queue.
type Room struct {
	items *queue.Service
	desk  *sight.Desk
	lists *list.Desk
}

// New makes it.
func New(items *queue.Service, desk *sight.Desk, lists *list.Desk) *Room {
	return &Room{items, desk, lists}
}

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	call := func(method, path, id, needs, summary string) httpx.Route {
		return httpx.Route{
			Method: method, Path: "/api/queue" + path, ID: id, Access: httpx.Operators,
			Needs: needs, Scope: "queue:read", Summary: summary,
		}
	}
	all := call(http.MethodGet, "", "listQueue", "support+a", "Everything that waits for a person, by the house's promise")
	all.CSV = true
	httpx.Register(f, all, c.handleList)
	httpx.Register(f, call(http.MethodGet, "/count", "countQueue", "support+a", "How many wait of each kind"), c.handleCount)
	httpx.Register(f, call(http.MethodPost, "/next", "nextItem", "support",
		"Claim the most urgent one that the caller may decide and nobody else has"), c.handleNext)
	httpx.Register(f, call(http.MethodPost, "/{kind}/{id}/claim", "claimItem", "support",
		"Have an item for 10 minutes: nobody else decides it meanwhile"), c.handleClaim)
	httpx.Register(f, call(http.MethodPost, "/{kind}/{id}/release", "releaseItem", "support", "Give an item back"), c.handleRelease)
	gives := decide.Route(call(http.MethodPost, "/{kind}/{id}/assign", "assignItem", "cashier", "Give an item to an operator"))
	gives.Scope = "queue:decide"
	httpx.Register(f, gives, c.handleAssign)
}

// Asked are the filters of the list.
type Asked struct {
	list.Query

	Kind   []string `doc:"Only these kinds" maxItems:"20" query:"kind,explode"`
	Mine   bool     `doc:"Only what the caller has" query:"mine"`
	Free   bool     `doc:"Only what nobody has" query:"free"`
	Late   bool     `doc:"Only what has waited for longer than promised" query:"late"`
	Member string   `doc:"A member's id" maxLength:"32" query:"member"`
	Over   string   `doc:"Only over this amount, in baht" query:"over"`
}

func (in *Asked) filters() list.Filters {
	f := list.Filters{"kind": strings.Join(in.Kind, ","), "member": in.Member, "over": in.Over}
	for name, on := range map[string]bool{"mine": in.Mine, "free": in.Free, "late": in.Late} {
		if on {
			f[name] = strconv.FormatBool(on)
		}
	}
	return f
}

func (in *Asked) keeps(x queue.Item, me string, over *money.Amount, now time.Time) bool {
	has := ""
	if x.Claim != nil {
		has = x.Claim.By
	}
	return (!in.Mine || has == me) && (!in.Free || has == "") && (!in.Late || x.Late(now)) &&
		(in.Member == "" || x.Member == in.Member) && (over == nil || x.Amount > *over)
}

// handleList answers GET /api/queue. Who has an item is in no audit log, so it is read on the primary.
func (c *Room) handleList(ctx context.Context, in *Asked) (*httpx.Reply[list.Page[sight.WaitingItem]], error) {
	me, now := httpx.StateOf(ctx).Operator, c.items.Now()
	over, err := list.Amount(in.Over)
	if err != nil {
		return nil, err
	}
	all := list.List[queue.Item, queue.Place, sight.WaitingItem]{
		Name: "queue", Primary: true, Key: queue.Item.Place, Columns: columns,
		Show: func(ctx context.Context, rows []queue.Item) ([]sight.WaitingItem, error) {
			return c.desk.Shown(ctx, now, rows...)
		},
	}
	slices.Sort(in.Kind)
	return all.Read(ctx, c.lists, in.Query, list.Rows[queue.Item, queue.Place]{
		Filters: in.filters(),
		Read: func(ctx context.Context, after *queue.Place, most int) ([]queue.Item, error) {
			f := queue.Filter{Kinds: in.Kind, Most: most}
			if after != nil {
				f.After = *after
			}
			return c.items.List(ctx, f)
		},
		Keep: func(x queue.Item) bool { return in.keeps(x, me, over, now) },
	})
}

// columns are the file's. It has no names and no phones.
var columns = []list.Column[queue.Item]{
	{Name: "kind", Cell: func(x queue.Item) any { return x.Kind }},
	{Name: "id", Cell: func(x queue.Item) any { return x.ID }},
	{Name: "member", Cell: func(x queue.Item) any { return x.Member }},
	{Name: "amount", Cell: func(x queue.Item) any { return x.Amount }},
	{Name: "since", Cell: func(x queue.Item) any { return x.Since }},
	{Name: "due", Cell: func(x queue.Item) any { return x.Due }},
	{Name: "claimed_by", Cell: func(x queue.Item) any {
		if x.Claim == nil {
			return ""
		}
		return x.Claim.By
	}},
	{Name: "says", Cell: func(x queue.Item) any { return x.Says }},
}
