package store_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"krapao/internal/store"
)

// An address that can't be parsed, or that leads nowhere, gives one line that says what is wrong and holds no part of its
// password. Each password here contains "canary".
func TestNoPartOfAPasswordIsTold(t *testing.T) {
	t.Parallel()
	noCA := filepath.Join(t.TempDir(), "ca.pem")
	for name, tc := range map[string]struct{ url, want string }{
		"another scheme":          {"mysql://user:canary@x/y", "postgres://"},
		"no scheme":               {"user:canary@x/y", "postgres://"},
		"a scheme cut short":      {"postgres:/user:canary@x/y", "postgres://"},
		"a slash":                 {"postgres://u:can/canary@h/x", "%2F"},
		"a slash after a number":  {"postgres://u:1234/canary@h/x", "%2F"},
		"a question mark, number": {"postgres://u:12/x?canary@h/x", "%3F"},
		"an at":                   {"postgres://u:p@canary@h/x", "%40"},
		"a percent":               {"postgres://u:canary%zz@h/x", "it is no URL"},
		"a port":                  {"postgres://u:canary@h:http/x", "its port is no number"},
		"ports":                   {"postgres://u:canary@a:1,b:2,c/x?port=1,2", "one for each host"},
		"the file of a CA":        {"postgres://u:canary@h/x?sslmode=verify-full&sslrootcert=" + noCA, noCA},
		"target_session_attrs":    {"postgres://u:canary@h/x?target_session_attrs=canary", "target_session_attrs is unknown"},
		"settings":                {"host=h user=u password=my canary dbname=x", "a value with spaces needs quotes"},
		"quotes":                  {"host=h password='canary dbname=x", "a value with spaces needs quotes"},
		"refused":                 {"postgres://u:canary@127.0.0.1:1/x", "127.0.0.1:1 does not answer: connection refused"},
		"two of them":             {"postgres://u:canary@127.0.0.1:1,127.0.0.1:2/x", "127.0.0.1:1, 127.0.0.1:2 does not answer"},
		"settings, refused":       {"host=127.0.0.1 port=1 user=u password=canary dbname=x", "127.0.0.1:1 does not answer"},
		"quoted, refused":         {`host=127.0.0.1 port=1 user=u password = 'it\'s a canary' dbname=x`, "127.0.0.1:1 does not answer"},
		"in the query, refused":   {"postgres://127.0.0.1:1/x?user=u&password=canary", "127.0.0.1:1 does not answer"},
		"no socket":               {"host=/nowhere user=u password=canary dbname=x", "/nowhere does not answer: no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := store.Open(t.Context(), store.Config{URL: tc.url})
			if err == nil || !strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), "canary") ||
				strings.Contains(err.Error(), "\n") {
				t.Errorf("%v", err)
			}
		})
	}
}

// A server that refuses the connection did answer: the message says what to check.
func TestWhyAServerLetsNobodyIn(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"28P01": `refuses the password of the role "krapao"`,
		"28000": `does not let the role "krapao" in`,
		"3D000": `has no database "books"`,
		"42501": `does not let the role "krapao" connect to the database "books"`,
		"42704": "does not know a setting",
		"53300": "has no connection left",
		"57P03": "is starting or stopping",
		"XX000": "refuses the connection (SQLSTATE XX000)",
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			_, err := store.Open(t.Context(), store.Config{
				URL: "postgres://krapao:canary@127.0.0.1:5432/books?sslmode=disable", Dial: refusing(code),
			})
			if err == nil || !strings.Contains(err.Error(), "127.0.0.1:5432 "+want) || strings.Contains(err.Error(), "canary") ||
				strings.Contains(err.Error(), "does not answer") {
				t.Errorf("%v", err)
			}
		})
	}
}

// refusing dials a server that refuses everybody with a code, and repeats what it was sent.
func refusing(code string) func(context.Context, string, string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			defer func() { _ = server.Close() }()
			talk := pgproto3.NewBackend(server, server)
			if _, err := talk.ReceiveStartupMessage(); err != nil {
				return
			}
			talk.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: code, Message: "not you, canary"})
			_ = talk.Flush()
		}()
		return client, nil
	}
}

func TestWhatGoesWithoutTLS(t *testing.T) {
	t.Parallel()
	for url, plain := range map[string]string{
		"postgres://u@127.0.0.1/x?sslmode=disable":         "",
		"postgres://u@[::1]/x?sslmode=disable":             "",
		"postgres://u@localhost/x":                         "",
		"host=/run/postgresql user=u dbname=x":             "",
		"postgres://u@db/x?sslmode=disable":                "db",
		"postgres://u@db/x":                                "db", // prefer: plain, where the server says so
		"postgres://u@10.0.0.7/x?sslmode=allow":            "10.0.0.7",
		"host=localhost,db sslmode=disable user=u":         "db",
		"postgres://u@db/x?sslmode=require":                "",
		"postgres://u@db,localhost/x?sslmode=verify-full":  "",
		"postgres://u@one,two:5433/x?sslmode=prefer":       "one two",
		"host=localhost.example.com sslmode=disable":       "localhost.example.com",
		"host=128.0.0.1 sslmode=disable user=u dbname=127": "128.0.0.1",
	} {
		pc, err := store.ParsePostgres(url)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(store.PlainHosts(pc), " "); got != plain {
			t.Errorf("%s: %q, want %q", url, got, plain)
		}
	}
}

// TestTheFileIsItsOwnersAlone: also a file that existed before and that everybody could read.
func TestTheFileIsItsOwnersAlone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, store.File)
	open := func() {
		s, err := store.Open(t.Context(), store.Config{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		if _, err := s.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{file, file + "-wal", file + "-shm", file + ".lock"} {
			info, err := os.Stat(name)
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v", name, info.Mode(), err)
			}
		}
	}
	open()
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	open()
}
