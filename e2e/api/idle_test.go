package api

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// An idle node costs next to nothing: nobody is there, and nothing has to be done.
const (
	idleFor = 10 * time.Minute
	// idleCommits is for all nodes together: one a second.
	idleCommits = 600
	// idleStatements is for one node that does all the tasks, and sharedStatements for two that share them.
	idleStatements, sharedStatements = 4500, 7000
)

// TestTwoIdleNodesWriteOnceASecond prints which statements they sent, the most frequent first (go test -v).
func TestTwoIdleNodesWriteOnceASecond(t *testing.T) {
	t.Parallel()
	var seen idleTrace
	o := apptest.Options{Database: func(c *store.Config) { c.Trace = seen.note }}
	apptest.On(t, store.Postgres, o, func(t *testing.T, a *apptest.App) {
		a.Beside()
		leftBehind(t, a)
		pass(idleSettled)
		synctest.Wait()
		seen.forget()
		pass(idleFor)
		synctest.Wait()
		commits, asked := seen.print(t)
		if commits > idleCommits {
			t.Errorf("%d write commits in %s; want at most %d", commits, idleFor, idleCommits)
		}
		if asked > sharedStatements {
			t.Errorf("%d statements in %s; want at most %d", asked, idleFor, sharedStatements)
		}
	})
}

// leftBehind lets a member open an account at every game and leave, so that every report of play is read.
func leftBehind(t *testing.T, a *apptest.App) {
	t.Helper()
	c := a.Member()
	slots, _ := c.Get("/api/wallet").OK(http.StatusOK).Value("slots").([]any)
	if len(slots) == 0 {
		t.Fatal("there are no games")
	}
	for n := range slots {
		code := c.Get("/api/wallet").At(fmt.Sprintf("slots.%d.code", n))
		c.Get("/api/wallet/activate/" + code).OK(http.StatusOK)
	}
}

// idleSettled is the time after which nothing of a start is under way.
const idleSettled = 5 * time.Minute

// TestAnIdleNodeOnSQLiteWritesNextToNothing: its clock writes every ten seconds, and little else does.
func TestAnIdleNodeOnSQLiteWritesNextToNothing(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		leftBehind(t, a)
		pass(idleSettled)
		synctest.Wait()
		var mu sync.Mutex
		var commits int
		a.Store.OnCommit(func(time.Duration, error) {
			mu.Lock()
			commits++
			mu.Unlock()
		})
		before := a.Store.Statements()
		pass(idleFor)
		synctest.Wait()
		mu.Lock()
		defer mu.Unlock()
		asked := a.Store.Statements() - before
		t.Logf("%d commits, %d statements in %s", commits, asked, idleFor)
		if commits > 170 || asked > idleStatements {
			t.Errorf("%d commits and %d statements; want at most 170 and %d", commits, asked, idleStatements)
		}
	})
}

// idleTrace counts what nodes sent to PostgreSQL, by the statement's name.
type idleTrace struct {
	mu sync.Mutex
	// writing are the connections whose transaction has changed something.
	writing map[*pgx.Conn]string
	sent    map[string]int
	commits map[string]int
}

func (s *idleTrace) note(conn *pgx.Conn, statement string, answer pgconn.CommandTag) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sent == nil {
		return
	}
	name := nameOf(statement)
	s.sent[name]++
	wrote := (answer.Insert() || answer.Update() || answer.Delete()) && answer.RowsAffected() > 0
	switch inside := conn.PgConn().TxStatus() != 'I'; {
	case wrote && inside:
		s.writing[conn] = name
	case wrote:
		s.commits[name]++
	case !inside && s.writing[conn] != "":
		if strings.HasPrefix(answer.String(), "COMMIT") {
			s.commits[s.writing[conn]]++
		}
		delete(s.writing, conn)
	}
}

func (s *idleTrace) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writing, s.sent, s.commits = map[*pgx.Conn]string{}, map[string]int{}, map[string]int{}
}

// print logs the counts of each statement, and returns their sums.
func (s *idleTrace) print(t *testing.T) (commits, sent int) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	names := make([]string, 0, len(s.sent))
	for name := range s.sent {
		names = append(names, name)
		commits += s.commits[name]
		sent += s.sent[name]
	}
	slices.SortFunc(names, func(a, b string) int { return s.sent[b] - s.sent[a] })
	var table strings.Builder
	for _, name := range names {
		fmt.Fprintf(&table, "%7d sent %5d commits  %s\n", s.sent[name], s.commits[name], name)
	}
	t.Logf("%d statements and %d write commits in %s:\n%s", sent, commits, idleFor, table.String())
	return commits, sent
}

var queryName = regexp.MustCompile(`^-- name: (\w+)`)

// nameOf is the name of a generated query, or the beginning of another statement.
func nameOf(statement string) string {
	if m := queryName.FindStringSubmatch(statement); m != nil {
		return m[1]
	}
	text := strings.Join(strings.Fields(statement), " ")
	return text[:min(len(text), 70)]
}
