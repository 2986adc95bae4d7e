package api

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

// TestTasksThatTwoNodesRunDoNoHarm: a task may run on two nodes for a while, when a node loses its database in the middle of a
// run, or beside a node of the version before. Here each of two nodes holds all the tasks all the time, since each has tables of
// holders of its own. Whatever nobody knows the end of still ends right, and once.
func TestTasksThatTwoNodesRunDoNoHarm(t *testing.T) {
	t.Parallel()
	o := apptest.Options{Database: holdersIn("one"), Node: func(n *config.Node) { n.RegisterOTP = false }}
	apptest.On(t, store.Postgres, o, func(t *testing.T, a *apptest.App) {
		for _, statement := range []string{
			"CREATE SCHEMA one", "CREATE SCHEMA two",
			"CREATE TABLE two.periodic_node (LIKE periodic_node INCLUDING ALL)",
			"CREATE TABLE two.periodic_holder (LIKE periodic_holder INCLUDING ALL)",
			"ALTER TABLE periodic_node SET SCHEMA one", "ALTER TABLE periodic_holder SET SCHEMA one",
		} {
			if _, err := a.Store.DB().ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		b := a.BesideBy(holdersIn("two"))
		both := []*apptest.App{a, b}
		pass(time.Minute)
		for i, node := range both {
			if n := tasksOf(t, node); n < 30 {
				t.Fatalf("node %d holds %d tasks", i, n)
			}
		}
		at := place{t: t, box: a.Sandbox, guest: a.Client}
		for round := range 3 {
			c := at.rich(1000, "")
			c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
			unknownOf(t, a, c).end(t, a, fmt.Sprintf("round %d", round))
		}
		gone := &leaving{game: "joker", path: "/exclude", body: map[string]any{"months": 6}, field: "excludedUntil"}
		gone.sits(at)
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "lost_reply"})
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "password", Mode: "lost_reply"})
		gone.until = gone.Post(protectionPath+gone.path, gone.body).OK(http.StatusOK).At("until")
		apptest.Eventually(t, "its money is home", func() bool { return gone.isHome(a.Sandbox) })
		gone.movedOnce(a.Sandbox)
		a.Step(25 * time.Hour) // what is done daily is done, by both
		pass(5 * time.Minute)
		booksWhole(t, a)
	})
}

// holdersIn makes a node use the tables of holders in a schema beside the others.
func holdersIn(schema string) func(*store.Config) {
	return func(c *store.Config) {
		u, err := url.Parse(c.URL)
		if err != nil {
			panic(err) // storetest made it
		}
		q := u.Query()
		q.Set("search_path", "public,"+schema)
		u.RawQuery = q.Encode()
		c.URL = u.String()
	}
}

// tasksOf is how many tasks the nodes of a node's table hold.
func tasksOf(t *testing.T, a *apptest.App) (n int) {
	t.Helper()
	row := a.Store.DB().QueryRowContext(t.Context(), "SELECT count(*) FROM periodic_holder JOIN periodic_node ON id = node")
	if err := row.Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
