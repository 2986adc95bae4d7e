package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"

	"krapao/bench/program"
	"krapao/bench/reference"
	"krapao/internal/store"
	"krapao/internal/testkit/pgtest"
)

// site is a house that runs: a node and the sandbox, each a process of its own, and an operator's session.
type site struct {
	console string
	token   string
	client  *http.Client
	closers []func()
}

// found makes the house's database, or takes the one that an earlier run kept, and starts its programs.
func found(ctx context.Context, o options, engine store.Engine, dir string) (_ *site, known []string, err error) {
	i := &site{client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: o.callers}}}
	defer func() {
		if err != nil {
			i.close()
		}
	}()
	dir = filepath.Join(dir, string(engine))
	c := store.Config{Dir: filepath.Join(dir, "data")}
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, nil, err
	}
	known, err = kept(dir)
	if err != nil {
		return nil, nil, err
	}
	if engine == store.Postgres {
		if c.URL, err = i.database(ctx, o, dir, known != nil); err != nil {
			return nil, nil, err
		}
	}
	if known == nil {
		tell, end := follow(fmt.Sprintf("%s: %d members and %d transfers are made", engine, o.members, o.transfers))
		known, err = fill(ctx, c, o, tell)
		end()
		if err = errors.Join(err, keep(dir, known)); err != nil {
			return nil, nil, err
		}
	}
	if err := errors.Join(size(ctx, c), warm(ctx, c)); err != nil {
		return nil, nil, err
	}
	if err := i.start(ctx, o, c, dir); err != nil {
		return nil, nil, err
	}
	return i, known, i.signIn(ctx)
}

// database starts the server, and makes the database in it if there is none yet. It returns its address.
func (i *site) database(ctx context.Context, o options, dir string, filled bool) (string, error) {
	server, err := pgtest.Start(ctx, dir+"-server", append(reference.Settings, settings...)...)
	if err != nil {
		return "", err
	}
	end := server.Stop
	if o.keep != "" {
		end = server.Keep
	}
	i.closers = append(i.closers, func() { _ = end() })
	if filled {
		return reference.Database(server, "house")
	}
	return reference.CreateDatabase(ctx, server, "house")
}

// settings are those by which what is filled is written once, and not to a log of gigabytes before: nobody copies this server.
var settings = []string{"wal_level=minimal", "max_wal_senders=0", "max_wal_size=1GB"}

// size prints how large the database is, with its indexes.
func size(ctx context.Context, c store.Config) (err error) {
	s, err := store.Open(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	query := `SELECT pg_database_size(current_database()), string_agg(relname || ' ' || bytes / 1000000 || ' MB', ', ') FROM (
		SELECT relname, pg_relation_size(oid) AS bytes FROM pg_class WHERE relkind IN ('r', 'i') ORDER BY 2 DESC LIMIT 12) AS largest`
	if s.Engine() == store.SQLite {
		query = "SELECT page_count * page_size, 'one file' FROM pragma_page_count(), pragma_page_size()"
	}
	var bytes int64
	var largest string
	if err := s.DB().QueryRowContext(ctx, query).Scan(&bytes, &largest); err != nil {
		return err
	}
	progress("%s: %.2f GB: %s", s.Engine(), float64(bytes)/1e9, largest)
	return nil
}

// warm reads the indexes into memory, as they are in a server that has run for hours. What members did is read when it is asked
// for.
func warm(ctx context.Context, c store.Config) (err error) {
	if c.URL == "" {
		return nil
	}
	s, err := store.Open(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	_, end := follow("the indexes are read")
	defer end()
	if err := s.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, "CREATE EXTENSION IF NOT EXISTS pg_prewarm")
		return err
	}); err != nil {
		return err
	}
	const indexes = `SELECT count(pg_prewarm(i.indexrelid::regclass, 'read')) FROM pg_stat_user_indexes i`
	var read int
	return s.DB().QueryRowContext(ctx, indexes).Scan(&read)
}

// start starts the sandbox and the node. `krapao demo` with KRAPAO_SANDBOX_URL is what a house runs, with operators who sign
// in by one press.
func (i *site) start(ctx context.Context, o options, c store.Config, dir string) error {
	var addresses [3]string
	for n := range addresses {
		var err error
		if addresses[n], err = program.Port(); err != nil {
			return err
		}
	}
	app, operator, box := addresses[0], addresses[1], addresses[2]
	world, err := program.Start(o.program, dir, "sandbox", map[string]string{
		"KRAPAO_DATA_DIR": filepath.Join(dir, "world"), "KRAPAO_SANDBOX_ADDR": box, "KRAPAO_WALLET_URL": "http://" + app,
	}, "sandbox")
	if err != nil {
		return err
	}
	i.closers = append(i.closers, world.Stop)
	if err := world.Up(ctx, "http://"+box+"/sandbox/faults"); err != nil {
		return err
	}
	env := map[string]string{
		"KRAPAO_DATA_DIR": c.Dir, "KRAPAO_HEADS_DIR": filepath.Join(dir, "heads"), "KRAPAO_MASTER_KEY": program.MasterKey(),
		"KRAPAO_SANDBOX_URL": "http://" + box, "KRAPAO_ADDR": app, "KRAPAO_OPERATOR_ADDR": operator, "KRAPAO_LIMITS": "off",
	}
	if c.URL != "" {
		env["KRAPAO_DATABASE_URL"] = c.URL
	}
	node, err := program.Start(o.program, dir, "node", env, "demo")
	if err != nil {
		return err
	}
	i.closers = append(i.closers, node.Stop)
	i.console = "http://" + operator
	return node.Up(ctx, "http://"+app+"/readyz")
}

// signIn signs the demo's first chief in.
func (i *site) signIn(ctx context.Context) error {
	body, err := i.call(ctx, http.MethodPost, "/api/signin/demo?as=token", []byte(`{"name":"nok"}`))
	if err != nil {
		return err
	}
	var signed struct{ Token string }
	if err := json.Unmarshal(body, &signed); err != nil || signed.Token == "" {
		return errors.Join(fmt.Errorf("no token in %s", body), err)
	}
	i.token = signed.Token
	return nil
}

// call makes a call of the operator API and returns its answer, which must be a success.
func (i *site) call(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, i.console+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("X-Requested-With", "krapao-operator")
	r.Header.Set("Content-Type", "application/json")
	if i.token != "" {
		r.Header.Set("Authorization", "Bearer "+i.token)
	}
	answer, err := i.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %d %.300s", method, path, answer.StatusCode, text)
	}
	return text, err
}

func (i *site) close() {
	for n := len(i.closers) - 1; n >= 0; n-- {
		i.closers[n]()
	}
}
