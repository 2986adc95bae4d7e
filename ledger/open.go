package ledger

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
)

// Ledger is one node's way to the money. All its methods may be called from many goroutines.
type Ledger struct {
	s       *store.Store
	q       *ledgerdb.Queries // reads, outside transactions
	numbers *numbers
	names   sync.Map // Account -> int64, the account's number; neither ever changes
	epochs  atomic.Pointer[[]epoch]
	commits []*committer // one for each lane of the writer
	writer  *writer
	changed atomic.Pointer[func(members []string)]
	sign    func(number int64, hash string) string // nil: seals are not signed
	// unsealed: this ledger seals nothing.
	unsealed bool
	stop     context.CancelFunc
	running  sync.WaitGroup
}

// Option is a part of a ledger that not every one has.
type Option func(*Ledger)

// Signed has each seal's number and hash signed: who rewrites the chain without the key is found by that (internal/witness).
func Signed(sign func(number int64, hash string) string) Option {
	return func(l *Ledger) { l.sign = sign }
}

// Unsealed leaves new batches to another ledger, which can sign.
func Unsealed() Option {
	return func(l *Ledger) { l.unsealed = true }
}

// Open starts a ledger on a migrated store and takes a node number. Close it before the store.
func Open(ctx context.Context, s *store.Store, options ...Option) (*Ledger, error) {
	l := &Ledger{s: s, q: ledgerdb.New(s.DB())}
	for _, o := range options {
		o(l)
	}
	var err error
	if l.numbers, err = newNumbers(ctx, s); err != nil {
		return nil, err
	}
	if err := l.openEpochs(ctx); err != nil {
		return nil, err
	}
	if l.commits, err = newCommitters(ctx, l); err != nil {
		return nil, err
	}
	life, stop := context.WithCancel(context.Background())
	l.stop = stop
	l.writer = l.startLanes()
	l.running.Go(func() { l.numbers.keep(life) })
	l.running.Go(func() { l.keepSealing(life) })
	return l, nil
}

// OnBatch names the one who wants to know of each batch of the batched path, for figures. f must return at once.
func (l *Ledger) OnBatch(f func(commands int, took time.Duration, err error)) {
	l.writer.observed.Store(&f)
}

// Waiting is how many commands wait for a batch.
func (l *Ledger) Waiting() int { return l.writer.waiting() }

// Close finishes what was handed in, seals it and gives the node number back.
func (l *Ledger) Close() error {
	l.writer.close()
	err := closeAll(l.commits)
	l.stop()
	l.running.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, sealErr := l.Seal(ctx)
	return errors.Join(err, sealErr, l.numbers.release(ctx))
}

// OnChange names the one who wants to know, after each commit, which members' money changed: a hint for the live
// connection, never part of the truth. f must return at once.
func (l *Ledger) OnChange(f func(members []string)) { l.changed.Store(&f) }

// Unwired names the setters that were not called.
func (l *Ledger) Unwired() (setters []string) {
	if l.changed.Load() == nil {
		setters = append(setters, "ledger.OnChange")
	}
	return setters
}

func (l *Ledger) tellChange(members []string) {
	if f := l.changed.Load(); f != nil && len(members) > 0 {
		(*f)(members)
	}
}

// openEpochs reads who this database is towards the outside, and makes it somebody the first time.
func (l *Ledger) openEpochs(ctx context.Context) error {
	rows, err := l.q.Epochs(ctx)
	if err == nil && len(rows) == 0 {
		if err = l.addEpoch(ctx, 0); err == nil {
			rows, err = l.q.Epochs(ctx)
		}
	}
	if err != nil {
		return fmt.Errorf("ledger: epoch: %w", err)
	}
	epochs := make([]epoch, 0, len(rows))
	for _, r := range rows {
		epochs = append(epochs, epoch{ID(r.FirstTransfer), r.Code})
	}
	l.epochs.Store(&epochs)
	return nil
}

// RenewEpoch makes this database somebody else towards the outside from now on: a restored copy must not give out the
// references that the original gave out after the backup. References given before stay readable.
func (l *Ledger) RenewEpoch(ctx context.Context) error {
	first, err := l.numbers.id()
	if err != nil {
		return err
	}
	if err := l.addEpoch(ctx, first); err != nil {
		return fmt.Errorf("ledger: epoch: %w", err)
	}
	return l.openEpochs(ctx)
}

func (l *Ledger) addEpoch(ctx context.Context, first ID) error {
	return l.s.Write(ctx, func(tx *store.Tx) error {
		q := ledgerdb.New(tx)
		rows, err := q.Epochs(ctx)
		if err != nil {
			return err
		}
		code := randomEpoch()
		for slices.ContainsFunc(rows, func(r ledgerdb.Epoch) bool { return r.Code == code }) {
			code = randomEpoch()
		}
		return q.AddEpoch(ctx, int64(first), code)
	})
}

func randomEpoch() int64 {
	var b [2]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails since Go 1.24
	return int64(binary.BigEndian.Uint16(b[:]) & (1<<(5*epochLength) - 1))
}
