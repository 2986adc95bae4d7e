package store

import (
	"context"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

// roundTrips counts how often connections ask PostgreSQL and wait for its answer: once for a statement, once for a batch, and
// once more where a statement is prepared.
type roundTrips struct{ made *atomic.Int64 }

// TraceQueryStart implements pgx.QueryTracer.
func (t roundTrips) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	t.made.Add(1)
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (roundTrips) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart implements pgx.BatchTracer.
func (t roundTrips) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	t.made.Add(1)
	return ctx
}

// TraceBatchQuery implements pgx.BatchTracer.
func (roundTrips) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements pgx.BatchTracer.
func (roundTrips) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// TracePrepareStart implements pgx.PrepareTracer.
func (t roundTrips) TracePrepareStart(ctx context.Context, _ *pgx.Conn, _ pgx.TracePrepareStartData) context.Context {
	t.made.Add(1)
	return ctx
}

// TracePrepareEnd implements pgx.PrepareTracer.
func (roundTrips) TracePrepareEnd(context.Context, *pgx.Conn, pgx.TracePrepareEndData) {}
