package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	lite "modernc.org/sqlite/lib"

	"krapao/internal/pg"
)

// The errors of both engines that callers can tell apart.
var (
	// ErrUnique: a unique index refused a row; another transaction won the race.
	ErrUnique = errors.New("store: unique index")
	// ErrConflict: the transaction lost against another and may be run again. Write does so by itself.
	ErrConflict = errors.New("store: serialization conflict")
	// ErrBusy: the engine could not serve in time; nothing was written.
	ErrBusy = errors.New("store: busy")
	// ErrUnknown: the commit may or may not have happened. Never treat it as failed: call again with the same key.
	ErrUnknown = errors.New("store: outcome of the commit unknown")
)

// NotFound reports whether a query found no row.
func NotFound(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// MapError adds the matching error of this package to an engine's error; any other error stays as it is.
func MapError(err error) error { return mapError(err) }

func mapError(err error) error {
	if err == nil {
		return nil
	}
	if kind := classify(err); kind != nil && !errors.Is(err, kind) {
		return fmt.Errorf("%w: %w", kind, err)
	}
	return err
}

func classify(err error) error {
	if errors.Is(err, pg.ErrAgain) {
		return ErrConflict
	}
	var pe *pgconn.PgError
	if errors.As(err, &pe) {
		return classifyPostgres(pe.Code)
	}
	if unreachable(err) {
		return ErrBusy
	}
	var le *sqlite.Error
	if errors.As(err, &le) {
		return classifySQLite(le.Code())
	}
	return nil
}

// classifyPostgres: class 53 is a server without enough connections, memory or disk; 08 is a broken connection.
func classifyPostgres(code string) error {
	switch code {
	case "23505":
		return ErrUnique
	case "40001", "40P01", "55P03":
		return ErrConflict
	case "57P01", "57P02", "57P03", "57014":
		return ErrBusy
	}
	if strings.HasPrefix(code, "53") || strings.HasPrefix(code, "08") {
		return ErrBusy
	}
	return nil
}

// classifySQLite: the kind of an error is in its lower byte. INTERRUPT is a timeout that the driver does not report itself (at
// BEGIN, between rows). PROTOCOL is a reader that met writers at each of its hundred tries.
func classifySQLite(code int) error {
	if code == lite.SQLITE_CONSTRAINT_UNIQUE || code == lite.SQLITE_CONSTRAINT_PRIMARYKEY {
		return ErrUnique
	}
	switch code & 0xff {
	case lite.SQLITE_BUSY, lite.SQLITE_LOCKED, lite.SQLITE_FULL, lite.SQLITE_INTERRUPT, lite.SQLITE_PROTOCOL:
		return ErrBusy
	}
	return nil
}

// unreachable reports whether PostgreSQL is gone, or restarts. Nothing was committed then, which is as certain as a refusal.
// Only after an error of the commit itself is it uncertain (commitError).
func unreachable(err error) bool {
	var connect *pgconn.ConnectError
	var network *net.OpError
	return errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, driver.ErrBadConn) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}

// commitError: PostgreSQL answers a refused commit with an error of its own (a conflict, a deferred constraint), which is
// certain. A broken connection, a full disk or a deadline at that moment leaves the outcome unknown.
func commitError(err error) error {
	var pe *pgconn.PgError
	if errors.As(err, &pe) && pe.Code[:2] != "57" && pe.Code[:2] != "08" {
		return mapError(err)
	}
	return fmt.Errorf("%w: %w", ErrUnknown, err)
}

// Retries are bounded by count, time and the caller's context. lnd's sqldb does the same for the same reason: money code that
// retries for ever looks like money code that hangs.
const (
	maxAttempts  = 12
	maxRetryTime = 8 * time.Second
	firstPause   = 2 * time.Millisecond
	longestPause = 250 * time.Millisecond
)

func (s *Store) retry(ctx context.Context, attempt func() error) error {
	deadline := time.Now().Add(maxRetryTime)
	pause := firstPause
	for n := 1; ; n++ {
		err := attempt()
		if !errors.Is(err, ErrConflict) && !errors.Is(err, driver.ErrBadConn) || n == maxAttempts || time.Now().After(deadline) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(pause/2 + rand.N(pause)):
		}
		pause = min(2*pause, longestPause)
	}
}
