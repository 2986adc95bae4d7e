package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/prometheus/procfs"
	"golang.org/x/sys/unix"

	"krapao/bench/program"
)

// counts are what an installation has used since its start.
type counts struct {
	at time.Time
	// processor is the node's, world the sandbox's, server PostgreSQL's, in seconds.
	processor, world, server float64
	// statements and commits are the node's own counts. On PostgreSQL the statements are the round trips.
	statements, commits float64
	// written are bytes that went to the database's files: the write-ahead log's on PostgreSQL.
	written float64
	// writes is PostgreSQL's own count of transactions that wrote, of all nodes; 0 on SQLite.
	writes float64
	// calls is how many calls of the product's the sandbox has answered.
	calls float64
}

// minus is what was used between two moments.
func (c counts) minus(before counts) counts {
	return counts{
		at: before.at, processor: c.processor - before.processor, world: c.world - before.world, server: c.server - before.server,
		statements: c.statements - before.statements, commits: c.commits - before.commits, written: c.written - before.written,
		writes: c.writes - before.writes, calls: c.calls - before.calls,
	}
}

// meter reads an installation's counts.
type meter struct {
	i  *installation
	db *pgx.Conn
}

func (i *installation) meter(ctx context.Context) (*meter, error) {
	m := &meter{i: i}
	if i.server == nil {
		return m, nil
	}
	var err error
	m.db, err = pgx.Connect(ctx, i.env["KRAPAO_DATABASE_URL"])
	return m, err
}

func (m *meter) close() {
	if m.db != nil {
		_ = m.db.Close(context.Background())
	}
}

// begins and ends read all counts. What reading itself costs the node does not lie between the two: begins reads the processor
// last, ends reads it first.
func (m *meter) begins(ctx context.Context) (counts, error) {
	var c counts
	err := errors.Join(m.told(ctx, &c), m.database(ctx, &c), m.processors(&c))
	c.at = time.Now()
	return c, err
}

func (m *meter) ends(ctx context.Context) (counts, error) {
	c := counts{at: time.Now()}
	return c, errors.Join(m.processors(&c), m.database(ctx, &c), m.told(ctx, &c))
}

// processors reads the clocks of the processes, and on SQLite the bytes that the node wrote beside its log.
func (m *meter) processors(c *counts) (err error) {
	if m.i.server != nil {
		if c.server, err = served(m.i.server.Dir); err != nil {
			return err
		}
	}
	for p, into := range map[*program.Program]*float64{m.i.node: &c.processor, m.i.world: &c.world} {
		if *into, err = spent(p.Cmd.Process.Pid); err != nil {
			return err
		}
		if p == m.i.node && m.i.server == nil {
			if c.written, err = written(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// spent is the processor time of a process in seconds, by the kernel's clock of it: /proc tells the same in hundredths only.
func spent(pid int) (float64, error) {
	const all = 2 // what the scheduler counts, of all threads
	var t unix.Timespec
	err := unix.ClockGettime(int32(^pid<<3|all), &t)
	return time.Duration(t.Nano()).Seconds(), err
}

// served is the processor time of a PostgreSQL's processes, except for those that have ended.
func served(dir string) (seconds float64, err error) {
	lock, err := os.ReadFile(filepath.Join(dir, "data", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	parent, _, _ := strings.Cut(string(lock), "\n")
	procs, err := procfs.AllProcs()
	if err != nil {
		return 0, err
	}
	for _, p := range procs {
		if s, err := p.Stat(); err == nil && strconv.Itoa(s.PPID) == parent { // or it has just ended
			used, _ := spent(p.PID)
			seconds += used
		}
	}
	return seconds, nil
}

// written is what a program wrote to disks, beside its log.
func written(p *program.Program) (float64, error) {
	proc, err := procfs.NewProc(p.Cmd.Process.Pid)
	if err != nil {
		return 0, err
	}
	used, err := proc.IO()
	if err != nil {
		return 0, err
	}
	log, err := os.Stat(p.Log.Name())
	if err != nil {
		return 0, err
	}
	return float64(used.WriteBytes) - float64(log.Size()), nil
}

func (m *meter) database(ctx context.Context, c *counts) error {
	if m.db == nil {
		return nil
	}
	return m.db.QueryRow(ctx, `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8,
		pg_snapshot_xmax(pg_current_snapshot())::text::float8`).Scan(&c.written, &c.writes)
}

// told reads what the programs count themselves.
func (m *meter) told(ctx context.Context, c *counts) error {
	answer, err := get(ctx, "http://"+m.i.figures+"/metrics")
	if err != nil {
		return err
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(answer))
	if err != nil {
		return err
	}
	for _, one := range families["krapao_database_statements_total"].GetMetric() { // an old program does not count them
		c.statements = one.GetCounter().GetValue()
	}
	for _, name := range []string{"krapao_database_commit_seconds", "krapao_ledger_batch_seconds"} {
		for _, one := range families[name].GetMetric() {
			c.commits += float64(one.GetHistogram().GetSampleCount())
		}
	}
	if answer, err = get(ctx, "http://"+m.i.box+"/sandbox/calls"); err != nil {
		return err
	}
	var calls []struct{ Calls float64 }
	if err := json.Unmarshal([]byte(answer), &calls); err != nil {
		return err
	}
	for _, one := range calls {
		c.calls += one.Calls
	}
	return nil
}

func get(ctx context.Context, url string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	var text strings.Builder
	_, err = io.Copy(&text, answer.Body)
	return text.String(), err
}
