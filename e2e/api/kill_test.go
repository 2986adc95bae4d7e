package api

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// kills is how often the node is killed in the middle of traffic: a short form for every run, a long one for `make soak`.
func kills() int {
	if os.Getenv("KRAPAO_SOAK") != "" {
		return 300
	}
	return 6
}

// traffic counts the answers of a node that is killed again and again, also those that tell to come again.
type traffic struct {
	answers atomic.Int64
	over    atomic.Bool
}

// killsIn kills a node so often in the middle of its answers, some dozen answers apart.
func (f *traffic) killsIn(t *testing.T, node *killable, times int) {
	t.Helper()
	defer f.over.Store(true) // also where the test fails
	more := func() {
		before, enough := f.answers.Load(), 5+rand.Int64N(40)
		programtest.Until(t, "more answers", func() bool { return f.answers.Load() >= before+enough })
	}
	for range times {
		more()
		node.isKilled()
	}
	more()
}

// TestKilledInTheMiddleOfTraffic: a node is killed (-9) again and again while members move money through it. Every call is
// repeated with its key until it is answered. In the end every acknowledged operation is there once, every balance is
// what the acknowledgements say, and the books agree with the outside.
func TestKilledInTheMiddleOfTraffic(t *testing.T) {
	t.Parallel()
	eachKillable(t, torture)
}

func torture(t *testing.T, node *killable) {
	t.Helper()
	var members []*mover
	for i := range 8 {
		members = append(members, newMover(t, node.addr, node.box, []string{"joker", "pgslot"}[i%2]))
	}
	var all sync.WaitGroup
	f := &traffic{}
	for _, m := range members {
		all.Go(func() { m.work(f) })
	}
	f.killsIn(t, node, kills())
	all.Wait()

	for _, m := range members {
		m.check()
	}
	out := node.endsWhole(t)
	if strings.Contains(out, "not compared: game:") {
		t.Errorf("verify: %s", out)
	}
	total := 0
	for _, m := range members {
		total += len(m.done)
	}
	if total == 0 {
		t.Error("no operation was acknowledged")
	}
	t.Logf("%d operations acknowledged over %d kills; %s", total, kills(), strings.SplitN(out, "\n", 2)[0])
}

// mover is a member that moves money and keeps account of what it was told.
type mover struct {
	*apptest.Client
	game string
	// done are the references acknowledged as SUCCESS, with the change of the wallet; open are those told as under way.
	done map[string]money.Amount
	open map[string]money.Amount
	keys int
}

// newMover is a member with 1,000 baht and an account at a game.
func newMover(t *testing.T, addr string, box *sandboxtest.Sandbox, game string) *mover {
	t.Helper()
	c := programtest.Guest(t, addr)
	programtest.Scene(c)
	defer programtest.Plain(c)
	p := apptest.NewPerson()
	c.Post("/api/account", p.Registration()).OK(http.StatusCreated)
	c.Token = c.Post("/api/login", map[string]any{"username": p.Phone, "password": p.Password}).OK(200).At("token")
	id := c.Post("/api/qrcode/KBANK", map[string]any{"amount": 1000}).OK(200).At("qrcodeId")
	box.Pay(id, sandboxtest.Payer{FromBank: p.Bank, FromAccount: p.AccountNo, FromName: p.AccountName})
	programtest.Until(t, "the deposit", func() bool { return c.Balance() == 1000*money.Baht })
	c.Get("/api/wallet/activate/" + game).OK(200)
	return &mover{Client: c, game: game, done: map[string]money.Amount{}, open: map[string]money.Amount{}}
}

func (m *mover) work(f *traffic) {
	for !f.over.Load() {
		switch rand.IntN(7) {
		case 0, 1, 2:
			m.move(f, "/api/wallet/transfer", fmt.Sprintf(`{"from":"WALLET","to":%q,"amount":10.5}`, m.game), -1050)
		case 3, 4:
			m.move(f, "/api/wallet/transfer", fmt.Sprintf(`{"from":%q,"to":"WALLET","amount":3.37}`, m.game), 337)
		case 5:
			m.move(f, "/api/wallet/withdraw", `{"amount":100}`, -10000)
		case 6:
			m.move(f, "/api/wallet/transferAll", `{"to":"WALLET"}`, 0)
		}
	}
}

// move makes one call and repeats it with its key, as the app does, until there is an answer: on PostgreSQL a key that a killed
// node was working on answers IDEMPOTENCY_IN_PROGRESS for 30 seconds, and the run that takes it over may be killed too.
func (m *mover) move(f *traffic, path, body string, change money.Amount) {
	m.keys++
	key := fmt.Sprintf("op-%d", m.keys)
	programtest.Until(m.T, path+" "+body+" is answered", func() bool {
		got, err := m.Try(http.MethodPost, path, body, "Idempotency-Key", key)
		if err != nil {
			return false
		}
		f.answers.Add(1)
		return m.note(path, body, change, got)
	})
}

// note keeps what a call was told; false where it has to be made again.
func (m *mover) note(path, body string, change money.Amount, got apptest.Answer) bool {
	switch message := got.At("message"); {
	case got.Status >= 500 && message != "TRANSFER_FAIL", message == "IDEMPOTENCY_IN_PROGRESS":
		return false
	case path == "/api/wallet/transferAll" && got.Status < http.StatusBadRequest: // its legs have references of their own
	case got.Status == http.StatusOK && path == "/api/wallet/transfer":
		m.done[got.At("reference")] = change
	case got.Status == http.StatusOK, got.Status == http.StatusAccepted:
		m.open[got.At("reference")] = change
	case message == "MONEY_NOT_ENOUGH", message == "TRY_AGAIN", message == "TRANSFER_FAIL", message == "LIMIT_REACHED":
	default:
		m.T.Errorf("%s %s: %d %s", path, body, got.Status, got.Text)
	}
	return true
}

// row is a line of a statement.
type row struct {
	status, kind string
	amount       money.Amount
}

// rows reads the whole statement, by reference; each stands there once.
func (m *mover) rows() map[string]row {
	m.T.Helper()
	rows := map[string]row{}
	for page := 1; ; page++ {
		got := m.Post("/api/statement", map[string]any{"page": page, "limit": 100}).OK(200)
		list, _ := got.Value("statements").([]any)
		for _, item := range list {
			r, _ := item.(map[string]any)
			ref, _ := r["reference"].(string)
			if _, twice := rows[ref]; twice {
				m.T.Errorf("%s stands twice in the statement", ref)
			}
			amount := apptest.Baht(m.T, fmt.Sprint(r["amount"]))
			if r["from"] == "WALLET" {
				amount = -amount
			}
			rows[ref] = row{fmt.Sprint(r["status"]), fmt.Sprint(r["statementType"]), amount}
		}
		if len(list) < 100 {
			return rows
		}
	}
}

// check reads the statement once everything has settled: each acknowledged operation once, nothing that was not asked
// for, and the balance that follows.
func (m *mover) check() {
	m.T.Helper()
	var rows map[string]row
	programtest.Until(m.T, "nothing is under way", func() bool {
		rows = m.rows()
		for _, r := range rows {
			// A withdrawal whose member never stood still is a person's to decide, and waits for that.
			if r.status == "IN_PROGRESS" && r.kind != "withdraw" {
				return false
			}
		}
		return true
	})
	var want money.Amount
	for ref, change := range m.done {
		if rows[ref].status != "SUCCESS" || rows[ref].amount != change {
			m.T.Errorf("%s was acknowledged with %s and stands as %v", ref, change, rows[ref])
		}
	}
	for ref, r := range rows {
		if r.status != "FAILED" { // what is under way has left the spendable balance
			want += r.amount
		}
		_, acknowledged := m.done[ref]
		_, open := m.open[ref]
		single := r.amount == 337 || r.amount < 0 // what comes back of everything has other amounts
		if !acknowledged && !open && r.status == "SUCCESS" && single {
			m.T.Errorf("%s stands as %v and was never acknowledged", ref, r)
		}
	}
	if got := m.Balance(); got != want {
		m.T.Errorf("balance %s, the statement adds up to %s", got, want)
	}
}
