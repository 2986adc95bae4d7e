package report

import (
	"context"
	"sync"
	"time"

	"krapao/internal/clock"
)

// Where nothing is written on any node for a minute, reports are read as often as ever, because members may be playing at a
// provider. But what was found is written down, and what can't have changed is asked of the database, every few minutes only.

// notesEvery is how often that is.
const notesEvery = 5 * time.Minute

// unwritten is up to when a report was read without anything new, after the turn that is written down.
type unwritten struct {
	turn int64
	upTo clock.Micros
}

// untold reports whether a report that was read to its end, without anything new, need not be written down: what is known about
// it is younger than notesEvery, and nothing was written since. This node remembers up to when it was read. The next turn reads
// the same time again.
func (s *Service) untold(src source, at position, settled time.Time) bool {
	if at.FailingSince != 0 || !s.store.Quiet() || at.asked.Sub(at.ReadAt.Time()).Abs() >= notesEvery {
		return false
	}
	s.memory.mu.Lock()
	defer s.memory.mu.Unlock()
	s.memory.read[src.name] = unwritten{at.Turn, clock.MicrosOf(settled)}
	return true
}

// recall adds to a position what this node remembers.
func (s *Service) recall(src source, at *position) {
	s.memory.mu.Lock()
	defer s.memory.mu.Unlock()
	if m := s.memory.read[src.name]; m.turn == at.Turn {
		at.ReportedTo = max(at.ReportedTo, m.upTo)
	}
}

// memory is what a node remembers of reports.
type memory struct {
	mu sync.Mutex
	// first is when the first account at a provider was opened. An account is never taken away.
	first map[string]time.Time
	// none is when a source had no account, and read what is not written down of it, by its name.
	none map[string]time.Time
	read map[string]unwritten
}

func newMemory() *memory {
	return &memory{first: map[string]time.Time{}, none: map[string]time.Time{}, read: map[string]unwritten{}}
}

// firstOpened is when the first account at a provider was opened; zero if there is none.
func (s *Service) firstOpened(ctx context.Context, provider string) (time.Time, error) {
	s.memory.mu.Lock()
	first, known := s.memory.first[provider]
	s.memory.mu.Unlock()
	if known {
		return first, nil
	}
	first, err := s.accounts.FirstOpened(ctx, provider)
	if err == nil && !first.IsZero() {
		s.memory.mu.Lock()
		s.memory.first[provider] = first
		s.memory.mu.Unlock()
	}
	return first, err
}

// stillNone reports whether a source has no account, as it had none less than notesEvery ago: opening one would be written.
func (s *Service) stillNone(source string) bool {
	s.memory.mu.Lock()
	defer s.memory.mu.Unlock()
	since, none := s.memory.none[source]
	return none && s.store.Quiet() && time.Since(since) < notesEvery
}

// noteNone notes whether a source has an account.
func (s *Service) noteNone(source string, none bool) {
	s.memory.mu.Lock()
	defer s.memory.mu.Unlock()
	if delete(s.memory.none, source); none {
		s.memory.none[source] = time.Now()
	}
}
