// Package pgtest gives tests a real PostgreSQL: the system's own binaries and a cluster in memory that ends with the test
// process. Its durability settings are production's; only the disk is a RAM disk.
//
// A run over many packages starts one server first (with-postgres) and names it in KRAPAO_TEST_POSTGRES.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/internal/testkit/port"
)

// ErrMissing says what to install. Tests fail with it; they never skip an engine silently.
var ErrMissing = errors.New("PostgreSQL 15 or later is not installed: apt-get install postgresql")

// URL returns the address of a running server's maintenance database, starting the server on first use.
func URL() (string, error) { return once() }

var once = sync.OnceValues(func() (string, error) {
	if url := os.Getenv("KRAPAO_TEST_POSTGRES"); url != "" {
		return url, nil
	}
	s, err := Start(context.Background(), "")
	if err != nil {
		return "", err
	}
	return s.URL, nil
})

// Server is a running cluster.
type Server struct {
	// URL is the maintenance database's address, reachable by TCP on loopback.
	URL string
	// Dir holds the cluster's files.
	Dir string

	cmd   *exec.Cmd
	ended chan struct{}
}

// Start makes a cluster and starts it. The server dies with this process. More settings are passed as -c options. A cluster that
// an earlier process kept in dir (Keep) is started as it is.
func Start(ctx context.Context, dir string, settings ...string) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	if dir == "" {
		dir = Memory("krapao-pgtest")
		// Hundreds of databases live for seconds each: an autovacuum every minute would cost more than it could ever clean up.
		settings = append([]string{"autovacuum_naptime=10min"}, settings...)
	}
	account, err := unprivileged(dir)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(dir, "data")
	if _, err := os.Stat(filepath.Join(data, "PG_VERSION")); err == nil {
		return run(ctx, bin, dir, data, account, settings)
	}
	if out, err := command(account, filepath.Join(bin, "initdb"), "-D", data, "-U", "krapao", "-A", "trust", "-E", "UTF8",
		"--locale=C", "--no-sync").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return run(ctx, bin, dir, data, account, settings)
}

func run(ctx context.Context, bin, dir, data string, account *syscall.Credential, settings []string) (*Server, error) {
	address, err := port.Free()
	if err != nil {
		return nil, fmt.Errorf("pgtest: %w", err)
	}
	_, number, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("pgtest: %w", err)
	}
	args := []string{"-D", data, "-p", number, "-k", socketFolder(dir, number), "-c", "listen_addresses=127.0.0.1"}
	for _, s := range append([]string{"max_connections=1000", "shared_buffers=256MB", "log_min_messages=fatal"}, settings...) {
		args = append(args, "-c", s)
	}
	var log bytes.Buffer
	cmd := command(account, filepath.Join(bin, "postgres"), args...)
	cmd.Stderr = &log
	if err := startTied(cmd); err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	s := &Server{
		URL: fmt.Sprintf("postgres://krapao@%s/postgres?sslmode=disable", address),
		Dir: dir, cmd: cmd, ended: make(chan struct{}),
	}
	go func() { _ = cmd.Wait(); close(s.ended) }()
	if err := s.wait(ctx); err != nil {
		_ = s.Stop()
		return nil, fmt.Errorf("%w\n%s", err, log.String())
	}
	return s, nil
}

// longestSocket is the longest path of a socket that Linux takes (unix(7)), without the zero at its end.
const longestSocket = 107

// socketFolder is where the server has its socket: among its files, or nowhere if their path is too long for one. It would not
// start then.
func socketFolder(dir, port string) string {
	if len(filepath.Join(dir, ".s.PGSQL."+port)) > longestSocket {
		return ""
	}
	return dir
}

// startTied starts cmd from a thread that lives as long as the process: the kernel kills the server when that thread
// ends, so a killed test leaves nothing running.
func startTied(cmd *exec.Cmd) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		cmd.SysProcAttr.Pdeathsig = syscall.SIGQUIT
		started <- cmd.Start()
		select {}
	}()
	return <-started
}

// wait has no time limit of its own, since nobody knows how slow a machine is: the server answers, or it ends.
func (s *Server) wait(ctx context.Context) error {
	for {
		conn, err := pgx.Connect(ctx, s.URL)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-s.ended:
			return errors.New("postgres ended")
		case <-ctx.Done():
			return fmt.Errorf("postgres does not answer: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Kill stops the server like a crash: no checkpoint, no shutdown.
func (s *Server) Kill() error {
	_ = s.cmd.Process.Kill()
	<-s.ended
	return nil
}

// Stop ends the server and removes its files.
func (s *Server) Stop() error {
	_ = s.cmd.Process.Signal(syscall.SIGQUIT)
	<-s.ended
	return os.RemoveAll(s.Dir)
}

// Keep ends the server in order and keeps its files, for Start.
func (s *Server) Keep() error {
	_ = s.cmd.Process.Signal(syscall.SIGINT)
	<-s.ended
	return nil
}

// Spent is the processor time of the server with all its connections. It is known once the server has stopped.
func (s *Server) Spent() (user, system time.Duration) {
	if s.cmd.ProcessState == nil {
		return 0, 0
	}
	return s.cmd.ProcessState.UserTime(), s.cmd.ProcessState.SystemTime()
}

// binaries finds the newest installed server, on PATH or where Debian puts it.
func binaries() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	slices.Sort(found)
	if n := len(found); n > 0 {
		return filepath.Dir(found[n-1]), nil
	}
	if p, err := exec.LookPath("postgres"); err == nil {
		return filepath.Dir(p), nil
	}
	return "", ErrMissing
}

// Memory is this process's folder on a RAM disk, where there is one, for files that end with the process. It is not created.
// Folders that killed processes left under the same name are removed.
func Memory(name string) string {
	disk := os.TempDir()
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		disk = "/dev/shm"
	}
	old, _ := filepath.Glob(filepath.Join(disk, name+"-*"))
	for _, dir := range old {
		pid, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(dir), name+"-"))
		if err == nil && syscall.Kill(pid, 0) == syscall.ESRCH {
			_ = os.RemoveAll(dir)
		}
	}
	return filepath.Join(disk, name+"-"+strconv.Itoa(os.Getpid()))
}

// unprivileged makes dir and, for root (whom PostgreSQL refuses), names the account to run as.
func unprivileged(dir string) (*syscall.Credential, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("pgtest: %w", err)
	}
	if os.Getuid() != 0 {
		return nil, nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("pgtest: running as root needs the account postgres: %w", err)
	}
	uid, _ := strconv.ParseUint(account.Uid, 10, 32)
	gid, _ := strconv.ParseUint(account.Gid, 10, 32)
	if err := os.Chown(dir, int(uid), int(gid)); err != nil {
		return nil, fmt.Errorf("pgtest: %w", err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

func command(account *syscall.Credential, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: account}
	return cmd
}
