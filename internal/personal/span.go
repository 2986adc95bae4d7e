package personal

import (
	"context"

	"krapao/internal/clock"
	"krapao/internal/store"
)

// Span are members and a time: what an area keeps of payments of these members that ended before it has had its time
// (docs/privacy.md, rule payments).
type Span struct {
	// FirstMember and LastMember are IDs; all between them belong to the span, and both ends. What is of nobody has ''.
	FirstMember, LastMember string
	Before                  clock.Micros
	// Most is how many rows of a table one transaction empties.
	Most int32
}

// Ender empties one table's documents of payments of a span, and returns how many rows it emptied.
type Ender func(ctx context.Context, tx *store.Tx, of Span) (int64, error)
