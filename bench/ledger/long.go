package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/internal/clock"
	"krapao/internal/store"
)

// addLong adds the runs "pg 10m 64" and "sqlite 10m 64": with rows transfers in the table before the first.
func (s *site) addLong(ctx context.Context, dir string, o options) error {
	for _, long := range []struct{ name, database, dir string }{
		{"pg 10m 64", "bench_10m", ""}, {"sqlite 10m 64", "", filepath.Join(dir, "10m")},
	} {
		if !o.wants(long.name) {
			continue
		}
		b, err := s.open(ctx, long.database, long.dir)
		if err != nil {
			return err
		}
		began := time.Now()
		if err := load(ctx, b.s, o.rows); err != nil {
			return fmt.Errorf("load %s: %w", b.s.Engine(), err)
		}
		fmt.Fprintf(os.Stderr, "%d transfers loaded into %s in %s\n", o.rows, b.s.Engine(), time.Since(began).Round(time.Second))
		files := long.dir
		if files == "" {
			files = s.server.Dir
		}
		s.add(long.name, func(ctx context.Context, d time.Duration) (figures, error) {
			if err := warm(files); err != nil {
				return figures{}, err
			}
			return b.drive(ctx, 64, false, d)
		})
	}
	return nil
}

// warm reads the files below dir once, as a server that has been running would have: a virtual machine's memory of files
// may have been taken back since they were written.
func warm(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		file, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) { // a log that has just been recycled
			return nil
		}
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, file)
		return errors.Join(err, file.Close())
	})
}

// history makes the rows of posted transfers between wallets, so that balances, versions and entries agree. Their
// batches are marked as sealed: the loaded past is no part of the chain.
type history struct {
	accounts []past
	rows     int
	made     int
	random   *rand.Rand
	now      int64
	step     uint64 // between two keys
	debit    *past
	credit   *past
}

type past struct {
	number, debits, credits, version int64
	member                           string
}

const perBatch = 50

func newHistory(ctx context.Context, s *store.Store, rows int) (*history, error) {
	now := int64(clock.MicrosOf(time.Now()))
	h := &history{rows: rows, random: rand.New(rand.NewPCG(1, 2)), now: now, step: 1<<63/uint64(rows) - 1}
	found, err := s.DB().QueryContext(ctx, `SELECT number, name, debits_posted, credits_posted, version FROM account
		WHERE name LIKE 'member:M%' AND credits_posted > 0`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = found.Close() }()
	for found.Next() {
		var p past
		var name string
		if err := found.Scan(&p.number, &name, &p.debits, &p.credits, &p.version); err != nil {
			return nil, err
		}
		p.member = strings.Split(name, ":")[1]
		h.accounts = append(h.accounts, p)
	}
	return h, found.Err()
}

// next makes the next transfer: its row and those of its two entries.
func (h *history) next() (transfer []any, entries [2][]any) {
	h.debit = &h.accounts[h.random.IntN(len(h.accounts))]
	for h.credit = h.debit; h.credit == h.debit; {
		h.credit = &h.accounts[h.random.IntN(len(h.accounts))]
	}
	id, batch := int64(h.made)+1, int64(h.made/perBatch)+1
	amount := int64(1 + h.random.IntN(100))
	h.debit.debits, h.credit.credits = h.debit.debits+amount, h.credit.credits+amount
	for n, a := range []*past{h.debit, h.credit} {
		a.version++
		entries[n] = []any{batch, a.number, a.version, id, "move", n == 0, int64(0), amount, a.credits - a.debits, int64(0), int64(0)}
	}
	transfer = []any{
		id, rising(h.place() * h.step), int64(1), "transfer", h.debit.number, h.credit.number, amount, amount, "posted",
		h.debit.member, h.debit.credits - h.debit.debits, `{"from":"WALLET","to":"JOKER"}`, h.now, h.now,
	}
	h.made++
	return transfer, entries
}

// place is the position of the next key among all. The first half of the rows takes every other place, the second half those
// between. So the pages of keys are about two thirds full, as random keys leave them. If they were packed, each key of the
// measurement would split one.
func (h *history) place() uint64 {
	if first := (h.rows + 1) / 2; h.made >= first {
		return uint64(2*(h.made-first) + 1)
	}
	return uint64(2 * h.made)
}

// rising writes n as a key whose order as text is that of the numbers: loading is quick, and the keys of the
// measurement then fall anywhere between them.
func rising(n uint64) string {
	const digits = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
	var b [22]byte
	for i := range b {
		b[i] = '-'
	}
	for i := 10; i >= 0; i-- {
		b[i] = digits[n&63]
		n >>= 6
	}
	return string(b[:])
}

var (
	transferFields = []string{
		"id", "key", "request", "kind", "debit", "credit", "amount", "moved", "state", "member", "wallet", "detail", "created_at",
		"settled_at",
	}
	entryFields = []string{
		"batch", "account", "version", "transfer", "step", "debit", "pending", "posted", "balance", "reserved", "incoming",
	}
	batchFields = []string{"id", "digest", "entries", "refusals", "created_at", "seal"}
)

func load(ctx context.Context, s *store.Store, rows int) error {
	h, err := newHistory(ctx, s, rows)
	if err != nil {
		return err
	}
	put, finish, err := sink(ctx, s)
	if err != nil {
		return err
	}
	const chunk = 20_000
	for h.made < rows {
		var transfers, entries, batches [][]any
		for range min(chunk, rows-h.made) {
			if h.made%perBatch == 0 {
				batches = append(batches, []any{int64(h.made/perBatch) + 1, "loaded", int64(2 * perBatch), int64(0), h.now, int64(0)})
			}
			t, e := h.next()
			transfers, entries = append(transfers, t), append(entries, e[0], e[1])
		}
		for _, part := range []struct {
			table  string
			fields []string
			rows   [][]any
		}{{"transfer", transferFields, transfers}, {"entry", entryFields, entries}, {"batch", batchFields, batches}} {
			if err := put(part.table, part.fields, part.rows); err != nil {
				return err
			}
		}
	}
	if err := s.Write(ctx, func(tx *store.Tx) error {
		for _, a := range h.accounts {
			if _, err := tx.ExecContext(ctx, "UPDATE account SET debits_posted = $1, credits_posted = $2, version = $3 WHERE number = $4",
				a.debits, a.credits, a.version, a.number); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	return finish()
}

type putter func(table string, fields []string, rows [][]any) error

// sink is the quickest way into a store: COPY, or inserts of many rows with the waiting for the disk off.
func sink(ctx context.Context, s *store.Store) (putter, func() error, error) {
	if s.Engine() == store.Postgres {
		conn, err := pgx.Connect(ctx, s.URL())
		if err != nil {
			return nil, nil, err
		}
		put := func(table string, fields []string, rows [][]any) error {
			_, err := conn.CopyFrom(ctx, pgx.Identifier{table}, fields, pgx.CopyFromRows(rows))
			return err
		}
		return put, func() error {
			defer func() { _ = conn.Close(ctx) }()
			for _, text := range []string{"VACUUM ANALYZE", "CHECKPOINT"} {
				if _, err := conn.Exec(ctx, text); err != nil {
					return err
				}
			}
			return nil
		}, nil
	}
	db, err := sql.Open("sqlite",
		"file:"+s.URL()[len("sqlite:"):]+"?_pragma=busy_timeout(60000)&_pragma=synchronous(OFF)&_pragma=cache_size(-262144)")
	if err != nil {
		return nil, nil, err
	}
	db.SetMaxOpenConns(1)
	put := func(table string, fields []string, rows [][]any) error { return insert(ctx, db, table, fields, rows) }
	return put, func() error {
		_, err := db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
		_ = db.Close()
		return err
	}, nil
}

func insert(ctx context.Context, db *sql.DB, table string, fields []string, rows [][]any) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	const most = 100
	one := "(" + strings.TrimSuffix(strings.Repeat("?,", len(fields)), ",") + ")"
	text := func(n int) string {
		values := strings.TrimSuffix(strings.Repeat(one+",", n), ",")
		return "INSERT INTO " + table + " (" + strings.Join(fields, ",") + ") VALUES " + values
	}
	many, err := tx.PrepareContext(ctx, text(most))
	if err != nil {
		return err
	}
	defer func() { _ = many.Close() }()
	for len(rows) > 0 {
		n := min(most, len(rows))
		var args []any
		for _, r := range rows[:n] {
			args = append(args, r...)
		}
		rows = rows[n:]
		if n == most {
			_, err = many.ExecContext(ctx, args...)
		} else {
			_, err = tx.ExecContext(ctx, text(n), args...)
		}
		if err != nil {
			return err
		}
	}
	return tx.Commit()
}
