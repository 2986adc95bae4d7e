package today

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	"krapao/operator"
	"krapao/operator/alarm"
)

// registerAlarms adds the calls about the record of alarms.
func (c *Room) registerAlarms(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/alarm", ID: "listAlarms", Access: httpx.Operators, Needs: "support+a",
		Scope: "today:read", CSV: true, Summary: "The alarms of the installation, newest first",
	}, c.handleAlarms)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/alarm/{id}/seen", ID: seeAlarm, Access: httpx.Operators, Needs: "support",
		Scope: "today:decide", Summary: "Say that one has seen an alarm. Who says so first is kept",
	}, c.handleSeen)
}

const seeAlarm = "seeAlarm"

// DayAlarm is a figure that is beyond what operating.md says is an alarm.
type DayAlarm struct {
	ID     string    `json:"id"`
	Name   string    `json:"name" doc:"breaks, audit, clock, outsideClock, figures, unsettled, provider, doubts, report, reconcile, slips, unmatched, statement, lines, budget, conditions, comingHome, holders, sms, standby, tally, heads, coverage, notices, retention or restoredList"`
	Of     *string   `json:"of" doc:"Whose it is: a provider, an account, a place; null: the node's or the house's"`
	Metric string    `json:"metric" doc:"The figure's name at /metrics and in operating.md"`
	Since  wire.Time `json:"since"`
	SeenBy *string   `json:"seenBy" doc:"The operator who said first that it has seen it; null: nobody has"`
	May    []string  `json:"may" doc:"What the caller may do with it now"`
}

// KeptAlarm is one of the record.
type KeptAlarm struct {
	DayAlarm

	EndedAt *wire.Time `json:"endedAt" nullable:"true" doc:"When a node saw it last; null: it is there"`
	SeenAt  *wire.Time `json:"seenAt" nullable:"true"`
}

// alarmOf leaves out what the caller may do with it.
func alarmOf(a alarm.Alarm) DayAlarm {
	return DayAlarm{
		ID: a.ID, Name: a.Name, Of: wire.TextOrNull(a.Of), Metric: a.Metric, Since: wire.Time(a.Since),
		SeenBy: wire.TextOrNull(a.SeenBy),
	}
}

// forCaller adds what the caller may do with an alarm.
func (a DayAlarm) forCaller(ctx context.Context) DayAlarm {
	a.May = []string{}
	if a.SeenBy == nil && operator.Role(httpx.StateOf(ctx).Role) != operator.Auditor {
		a.May = append(a.May, seeAlarm)
	}
	return a
}

func keptOf(ctx context.Context, a alarm.Alarm) KeptAlarm {
	return KeptAlarm{alarmOf(a).forCaller(ctx), wire.TimeOrNull(a.Ended), wire.TimeOrNull(a.SeenAt)}
}

// AlarmsAsked are the filters of the list.
type AlarmsAsked struct {
	list.Query
	list.Span

	Open bool `doc:"Only those that are there" query:"open"`
}

// handleAlarms answers GET /api/alarm.
func (c *Room) handleAlarms(ctx context.Context, in *AlarmsAsked) (*httpx.Reply[list.Page[KeptAlarm]], error) {
	if err := in.Check(false); err != nil {
		return nil, err
	}
	filters := list.Filters{}
	if in.Open {
		filters["open"] = "true"
	}
	all := list.List[alarm.Alarm, alarm.Place, KeptAlarm]{
		Name: "alarm", Key: alarm.Alarm.Place, Columns: alarmColumns,
		Show: func(ctx context.Context, rows []alarm.Alarm) ([]KeptAlarm, error) {
			shown := make([]KeptAlarm, len(rows))
			for n, a := range rows {
				shown[n] = keptOf(ctx, a)
			}
			return shown, nil
		},
	}
	return all.Read(ctx, c.lists, in.Query, list.Rows[alarm.Alarm, alarm.Place]{
		Filters: filters.In(in.Span),
		Read: func(ctx context.Context, after *alarm.Place, most int) ([]alarm.Alarm, error) {
			return c.alarms.Newest(ctx, in.From, after, most)
		},
		Keep: func(a alarm.Alarm) bool {
			return (!in.Open || a.Ended.IsZero()) && (in.To.IsZero() || a.Since.Before(in.To))
		},
	})
}

// OneAlarm names an alarm.
type OneAlarm struct {
	ID string `maxLength:"32" path:"id"`
}

// handleSeen answers POST /api/alarm/{id}/seen. Whoever asks for the day next is told of it.
func (c *Room) handleSeen(ctx context.Context, in *OneAlarm) (*httpx.Reply[KeptAlarm], error) {
	a, err := c.alarms.See(ctx, decide.Caller(ctx), in.ID)
	c.forget()
	return httpx.Answer(keptOf(ctx, a), err)
}

var alarmColumns = []list.Column[alarm.Alarm]{
	{Name: "id", Cell: func(a alarm.Alarm) any { return a.ID }},
	{Name: "name", Cell: func(a alarm.Alarm) any { return a.Name }},
	{Name: "of", Cell: func(a alarm.Alarm) any { return a.Of }},
	{Name: "metric", Cell: func(a alarm.Alarm) any { return a.Metric }},
	{Name: "since", Cell: func(a alarm.Alarm) any { return a.Since }},
	{Name: "ended_at", Cell: func(a alarm.Alarm) any { return a.Ended }},
	{Name: "seen_by", Cell: func(a alarm.Alarm) any { return a.SeenBy }},
	{Name: "seen_at", Cell: func(a alarm.Alarm) any { return a.SeenAt }},
}
