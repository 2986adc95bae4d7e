package main

import (
	"bufio"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"krapao/internal/testkit/pgtest"
)

// pgbench runs PostgreSQL's own TPC-B-like script, scale 50, prepared statements. It is the reference for a transfer that is made
// of single statements, by the authors of the server.
type pgbench struct {
	path string
	url  *url.URL
	dir  string
}

const scale = "50"

func newPgbench(ctx context.Context, server *pgtest.Server, dir string) (*pgbench, error) {
	path, err := findPgbench()
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(server.URL)
	if err != nil {
		return nil, err
	}
	b := &pgbench{path, u, dir}
	if out, err := b.command(ctx, "-i", "-q", "-s", scale).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("pgbench -i: %w\n%s", err, out)
	}
	return b, nil
}

func findPgbench() (string, error) {
	if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench"); len(found) > 0 {
		return found[len(found)-1], nil
	}
	return exec.LookPath("pgbench")
}

func (b *pgbench) command(ctx context.Context, args ...string) *exec.Cmd {
	args = append([]string{"-h", b.url.Hostname(), "-p", b.url.Port(), "-U", b.url.User.Username()}, args...)
	cmd := exec.CommandContext(ctx, b.path, append(args, "postgres")...)
	cmd.Dir = b.dir
	return cmd
}

func (b *pgbench) run(ctx context.Context, clients int, length time.Duration) (figures, error) {
	defer b.removeLogs()
	seconds := int((length + warmUp).Seconds())
	began := time.Now()
	out, err := b.command(ctx, "-n", "-M", "prepared", "-c", strconv.Itoa(clients), "-j", strconv.Itoa(min(clients, 2)),
		"-T", strconv.Itoa(seconds), "-l", "--log-prefix", filepath.Join(b.dir, "pgbench")).CombinedOutput()
	if err != nil {
		return figures{}, fmt.Errorf("%w\n%s", err, out)
	}
	return b.read(began.Add(warmUp), length)
}

// read takes the latencies from pgbench's logs: client, transaction, latency in microseconds, script, end in seconds and
// microseconds.
func (b *pgbench) read(from time.Time, window time.Duration) (figures, error) {
	var all []time.Duration
	logs, _ := filepath.Glob(filepath.Join(b.dir, "pgbench.*"))
	first, last := from.Add(time.Hour), from
	for _, name := range logs {
		f, err := os.Open(name)
		if err != nil {
			return figures{}, err
		}
		for lines := bufio.NewScanner(f); lines.Scan(); {
			fields := strings.Fields(lines.Text())
			if len(fields) < 6 {
				continue
			}
			micros, _ := strconv.ParseInt(fields[2], 10, 64)
			seconds, _ := strconv.ParseInt(fields[4], 10, 64)
			rest, _ := strconv.ParseInt(fields[5], 10, 64)
			at := time.Unix(seconds, rest*1000)
			if at.Before(from) {
				continue
			}
			all = append(all, time.Duration(micros)*time.Microsecond)
			if at.Before(first) {
				first = at
			}
			if at.After(last) {
				last = at
			}
		}
		_ = f.Close()
	}
	_ = window
	return measure(all, last.Sub(first)), nil
}

func (b *pgbench) removeLogs() {
	logs, _ := filepath.Glob(filepath.Join(b.dir, "pgbench.*"))
	for _, name := range logs {
		_ = os.Remove(name)
	}
}

func databaseURL(server, name string) (string, error) {
	u, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	u.Path = "/" + name
	return u.String(), nil
}
