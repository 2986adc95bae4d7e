package reference

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

// Pgbench runs PostgreSQL's own TPC-B-like script, prepared statements. It is the reference for a transfer that is made
// of single statements, by the authors of the server.
type Pgbench struct {
	path string
	url  *url.URL
	dir  string
}

// Scale is the size of its tables, as it is compared: 5 million accounts.
const Scale = 50

// NewPgbench fills the tables of a scale in the server's maintenance database. The logs of runs are in dir meanwhile.
func NewPgbench(ctx context.Context, server *pgtest.Server, dir string, scale int) (*Pgbench, error) {
	path, err := findPgbench()
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(server.URL)
	if err != nil {
		return nil, err
	}
	b := &Pgbench{path, u, dir}
	if out, err := b.command(ctx, "-i", "-q", "-s", strconv.Itoa(scale)).CombinedOutput(); err != nil {
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

func (b *Pgbench) command(ctx context.Context, args ...string) *exec.Cmd {
	args = append([]string{"-h", b.url.Hostname(), "-p", b.url.Port(), "-U", b.url.User.Username()}, args...)
	cmd := exec.CommandContext(ctx, b.path, append(args, "postgres")...)
	cmd.Dir = b.dir
	return cmd
}

// Run measures so many clients for so long, in whole seconds; 0 is ten transactions of each client, and nothing is left out.
func (b *Pgbench) Run(ctx context.Context, clients int, length time.Duration) (Figures, error) {
	defer b.removeLogs()
	limit, from := []string{"-T", strconv.Itoa(int((length + WarmUp).Seconds()))}, time.Now().Add(WarmUp)
	if length == 0 {
		limit, from = []string{"-t", "10"}, time.Time{}
	}
	out, err := b.command(ctx, append([]string{
		"-n", "-M", "prepared", "-c", strconv.Itoa(clients), "-j", strconv.Itoa(min(clients, 2)),
		"-l", "--log-prefix", filepath.Join(b.dir, "pgbench"),
	}, limit...)...).CombinedOutput()
	if err != nil {
		return Figures{}, fmt.Errorf("%w\n%s", err, out)
	}
	return b.read(from)
}

// read takes the latencies from pgbench's logs: client, transaction, latency in microseconds, script, end in seconds and
// microseconds.
func (b *Pgbench) read(from time.Time) (Figures, error) {
	all := NewLatencies()
	logs, _ := filepath.Glob(filepath.Join(b.dir, "pgbench.*"))
	first, last := time.Now().Add(time.Hour), from
	for _, name := range logs {
		f, err := os.Open(name)
		if err != nil {
			return Figures{}, err
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
			all.Add(time.Duration(micros) * time.Microsecond)
			if at.Before(first) {
				first = at
			}
			if at.After(last) {
				last = at
			}
		}
		_ = f.Close()
	}
	return all.Figures(last.Sub(first)), nil
}

func (b *Pgbench) removeLogs() {
	logs, _ := filepath.Glob(filepath.Join(b.dir, "pgbench.*"))
	for _, name := range logs {
		_ = os.Remove(name)
	}
}
