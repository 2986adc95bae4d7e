// Package lookup answers what the operator declares: banks, sources, texts, contact, tutorials and the site's switches.
//
// Promises:
//   - New content is in force on this node at once and on all others within seconds, without a restart. Whoever has read the
//     version of the content (internal/content) sees no content of before it.
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
	loading chan struct{} // full while the first content is loaded

	mu      sync.Mutex      // guards what follows, and each change of current
	applied int             // how often this node put content into force
	awaited <-chan struct{} // closed when nobody waits any more for the refresh under way; nil: there is none
}

// New makes the service.
func New(s *store.Store, o Options) *Service {
	return &Service{store: s, options: o, loading: make(chan struct{}, 1)}
}

// RegisterOTP reports whether a registration needs a one-time code.
func (s *Service) RegisterOTP() bool { return s.options.RegisterOTP }

// Chat reports whether the chat widget is on.
func (s *Service) Chat() bool { return s.options.Chat }

// Laos reports whether this is the Laos mode.
func (s *Service) Laos() bool { return s.options.Laos }

// snapshot is all content as it was in force at one moment.
type snapshot struct {
	checked time.Time
	// version of all content that a caller had read before this was loaded; 0: nobody had.
	version  int64
	versions map[string]int64
	sections
}

// now returns content that is at most freshness old; older content, where the database does not answer within refreshWait.
func (s *Service) now(ctx context.Context) (*snapshot, error) {
	have := s.current.Load()
	if have == nil {
		return s.first(ctx)
	}
	if s.store.Now().Sub(have.checked).Abs() < freshness {
		return have, nil
	}
	select {
	case <-s.refresh(ctx, have):
	case <-ctx.Done():
	}
	if latest := s.current.Load(); latest != nil { // nil: new content was put into force meanwhile
		return latest, nil
	}
	return s.first(ctx)
}

// refresh loads the content anew, once for all who ask meanwhile. They wait until the returned channel is closed: until it is
// loaded, and refreshWait at most from its beginning. So a database that does not answer delays only those who come first.
func (s *Service) refresh(ctx context.Context, have *snapshot) (awaited <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.awaited != nil {
		return s.awaited
	}
	ctx = context.WithoutCancel(ctx)
	waiting, enough := context.WithTimeout(ctx, refreshWait)
	s.awaited = waiting.Done()
	go func() {
		defer enough()
		defer s.refreshed()
		ctx, cancel := context.WithTimeout(ctx, refreshWithin)
		defer cancel()
		_, _ = s.renew(ctx, have, have.version) // what can't be read now, the next caller reads
	}()
	return waiting.Done()
}

func (s *Service) refreshed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.awaited = nil
}

// since returns content that is not of before a version of all content, which the caller has just read from the database.
func (s *Service) since(ctx context.Context, version int64) (*snapshot, error) {
	have, err := s.now(ctx)
	if err != nil || have.version >= version {
		return have, err
	}
	return s.renew(ctx, have, version)
}

// first loads the content of a service that has none yet.
func (s *Service) first(ctx context.Context) (*snapshot, error) {
	select {
	case s.loading <- struct{}{}:
		defer func() { <-s.loading }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if have := s.current.Load(); have != nil {
		return have, nil
	}
	return s.renew(ctx, nil, 0)
}

// renew loads the content in force, whose version was read before, and keeps it for the next caller.
func (s *Service) renew(ctx context.Context, have *snapshot, version int64) (*snapshot, error) {
	applied := s.generation()
	fresh, err := s.load(ctx, have)
	if err != nil {
		return nil, err
	}
	fresh.version = version
	s.keep(fresh, applied)
	return fresh, nil
}

func (s *Service) generation() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.applied
}

// keep keeps loaded content, unless newer content was put into force or kept during the load.
func (s *Service) keep(fresh *snapshot, applied int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.current.Load(); s.applied == applied && (now == nil || now.version <= fresh.version) {
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
	s.mu.Lock()
	defer s.mu.Unlock()
	s.applied++
	s.current.Store(nil)
}
