// Package lookup answers what the operator declares: banks, sources, texts, contact, tutorials and the site's switches.
//
// Promises:
//   - New content is in force on this node at once and on all others within seconds, without a restart.
//   - Most lookups read nothing from the database.
//   - Every former version of a section stays, with its first and its last moment.
//   - HTML is sanitised when it is written. A document that can't be shown is refused whole.
package lookup

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"krapao/internal/store"
	"krapao/lookup/internal/lookupdb"
)

const (
	// freshness is how long a node may show old content after another node has replaced it, while the database answers.
	freshness = 2 * time.Second
	// refreshWithin bounds one refresh. The caller waits refreshWait for it, and then gets the content that is known: a
	// database that does not answer delays nobody for long.
	refreshWithin = 5 * time.Second
	refreshWait   = 500 * time.Millisecond
)

// Options are the switches that come from the configuration and not from content.
type Options struct {
	RegisterOTP, Chat bool
	// Laos puts Lao first: the default language, and Lao banks before the Thai ones.
	Laos bool
	// TruelinkSecret is this installation's, the same on all its nodes; content may set another.
	TruelinkSecret string
}

// Service answers lookups. It is safe for concurrent use.
type Service struct {
	store   *store.Store
	options Options
	current atomic.Pointer[snapshot]
	refresh chan struct{} // full while a refresh is under way
	swap    sync.Mutex    // held while current and applied change together
	applied int           // how often this node put content into force
}

// New makes the service.
func New(s *store.Store, o Options) *Service {
	return &Service{store: s, options: o, refresh: make(chan struct{}, 1)}
}

// RegisterOTP reports whether a registration needs a one-time code.
func (s *Service) RegisterOTP() bool { return s.options.RegisterOTP }

// Chat reports whether the chat widget is on.
func (s *Service) Chat() bool { return s.options.Chat }

// Laos reports whether this is the Laos mode.
func (s *Service) Laos() bool { return s.options.Laos }

// snapshot is all content as it was in force at one moment.
type snapshot struct {
	checked  time.Time
	versions map[string]int64
	sections
}

// now returns content that is at most freshness old; older content, where the database does not answer within refreshWait.
// One caller starts the refresh. The others get the known content meanwhile.
func (s *Service) now(ctx context.Context) (*snapshot, error) {
	have := s.current.Load()
	if have == nil {
		return s.first(ctx)
	}
	if s.store.Now().Sub(have.checked).Abs() < freshness {
		return have, nil
	}
	select {
	case s.refresh <- struct{}{}:
	default:
		return have, nil
	}
	refreshed := make(chan struct{})
	go func() {
		defer close(refreshed)
		defer func() { <-s.refresh }()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), refreshWithin)
		defer cancel()
		_, _ = s.renew(ctx, have) // what can't be read now, the next caller reads
	}()
	patient := time.NewTimer(refreshWait)
	defer patient.Stop()
	select {
	case <-refreshed:
	case <-patient.C:
	case <-ctx.Done():
	}
	if latest := s.current.Load(); latest != nil { // nil: new content was put into force meanwhile
		return latest, nil
	}
	return s.first(ctx)
}

// first loads the content of a service that has none yet.
func (s *Service) first(ctx context.Context) (*snapshot, error) {
	select {
	case s.refresh <- struct{}{}:
		defer func() { <-s.refresh }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if have := s.current.Load(); have != nil {
		return have, nil
	}
	return s.renew(ctx, nil)
}

// renew loads the content in force, and keeps it for the next caller.
func (s *Service) renew(ctx context.Context, have *snapshot) (*snapshot, error) {
	applied := s.generation()
	fresh, err := s.load(ctx, have)
	if err != nil {
		return nil, err
	}
	s.keep(fresh, applied)
	return fresh, nil
}

func (s *Service) generation() int {
	s.swap.Lock()
	defer s.swap.Unlock()
	return s.applied
}

// keep keeps loaded content, unless new content was put into force during the load.
func (s *Service) keep(fresh *snapshot, applied int) {
	s.swap.Lock()
	defer s.swap.Unlock()
	if s.applied == applied {
		s.current.Store(fresh)
	}
}

func (s *Service) load(ctx context.Context, have *snapshot) (*snapshot, error) {
	q, checked := lookupdb.New(s.store.DB()), s.store.Now()
	if have != nil {
		versions, err := q.CurrentVersions(ctx)
		if err != nil {
			return nil, fmt.Errorf("lookup: versions: %w", err)
		}
		latest := make(map[string]int64, len(versions))
		for _, v := range versions {
			latest[v.Section] = v.Version
		}
		if maps.Equal(latest, have.versions) {
			same := *have
			same.checked = checked
			return &same, nil
		}
	}
	rows, err := q.CurrentContent(ctx)
	if err != nil {
		return nil, fmt.Errorf("lookup: content: %w", err)
	}
	fresh := &snapshot{checked: checked, versions: make(map[string]int64, len(rows))}
	for _, row := range rows {
		fresh.versions[row.Section] = row.Version
		if err := fresh.decode(row.Section, []byte(row.Body)); err != nil {
			return nil, fmt.Errorf("lookup: section %s, version %d: %w", row.Section, row.Version, err)
		}
	}
	return fresh, nil
}

// forget makes the next caller load the content that was just put into force.
func (s *Service) forget() {
	s.swap.Lock()
	defer s.swap.Unlock()
	s.applied++
	s.current.Store(nil)
}
