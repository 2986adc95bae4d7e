// Package today is the operator API's part about how the house stands (OPERATOR-API.md, section 4): what waits, the money of the
// day beside the same weekday a week before, and the systems of the outside.
package today

import (
	"context"
	"net/http"
	"sync"
	"time"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/operator/alarm"
	"krapao/operator/queue"
	"krapao/operator/report"
	"krapao/operator/today"
)

// Reports are the liability reports that were kept, and series of figures.
type Reports interface {
	Tally(ctx context.Context, a report.SeriesAsked) (report.Tally, error)
	Kept(ctx context.Context, from, to time.Time, after *report.Place, most int) ([]report.Liability, error)
}

// Room answers the calls about the day.
type Room struct {
	day     *today.Service
	reports Reports
	items   *queue.Service
	alarms  *alarm.Service
	lists   *list.Desk
	now     func() time.Time

	// One answer is for all consoles of a node that ask within some seconds.
	mu   sync.Mutex
	last DayNow
	at   time.Time
}

// New makes it. now says how old an answer is.
func New(
	day *today.Service, reports Reports, items *queue.Service, alarms *alarm.Service, lists *list.Desk, now func() time.Time,
) *Room {
	return &Room{day: day, reports: reports, items: items, alarms: alarms, lists: lists, now: now}
}

// Register adds the calls.
func (c *Room) Register(f *httpx.Frame) {
	call := func(path, id, summary string) httpx.Route {
		return httpx.Route{
			Method: http.MethodGet, Path: path, ID: id, Access: httpx.Operators, Needs: "support+a", Scope: "today:read",
			Tagged: true, Summary: summary,
		}
	}
	httpx.Register(f, call("/api/today", "getToday",
		"What waits, the money of the day beside the same weekday a week before, and how the outside systems are"), c.handleToday)
	httpx.Register(f, call("/api/system", "listSystems", "Every outside system, as the answering node knows it"), c.handleSystems)
	c.registerTally(f)
	c.registerAlarms(f)
}

// DayNow is how the house stands.
type DayNow struct {
	AsOf     wire.Time                  `json:"asOf" doc:"Everything that was posted up to then is in it; it is a whole minute where nothing was posted since"`
	Whole    bool                       `json:"whole" doc:"false: what was posted is still being added up"`
	Day      string                     `json:"day" doc:"The day in Bangkok"`
	Before   string                     `json:"before" doc:"The day it is compared with, a week before. Of its hour that goes on now, the share by minutes counts"`
	Waits    []DayWaits                 `json:"waits"`
	Money    []DayChannel               `json:"money" doc:"By channel: a deposit account, a gateway, or payouts"`
	Games    []DayGame                  `json:"games"`
	Bonus    DayCost                    `json:"bonus"`
	Members  DayMembers                 `json:"members"`
	Hours    []DayHour                  `json:"hours" doc:"All hours of the day"`
	Coverage wire.Nullable[DayCoverage] `json:"coverage" doc:"Of the newest liability report that was kept; null: there is none yet"`
	Systems  []OutsideHealth            `json:"systems" doc:"Those that are not up first, then by name"`
	Alarms   []DayAlarm                 `doc:"What is beyond what operating.md says is an alarm, once for the installation; longest first" json:"alarms"`
}

// DayWaits are how many items of a kind wait.
type DayWaits struct {
	Kind   string     `json:"kind"`
	Count  int64      `json:"count"`
	Oldest *wire.Time `json:"oldest" nullable:"true" doc:"Since when the oldest waits; null: nothing waits, or that is not known"`
	Due    *wire.Time `json:"due" nullable:"true" doc:"Until when the house has promised to decide the oldest"`
	Late   bool       `json:"late"`
}

// DayFlow is money that came in and went out.
type DayFlow struct {
	In  wire.Money `json:"in"`
	Out wire.Money `json:"out"`
}

// DayChannel is an account of the outside.
type DayChannel struct {
	Channel string `json:"channel"`
	DayFlow
	Compare DayFlow `json:"compare"`
}

// DayGame is what a provider's games brought.
type DayGame struct {
	Provider string     `json:"provider"`
	GGR      wire.Money `json:"ggr" doc:"What members lost, less what they won"`
	Compare  wire.Money `json:"compare"`
}

// DayCost is what the house paid to members, less what came back.
type DayCost struct {
	Cost    wire.Money `json:"cost"`
	Compare wire.Money `json:"compare"`
}

// DayPeople are numbers of members.
type DayPeople struct {
	New    int64 `json:"new" doc:"Who registered"`
	Active int64 `json:"active" doc:"Whose wallet or game moved; of the day a week before, those whose day had begun by then"`
}

// DayMembers are those of the day.
type DayMembers struct {
	DayPeople
	Compare DayPeople `json:"compare"`
}

// DayHour is one of the day.
type DayHour struct {
	At    wire.Time `json:"at"`
	Begun bool      `json:"begun" doc:"false: it is still to come"`
	DayFlow
	Compare DayFlow `json:"compare"`
}

// DayCoverage is what the house had of what it owed.
type DayCoverage struct {
	Ratio *int64    `json:"ratio" nullable:"true" doc:"In hundredths of a percent; null: what some system has was not known"`
	At    wire.Time `json:"at"`
}

// OutsideHealth is how an outside system is.
type OutsideHealth struct {
	System string     `json:"system" doc:"provider, gateway or bank with its code, payouts, slip:easyslip, ..."`
	Kind   string     `enum:"provider,gateway,bank,payout,slip,link,sms,blob" json:"kind"`
	State  string     `enum:"up,slow,down,stopped" json:"state"`
	Since  *wire.Time `json:"since" nullable:"true"`
	Why    *string    `doc:"circuit, unanswered, unread, slow; of one that is stopped, the cause of GET brake; null: it is up" json:"why"`
	Detail *string    `doc:"Of one that is stopped, a person's reason; else what it answered, in English" json:"detail"`
}

// fresh is for how long an answer is given again.
const fresh = 3 * time.Second

// handleToday answers GET /api/today.
func (c *Room) handleToday(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[DayNow], error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	if age := now.Sub(c.at); age >= 0 && age < fresh {
		return httpx.OK(c.last.forCaller(ctx))
	}
	answer, err := c.read(ctx)
	if err != nil {
		return nil, err
	}
	c.last, c.at = answer, now
	return httpx.OK(answer.forCaller(ctx))
}

// forget has the next one who asks read anew.
func (c *Room) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = time.Time{}
}

// forCaller adds what the caller may do with each alarm: all else is for everybody.
func (d DayNow) forCaller(ctx context.Context) DayNow {
	all := d.Alarms
	d.Alarms = make([]DayAlarm, len(all))
	for n, a := range all {
		d.Alarms[n] = a.forCaller(ctx)
	}
	return d
}

func (c *Room) read(ctx context.Context) (DayNow, error) {
	counts, err := c.items.Counts(ctx, nil)
	if err != nil {
		return DayNow{}, err
	}
	sums, err := c.day.Money(ctx)
	if err != nil {
		return DayNow{}, err
	}
	systems, err := c.day.Systems(ctx)
	if err != nil {
		return DayNow{}, err
	}
	alarms, err := c.alarms.Open(ctx)
	if err != nil {
		return DayNow{}, err
	}
	kept, err := c.reports.Kept(ctx, time.Time{}, time.Time{}, nil, 1)
	if err != nil {
		return DayNow{}, err
	}
	answer := moneyOf(sums)
	if len(kept) > 0 {
		answer.Coverage = wire.NullableOf(coverageOf(kept[0]))
	}
	answer.Waits = make([]DayWaits, len(counts))
	for n, x := range counts {
		answer.Waits[n] = DayWaits{x.Kind, x.N, wire.TimeOrNull(x.Oldest), wire.TimeOrNull(x.Due), x.Late}
	}
	answer.Systems = healthOf(systems)
	answer.Alarms = make([]DayAlarm, len(alarms))
	for n, x := range alarms {
		answer.Alarms[n] = alarmOf(x)
	}
	return answer, nil
}

func coverageOf(l report.Liability) DayCoverage {
	of := DayCoverage{At: wire.Time(l.At)}
	if points, known := l.Ratio(); known {
		of.Ratio = &points
	}
	return of
}

// moneyOf is the answer's money.
func moneyOf(m today.Money) DayNow {
	answer := DayNow{
		AsOf: wire.Time(m.AsOf), Whole: m.Whole, Day: m.Day, Before: m.Before,
		Money: make([]DayChannel, len(m.Channels)), Games: make([]DayGame, len(m.Games)), Hours: make([]DayHour, len(m.Hours)),
		Bonus:   DayCost{wire.Money(m.Bonus), wire.Money(m.BonusBefore)},
		Members: DayMembers{DayPeople{m.New, m.Active}, DayPeople{m.NewBefore, m.ActiveBefore}},
	}
	for n, x := range m.Channels {
		answer.Money[n] = DayChannel{x.Code, flowOf(x.Flow), flowOf(x.Before)}
	}
	for n, x := range m.Games {
		answer.Games[n] = DayGame{x.Provider, wire.Money(x.GGR), wire.Money(x.Before)}
	}
	for n, x := range m.Hours {
		answer.Hours[n] = DayHour{wire.Time(x.At), x.Begun, flowOf(x.Flow), flowOf(x.Before)}
	}
	return answer
}

func flowOf(f today.Flow) DayFlow { return DayFlow{wire.Money(f.In), wire.Money(f.Out)} }
