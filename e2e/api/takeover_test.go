package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// TestAnotherNodeTakesOver: of two nodes on one PostgreSQL, the one that holds the task of interrupted movements is killed (-9)
// in the middle of a member's transfer, whose outcome nobody knows. The other one settles the transfer, once, and takes over all
// periodic tasks.
func TestAnotherNodeTakesOver(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long")
	}
	p := newPair(t)
	box, doomed := p.box, p.holderOf("interrupted movements")
	left := 1 - doomed
	m := p.at(doomed).rich(1000, "")
	user := into(m, "joker", 300)
	programtest.Plain(m)
	box.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "lost_reply"})
	box.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "check", Mode: "down", Count: 1_000_000})
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		_, _ = m.Try(http.MethodPost, "/api/wallet/transfer", `{"from":"joker","to":"WALLET","amount":100}`, "Idempotency-Key", "k")
	}()
	programtest.Until(t, "the outcome is unknown", func() bool { return met(box, "game:joker", "check", "down") > 0 })
	p.nodes[doomed].Kill()
	<-answered
	box.ClearFaults()

	there := programtest.Guest(t, p.addrs[left])
	there.Token = m.Token
	programtest.Until(t, "the other node settles it", func() bool { return there.Balance() == 800*money.Baht })
	if got := box.Account("joker", user).Balance.String(); got != "200" {
		t.Errorf("the game has %s", got)
	}
	row := there.Post("/api/statement", map[string]any{"page": 1, "limit": 1}).OK(http.StatusOK)
	if row.At("statements.0.status") != "SUCCESS" || row.At("statements.0.from") != "joker" {
		t.Errorf("the statement says %s", row.Text)
	}
	programtest.Until(t, "all tasks are the other node's", func() bool {
		holders := p.holders()
		return len(holders) == 1 && p.runs(left, holders[0])
	})
	p.nodes[left].Interrupt()
	if err := p.nodes[left].Wait(); err != nil {
		t.Errorf("stopped with %v: %s", err, p.nodes[left].Out)
	}
	if out, code := programtest.Run(t, p.envs[left], "verify", "--sandbox-url", box.URL); code != 0 {
		t.Errorf("verify: %s", out)
	}
}

// pair is two nodes of the real program on one PostgreSQL, each of which holds tasks.
type pair struct {
	t     *testing.T
	box   *sandboxtest.Sandbox
	db    *pgx.Conn
	nodes [2]*programtest.Program
	envs  [2]map[string]string
	addrs [2]string
}

func newPair(t *testing.T) *pair {
	t.Helper()
	p := &pair{t: t, box: sandboxtest.Start(t, sandboxtest.Options{Loopback: true})}
	database := emptyPostgres(t)
	for i := range p.nodes {
		env := programtest.EmptyEnv(t)
		env["KRAPAO_DATABASE_URL"], env["KRAPAO_SANDBOX_URL"], env["KRAPAO_REGISTER_OTP"] = database, p.box.URL, "false"
		env["KRAPAO_LOG_LEVEL"], env["KRAPAO_DATABASE_CONNECTIONS"] = "info", "6"
		p.nodes[i], p.envs[i], p.addrs[i] = programtest.Start(t, env, "demo"), env, env["KRAPAO_ADDR"]
	}
	for i, node := range p.nodes {
		node.Up(p.addrs[i])
	}
	var err error
	if p.db, err = pgx.Connect(t.Context(), database); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.db.Close(context.Background()) })
	programtest.Until(t, "both nodes have tasks", func() bool { return len(p.holders()) == 2 })
	return p
}

// holders are the nodes that hold tasks, by the names they have among each other; one that nobody holds has the holder "".
func (p *pair) holders() []string { return p.read("SELECT DISTINCT node FROM periodic_holder") }

// holderOf is the node that holds a task.
func (p *pair) holderOf(task string) int {
	p.t.Helper()
	found := -1
	programtest.Until(p.t, "a node holds "+task, func() bool {
		holder := p.read("SELECT node FROM periodic_holder WHERE name = '" + task + "' AND node <> ''")
		for i := range p.nodes {
			if len(holder) == 1 && p.runs(i, holder[0]) {
				found = i
			}
		}
		return found >= 0
	})
	return found
}

// runs reports whether a node has this name among the nodes.
func (p *pair) runs(node int, name string) bool {
	for _, line := range p.nodes[node].Out.Lines("this node shares the periodic tasks") {
		if name != "" && strings.Contains(line, name) {
			return true
		}
	}
	return false
}

func (p *pair) read(query string) []string {
	p.t.Helper()
	rows, err := p.db.Query(p.t.Context(), query)
	if err != nil {
		p.t.Fatal(err)
	}
	values, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		p.t.Fatal(fmt.Errorf("%s: %w", query, err))
	}
	return values
}

// at is a node as the place of members.
func (p *pair) at(node int) place {
	return place{t: p.t, box: p.box, guest: func() *apptest.Client {
		c := programtest.Guest(p.t, p.addrs[node])
		programtest.Scene(c)
		return c
	}}
}
