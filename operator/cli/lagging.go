package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/alecthomas/kong"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/cli/sheet"
)

// lagging marks a command that only lists.
type lagging struct{ sheet.Lagging }

// Standby reads lists of a store that may have a standby.
type Standby struct {
	store *store.Store
	// told is until when an operator of this node was told that something had changed, in microseconds.
	told atomic.Int64
}

// NewStandby makes one.
func NewStandby(s *store.Store) *Standby { return &Standby{store: s} }

// run carries out a command. A list is read on the standby if that has everything that an operator was told on this node.
func (b *Standby) run(ctx context.Context, command *kong.Context, s *Services, out io.Writer) error {
	carryOut := func(ctx context.Context, out io.Writer) error {
		command.BindTo(ctx, (*context.Context)(nil))
		command.BindTo(out, (*io.Writer)(nil))
		return command.Run(s)
	}
	if b == nil {
		return carryOut(ctx, out)
	}
	if list, ok := command.Selected().Target.Interface().(interface{ MayLag() bool }); !ok || !list.MayLag() {
		// The nodes' clocks may be apart by Skew, and one of them tells the standby's time.
		defer func() { b.told.Store(int64(clock.MicrosOf(b.store.Now().Add(clock.Skew)))) }()
		return carryOut(ctx, out)
	}
	var list bytes.Buffer
	asOf, err := b.store.Lagging(ctx, b.has, func(ctx context.Context) error {
		list.Reset()
		return carryOut(ctx, &list)
	})
	if err == nil && !asOf.IsZero() {
		_, err = fmt.Fprintf(&list, "as of %s UTC, from the standby\n", stamp(asOf))
	}
	if _, failed := list.WriteTo(out); err == nil {
		err = failed
	}
	return err
}

func (b *Standby) has(_ context.Context, asOf time.Time) (bool, error) {
	return int64(clock.MicrosOf(asOf)) >= b.told.Load(), nil
}
