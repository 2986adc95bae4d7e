package money

import (
	"context"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/operator/gamecase"
	"krapao/reconcile"
)

// Providers say how providers of games are doing.
type Providers interface {
	Providers(ctx context.Context) ([]gamecase.ProviderState, error)
}

// GameProvider is how a provider is doing: its transfers in doubt, its compared days, its cases, and its report of play.
type GameProvider struct {
	Code         string                     `json:"code"`
	Connected    bool                       `json:"connected" doc:"This program can reach it"`
	CircuitOpen  bool                       `json:"circuitOpen" doc:"The answering node does not call it for now"`
	FailingSince *wire.Time                 `json:"failingSince" nullable:"true" doc:"Since when it does not answer this node; null: it answers"`
	Doubts       int                        `json:"doubts" doc:"Transfers with an unknown outcome"`
	DoubtsSince  *wire.Time                 `json:"doubtsSince" nullable:"true"`
	Cases        int                        `json:"cases" doc:"Differences that are not decided"`
	Day          wire.Nullable[ComparedDay] `json:"day" doc:"The newest day whose comparison has begun; null: none yet"`
	Waiting      int                        `json:"waiting" doc:"Days that are not finished"`
	WaitingSince *string                    `json:"waitingSince" nullable:"true" doc:"The first of them"`
	Report       wire.Nullable[PlayReport]  `json:"report" doc:"null: it has no report of play"`
}

// ComparedDay is how far a day of a provider is compared with ours.
type ComparedDay struct {
	Method string `json:"method" enum:"list,reference,none"`
	DayProgress
}

// DayProgress is how far a day is, whether or not its comparison has begun.
type DayProgress struct {
	Day         string     `json:"day"`
	Done        bool       `json:"done"`
	Ours        int        `json:"ours" doc:"Transfers of ours"`
	Theirs      int        `json:"theirs" doc:"The provider's rows or answers"`
	Compared    int        `json:"compared" doc:"Ours that were compared"`
	Undecided   int        `json:"undecided" doc:"Ours that could not be compared"`
	Differences int        `json:"differences" doc:"Cases that are not decided"`
	Tries       int        `json:"tries" doc:"Failures in a row"`
	Reason      string     `json:"reason" doc:"An error after which it is tried again; or the last one that could not be compared, with what was said of it"`
	At          wire.Time  `json:"at"`
	Next        *wire.Time `json:"next" nullable:"true" doc:"When it is compared again"`
}

// PlayReport is how far a provider's report of play is read.
type PlayReport struct {
	ReadAt       *wire.Time `json:"readAt" nullable:"true" doc:"When it was last read to its end"`
	ReportedTo   *wire.Time `json:"reportedTo" nullable:"true" doc:"Everything settled before is stored"`
	FailingSince *wire.Time `json:"failingSince" nullable:"true"`
	Reason       string     `json:"reason"`
}

// handleProviders answers GET /api/provider.
func (c *Room) handleProviders(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[[]GameProvider], error) {
	found, err := c.d.Providers.Providers(ctx)
	answer := make([]GameProvider, len(found))
	for n, p := range found {
		answer[n] = providerOf(p)
	}
	return httpx.Answer(answer, err)
}

func providerOf(p gamecase.ProviderState) GameProvider {
	shown := GameProvider{
		Code: p.Provider, Connected: p.Connected, CircuitOpen: p.CircuitOpen, FailingSince: wire.TimeOrNull(p.FailingSince),
		Doubts: p.Doubts, DoubtsSince: wire.TimeOrNull(p.Oldest), Cases: p.Cases, Waiting: p.Waiting,
		WaitingSince: wire.TextOrNull(p.WaitingSince),
	}
	if p.Day.Day != "" {
		shown.Day = wire.NullableOf(dayComparedOf(p.Day))
	}
	if r := p.Report; r.Form != "" {
		shown.Report = wire.NullableOf(PlayReport{
			ReadAt: wire.TimeOrNull(r.ReadAt), ReportedTo: wire.TimeOrNull(r.ReportedTo), FailingSince: wire.TimeOrNull(r.FailingSince),
			Reason: r.Reason,
		})
	}
	return shown
}

func dayComparedOf(d reconcile.ComparedDay) ComparedDay {
	return ComparedDay{d.Method, progressOf(d)}
}

func progressOf(d reconcile.ComparedDay) DayProgress {
	return DayProgress{
		Day: d.Day, Done: d.Done, Ours: d.Ours, Theirs: d.Theirs, Compared: d.Compared, Undecided: d.Undecided,
		Differences: d.Differences, Tries: d.Tries, Reason: d.Reason, At: wire.Time(d.At), Next: wire.TimeOrNull(d.Next),
	}
}
