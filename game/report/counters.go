package report

import (
	"cmp"
	"context"
	"sync"
	"time"

	"krapao/game"
)

const (
	// pagesPerBatch limits the pages of one batch of accounts, whose counters are read to the end or not at all.
	pagesPerBatch = 1000
	// playersAtOnce is how many accounts' counters are requested in one call. The last call of a provider takes up to
	// half as many more, so that it never has only a few accounts, which the provider may refuse to report on.
	playersAtOnce = 100
	playersAtLast = playersAtOnce + playersAtOnce/2
	// counterReach is how long after the last activity an account's counters are requested.
	counterReach = 48 * time.Hour
)

// sweep is the progress of reading all accounts' counters, if it takes more than one turn.
type sweep struct {
	provider, beyond string // the last account that was requested
	next             string // the cursor after the first batch
	stored           bool   // something new was listed
	settled          time.Time
}

// sweeps are the sweeps that were begun on this node, by source.
type sweeps struct {
	mu    sync.Mutex
	begun map[string]sweep
}

// take returns a begun sweep, or a new one.
func (s *sweeps) take(name string, at position) sweep {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sw, begun := s.begun[name]; begun {
		delete(s.begun, name)
		return sw
	}
	return sweep{settled: at.settled}
}

func (s *sweeps) leave(name string, sw sweep) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun[name] = sw
}

// readCounters requests the counters of all recently used accounts, in batches. Each batch begins at the same cursor,
// which moves when all have been read: a row that is listed twice adds nothing. If a turn is too short for all, or a
// batch fails, the next turn continues with that batch.
func (s *Service) readCounters(ctx context.Context, src source, at position) (err error) {
	sw, done := s.sweeps.take(src.name, at), false
	defer func() {
		if !done {
			s.sweeps.leave(src.name, sw)
		}
	}()
	used := at.asked
	if at.ReadAt != 0 {
		used = at.ReadAt.Time() // after an outage, include accounts that were active before it
	}
	for _, provider := range src.names() {
		if provider < sw.provider {
			continue
		}
		if provider != sw.provider {
			sw.provider, sw.beyond = provider, ""
		}
		for more := true; more; {
			if s.timeOver(ctx) {
				return nil
			}
			names, err := s.accounts.UsedSince(ctx, provider, used.Add(-counterReach), sw.beyond, playersAtLast)
			if err != nil {
				return err
			}
			if more = len(names) == playersAtLast; more {
				names = names[:playersAtOnce]
			}
			if len(names) == 0 {
				break
			}
			turn := at.Turn
			var next string
			if at, next, err = s.readBatch(ctx, src, at, provider, names); err != nil {
				return err
			}
			sw.beyond, sw.next = names[len(names)-1], cmp.Or(sw.next, next)
			sw.stored = sw.stored || at.Turn != turn
		}
	}
	done = true
	if !sw.stored && s.untold(src, at, sw.settled) {
		return nil
	}
	at.settled = sw.settled
	_, err = s.keep(ctx, src, at, nil, cmp.Or(sw.next, at.Cursor), true)
	return err
}

// readBatch reads the counters of some accounts to the end, and returns the cursor of the next turn.
func (s *Service) readBatch(
	ctx context.Context, src source, at position, provider string, names []string,
) (after position, next string, err error) {
	players, err := s.reportPlayers(ctx, provider, names)
	if err != nil {
		return at, "", err
	}
	cursor := at.Cursor
	for range pagesPerBatch {
		page, err := s.ask(ctx, src, game.ReportQuery{
			Cursor: cursor, Since: at.since, Until: at.asked, Limit: reportPage, Players: players,
		})
		if err != nil {
			return at, "", err
		}
		if at, err = s.keepPage(ctx, src, at, page.Rows, at.Cursor, false); err != nil {
			return at, "", err
		}
		cursor = page.Next
		if !page.More {
			return at, cursor, nil
		}
	}
	return at, "", errStuck
}

// reportPlayers returns a provider's accounts for a request of counters, which needs no password.
func (s *Service) reportPlayers(ctx context.Context, provider string, names []string) ([]game.Player, error) {
	since := s.providers.Provider(provider).Capabilities().NeedsFirst
	players := make([]game.Player, len(names))
	for i, name := range names {
		players[i] = game.Player{Username: name}
		if !since {
			continue
		}
		var err error
		if players[i].First, err = s.accounts.First(ctx, provider, name); err != nil {
			return nil, err
		}
	}
	return players, nil
}
