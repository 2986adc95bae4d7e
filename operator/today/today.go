// Package today is how the house stands: its money of the day beside the same weekday a week before, and how the systems of the
// outside are.
//
// Promises:
//   - Money is read from the tallies, which are proven against the ledger. Nothing is added up from members' transfers.
//   - What is known of an outside system's answers is what this node knows by its own calls; stops, statements and reports are
//     the same on every node.
package today

import (
	"context"
	"time"

	"krapao/brake"
	"krapao/ledger/tally"
)

// Members counts those who registered.
type Members interface {
	CountRegistered(ctx context.Context, from, to time.Time) (int64, error)
}

// Deps are what the service reads.
type Deps struct {
	Tallies *tally.Service
	Members Members
	// Connections are what this node knows of its outside systems.
	Connections func() []Connection
	// Readings are the statements and the reports of play.
	Readings func(ctx context.Context) ([]Reading, error)
	// Brakes are the systems that are stopped, and Stoppable the names of all that can be.
	Brakes    func(ctx context.Context) ([]brake.Stopped, error)
	Stoppable func(ctx context.Context) ([]string, error)
	Now       func() time.Time
}

// Service reads how the house stands. It is safe for concurrent use.
type Service struct{ d Deps }

// New makes it.
func New(d Deps) *Service { return &Service{d} }
