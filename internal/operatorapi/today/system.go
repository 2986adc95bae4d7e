package today

import (
	"context"
	"slices"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/operator"
	"krapao/operator/today"
)

// OutsideSystem is an outside system.
type OutsideSystem struct {
	OutsideHealth

	Stops  *string                     `doc:"The name by which it is stopped; null: it can't be" json:"stops"`
	Calls  wire.Nullable[OutsideCalls] `doc:"This node's calls since it was started; null: it has no connection" json:"calls"`
	ReadAt *wire.Time                  `json:"readAt" nullable:"true" doc:"When its statement or report was last read to its end"`
	May    []string                    `json:"may" doc:"What the caller may do with it now, by the ids of calls"`
}

// stopSystem is the call by which a system is stopped (section 17).
const stopSystem = "stopSystem"

// OutsideCalls are a node's calls of a system.
type OutsideCalls struct {
	Done    int64 `json:"done"`
	Refused int64 `json:"refused"`
	Unknown int64 `json:"unknown"`
	P95     int64 `json:"p95" doc:"Milliseconds that 95 of 100 of its last answers took at most; 0: it has not answered"`
	Circuit bool  `json:"circuit" doc:"true: the circuit breaker is open, so it is not called"`
}

// handleSystems answers GET /api/system.
func (c *Room) handleSystems(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[[]OutsideSystem], error) {
	systems, err := c.day.Systems(ctx)
	if err != nil {
		return nil, err
	}
	stops := operator.Role(httpx.StateOf(ctx).Role).MayCall(string(operator.Cashier)) == nil
	answer := make([]OutsideSystem, len(systems))
	for n, x := range systems {
		answer[n] = OutsideSystem{
			OutsideHealth: shown(x), Stops: wire.TextOrNull(x.Stops), ReadAt: wire.TimeOrNull(x.ReadAt), May: []string{},
		}
		if stops && x.Stops != "" && x.State != today.Stopped {
			answer[n].May = []string{stopSystem}
		}
		if b := x.Connection; x.Known {
			answer[n].Calls = wire.NullableOf(OutsideCalls{b.Done, b.Refused, b.Unknown, b.P95.Milliseconds(), b.Open})
		}
	}
	return httpx.OK(answer)
}

// healthOf lists the systems that are not up first.
func healthOf(systems []today.System) []OutsideHealth {
	list := make([]OutsideHealth, len(systems))
	for n, x := range systems {
		list[n] = shown(x)
	}
	slices.SortStableFunc(list, func(a, b OutsideHealth) int { return rank(b.State) - rank(a.State) })
	return list
}

// rank is how much a state concerns people.
func rank(state string) int {
	return slices.Index([]string{string(today.Up), string(today.Slow), string(today.Stopped), string(today.Down)}, state)
}

func shown(x today.System) OutsideHealth {
	return OutsideHealth{
		System: x.Name, Kind: x.Kind, State: string(x.State), Since: wire.TimeOrNull(x.Since),
		Why: wire.TextOrNull(string(x.Cause)), Detail: wire.TextOrNull(x.Detail),
	}
}
