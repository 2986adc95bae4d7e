package report

import (
	"context"
	"fmt"
	"time"

	"krapao/game"
	"krapao/game/report/internal/reportdb"
)

// State is the state of reading a provider's report.
type State struct {
	Provider string
	// Source is the report's name; several providers may share it. Form is empty where the provider has no report.
	Source string
	Form   game.ReportForm
	// ReadAt is when it was last read to its end, ReportedTo the time before which everything settled is stored (except
	// Missed), FailingSince when its reading began to fail, because of Reason. Zero: never, or not failing.
	ReadAt, ReportedTo, FailingSince time.Time
	Reason                           string
	// Missed is what the provider no longer listed when it was read again, so it is not stored; zero: nothing.
	Missed game.Span
	// Rows is how many rows were ever new, of all providers of the source.
	Rows int64
}

// States returns the state of every provider's report, by the providers' names.
func (s *Service) States(ctx context.Context) ([]State, error) {
	rows, err := reportdb.New(s.store.DB()).Reports(ctx)
	if err != nil {
		return nil, fmt.Errorf("game: read the state of reports: %w", err)
	}
	bySource := map[string]reportdb.GameReport{}
	for _, row := range rows {
		bySource[row.Source] = row
	}
	states := []State{}
	for _, name := range s.providers.Names() {
		p := s.providers.Provider(name)
		state := State{Provider: name}
		if _, tells := p.(game.Reporter); tells && p.Capabilities().Report != game.ReportNone {
			caps := p.Capabilities()
			row := bySource[sourceOf(name, caps)]
			state = State{
				Provider: name, Source: sourceOf(name, caps), Form: caps.Report, Reason: row.Reason, Rows: row.Rows,
				ReadAt: row.ReadAt.Time(), ReportedTo: row.ReportedTo.Time(), FailingSince: row.FailingSince.Time(),
				Missed: game.Span{From: row.MissedFrom.Time(), To: row.MissedTo.Time()},
			}
		}
		states = append(states, state)
	}
	return states, nil
}

// ReportedUpTo returns the time before which everything that settled at a provider is stored, except for
// State.Missed; zero if it has no report, or none was read yet.
func (s *Service) ReportedUpTo(ctx context.Context, provider string) (time.Time, error) {
	states, err := s.States(ctx)
	if err != nil {
		return time.Time{}, err
	}
	for _, state := range states {
		if state.Provider == provider {
			return state.ReportedTo, nil
		}
	}
	return time.Time{}, nil
}
