package ledger

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"krapao/internal/store"
	"krapao/ledger/internal/chain"
	"krapao/ledger/internal/lane"
	"krapao/ledger/internal/ledgerdb"
	"krapao/ledger/internal/number"
)

// ErrClosed is returned after Close: nothing was done.
var ErrClosed = lane.ErrClosed

// Ledger is one node's access to the money. All its methods may be called from many goroutines.
type Ledger struct {
	s          *store.Store
	q          *ledgerdb.Queries // reads, outside transactions
	numbers    *number.Maker
	references *number.References
	names      *names
	commits    []*committer // one for each lane of the queue
	queue      *lane.Queue[*item]
	changed    atomic.Pointer[func(members []string)]
	sealer     *chain.Sealer
	stop       context.CancelFunc
	running    sync.WaitGroup
}

// Option is a part of a ledger that not every ledger has.
type Option func(*Ledger)

// Signed has each seal's number and hash signed: whoever rewrites the chain without the key is found by that
// (internal/witness).
func Signed(sign func(number int64, hash string) string) Option {
	return func(l *Ledger) { l.sealer.Sign = sign }
}

// Unsealed leaves new batches to another ledger, which can sign.
func Unsealed() Option {
	return func(l *Ledger) { l.sealer.Off = true }
}

// Open starts a ledger on a migrated store and takes a node number. Close it before the store.
func Open(ctx context.Context, s *store.Store, options ...Option) (*Ledger, error) {
	l := &Ledger{s: s, q: ledgerdb.New(s.DB()), sealer: chain.NewSealer(s)}
	for _, o := range options {
		o(l)
	}
	var err error
	if l.numbers, err = number.NewMaker(ctx, s); err != nil {
		return nil, err
	}
	l.names = &names{store: s, reads: l.q, ids: l.numbers}
	if l.references, err = number.OpenReferences(ctx, s); err != nil {
		return nil, err
	}
	if l.commits, err = newCommitters(ctx, l); err != nil {
		return nil, err
	}
	life, stop := context.WithCancel(context.Background())
	l.stop = stop
	l.queue = startLanes(l.commits)
	l.running.Go(func() { l.numbers.Keep(life) })
	l.running.Go(func() { l.sealer.Keep(life) })
	return l, nil
}

// Close finishes the commands that were submitted, seals them and gives the node number back.
func (l *Ledger) Close() error {
	l.queue.Close()
	err := closeAll(l.commits)
	l.stop()
	l.running.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, sealErr := l.Seal(ctx)
	return errors.Join(err, sealErr, l.numbers.Release(ctx))
}

// OnBatch sets the observer of each batch of the batched path, for metrics. f must return at once.
func (l *Ledger) OnBatch(f func(commands int, took time.Duration, err error)) { l.queue.Observe(f) }

// Waiting returns how many commands wait for a batch.
func (l *Ledger) Waiting() int { return l.queue.Waiting() }

// OnChange sets the observer that is called after each commit with the members whose money changed: a hint for the live
// connection, never part of the truth. f must return at once.
func (l *Ledger) OnChange(f func(members []string)) { l.changed.Store(&f) }

// Unwired names the setters that were not called.
func (l *Ledger) Unwired() (setters []string) {
	if l.changed.Load() == nil {
		setters = append(setters, "ledger.OnChange")
	}
	return setters
}

func (l *Ledger) notifyChange(members []string) {
	if f := l.changed.Load(); f != nil && len(members) > 0 {
		(*f)(members)
	}
}

// Node returns this node's number while it runs, a part of every id that it makes.
func (l *Ledger) Node() int64 { return l.numbers.Node() }

// Reference returns what the outside gets and the wire shows for an id: 15 characters, the first two the store's epoch.
func (l *Ledger) Reference(id ID) string { return l.references.Of(int64(id)) }

// ParseReference returns the id of a reference; ok reports whether this ledger gave it out.
func (l *Ledger) ParseReference(s string) (id ID, ok bool) {
	n, ok := l.references.Parse(s)
	return ID(n), ok
}

// RenewEpoch begins a new epoch of references: a restored copy must not give out the references that the original gave out
// after the backup. References given before stay readable.
func (l *Ledger) RenewEpoch(ctx context.Context) error {
	first, err := l.numbers.Next()
	if err != nil {
		return err
	}
	return l.references.Renew(ctx, first)
}

// Seal covers the batches since the last seal with a new one, and returns how many they were. The ledger does so by itself
// every second.
func (l *Ledger) Seal(ctx context.Context) (int, error) { return l.sealer.Seal(ctx) }
