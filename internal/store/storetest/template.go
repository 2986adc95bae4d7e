package storetest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/jackc/pgx/v5"

	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/testkit/pgtest"
)

// templateName is the same for all programs with the same schema, so that they may share one server and migrate once.
var templateName = sync.OnceValue(func() string {
	sum := sha256.New()
	if err := fs.WalkDir(store.Schema(), ".", add(sum)); err != nil {
		panic(err) // the files are in the program
	}
	return "template_" + hex.EncodeToString(sum.Sum(nil)[:8])
})

func add(sum hash.Hash) fs.WalkDirFunc {
	return func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(store.Schema(), path)
		_, _ = fmt.Fprintf(sum, "%s %d\n%s", path, len(content), content)
		return err
	}
}

// template migrates one database; tests copy it, which is much quicker than migrating each.
var template = sync.OnceValue(func() error {
	if _, err := pgtest.URL(); err != nil {
		return err
	}
	return maintain(func(ctx context.Context, conn *pgx.Conn) error {
		return errors.Join(dropLeft(ctx, conn), once(ctx, conn, makeTemplate), findSocket(ctx, conn))
	})
})

// socket is the server's file for connections from this machine; empty: there is none. It is set with the template.
var socket string

// findSocket asks the server for its socket.
func findSocket(ctx context.Context, conn *pgx.Conn) error {
	directories, err := texts(ctx, conn, "SHOW unix_socket_directories")
	if err != nil {
		return err
	}
	directory, _, _ := strings.Cut(directories[0], ",")
	path := filepath.Join(directory, fmt.Sprint(".s.PGSQL.", conn.Config().Port))
	if _, err := os.Stat(path); err == nil {
		socket = path
	}
	return nil
}

// once lets the first program on the server make the template while the others wait. A template that a killed program left
// unfinished is made again.
func once(ctx context.Context, conn *pgx.Conn, do work) error {
	const turn = 7_246_011 // any number that nobody else on the server takes for an advisory lock
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", turn); err != nil {
		return err
	}
	defer func() { _, _ = conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", turn) }()
	var ready bool
	err := conn.QueryRow(ctx,
		"SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1 AND datistemplate)", templateName()).Scan(&ready)
	if err != nil || ready {
		return err
	}
	return do(ctx, conn)
}

func makeTemplate(ctx context.Context, conn *pgx.Conn) error {
	name := templateName()
	if err := all(ctx, conn, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)", "CREATE DATABASE "+name); err != nil {
		return err
	}
	server, _ := pgtest.URL()
	s, err := store.Open(ctx, store.Config{URL: named(server, name)})
	if err != nil {
		return err
	}
	_, err = s.Migrate(ctx)
	if err := errors.Join(err, s.Close()); err != nil {
		return err
	}
	// PostgreSQL copies it only when nobody is connected to it.
	return all(ctx, conn, "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false", `DO $$ BEGIN
		WHILE EXISTS (SELECT FROM pg_stat_activity WHERE datname = '`+name+`') LOOP
			PERFORM pg_sleep(0.01); PERFORM pg_stat_clear_snapshot();
		END LOOP;
	END $$`, "ALTER DATABASE "+name+" IS_TEMPLATE true")
}

func all(ctx context.Context, conn *pgx.Conn, statements ...string) error {
	for _, s := range statements {
		if _, err := conn.Exec(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// newName returns a name for a database, with the number of the process that owns it.
func newName() string { return fmt.Sprintf("t_%d_%s", os.Getpid(), id.Lower(12)) }

var ofProcess = regexp.MustCompile(`^t_(\d+)_`)

// dropLeft drops the databases of processes that have ended. A process keeps its idle ones to its end, and the server's disk is
// in memory.
func dropLeft(ctx context.Context, conn *pgx.Conn) error {
	names, err := texts(ctx, conn, "SELECT datname FROM pg_database")
	if err != nil {
		return err
	}
	for _, name := range names {
		m := ofProcess.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		if pid, err := strconv.Atoi(m[1]); err == nil && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			_ = drop(ctx, conn, name) // another program may have been quicker
		}
	}
	return nil
}

func drop(ctx context.Context, conn *pgx.Conn, name string) error {
	return all(ctx, conn, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
}

// work is a task on the connection that makes and drops databases.
type work func(ctx context.Context, conn *pgx.Conn) error

// maintenance makes and drops databases, one at a time, on one connection for the whole process: a connection costs the server as
// much as a database. It works outside all bubbles, because a bubble may not use what another made: Ready starts it.
var maintenance struct {
	sync.Mutex
	begin sync.Once
	works chan work
	done  chan error
}

func maintain(w work) error {
	m := &maintenance
	m.begin.Do(func() {
		m.works, m.done = make(chan work), make(chan error)
		go keepMaintaining(m.works, m.done)
	})
	m.Lock()
	defer m.Unlock()
	m.works <- w
	return <-m.done
}

func keepMaintaining(works <-chan work, done chan<- error) {
	ctx := context.Background()
	var conn *pgx.Conn
	for w := range works {
		done <- func() error {
			if conn == nil || conn.IsClosed() {
				server, err := pgtest.URL()
				if err != nil {
					return err
				}
				if conn, err = pgx.Connect(ctx, server); err != nil {
					return fmt.Errorf("storetest: %w", err)
				}
			}
			if err := w(ctx, conn); err != nil {
				return fmt.Errorf("storetest: %w", err)
			}
			return nil
		}()
	}
}
