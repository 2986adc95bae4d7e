package store

import (
	"context"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// roundTrips counts how often connections ask PostgreSQL and wait for its answer: once for a statement, once for a batch, and
// once more where a statement is prepared.
type roundTrips struct {
	made *atomic.Int64
	// seen is Config.Trace.
	seen func(conn *pgx.Conn, statement string, answer pgconn.CommandTag)
}

// asked is the context's key for the statement under way.
type asked struct{}

// TraceQueryStart implements pgx.QueryTracer.
func (t roundTrips) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	t.made.Add(1)
	if t.seen == nil {
		return ctx
	}
	return context.WithValue(ctx, asked{}, d.SQL)
}

// TraceQueryEnd implements pgx.QueryTracer.
func (t roundTrips) TraceQueryEnd(ctx context.Context, conn *pgx.Conn, d pgx.TraceQueryEndData) {
	if t.seen == nil {
		return
	}
	if statement, is := ctx.Value(asked{}).(string); is {
		t.seen(conn, statement, d.CommandTag)
	}
}

// TraceBatchStart implements pgx.BatchTracer.
func (t roundTrips) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	t.made.Add(1)
	return ctx
}

// TraceBatchQuery implements pgx.BatchTracer.
func (t roundTrips) TraceBatchQuery(_ context.Context, conn *pgx.Conn, d pgx.TraceBatchQueryData) {
	if t.seen != nil {
		t.seen(conn, d.SQL, d.CommandTag)
	}
}

// TraceBatchEnd implements pgx.BatchTracer.
func (roundTrips) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// TracePrepareStart implements pgx.PrepareTracer.
func (t roundTrips) TracePrepareStart(ctx context.Context, _ *pgx.Conn, _ pgx.TracePrepareStartData) context.Context {
	t.made.Add(1)
	return ctx
}

// TracePrepareEnd implements pgx.PrepareTracer.
func (roundTrips) TracePrepareEnd(context.Context, *pgx.Conn, pgx.TracePrepareEndData) {}
