package api

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
	"krapao/sandbox/sandboxtest"
)

// TestNodesShareOnePostgreSQLAndOneSandbox: started together on an empty database, each with a data directory of its own.
func TestNodesShareOnePostgreSQLAndOneSandbox(t *testing.T) {
	t.Parallel()
	box := sandboxtest.Start(t, sandboxtest.Options{Loopback: true})
	database := emptyPostgres(t)
	var addrs []string
	var nodes []*programtest.Program
	for range 3 {
		env := programtest.EmptyEnv(t)
		env["KRAPAO_DATABASE_URL"], env["KRAPAO_SANDBOX_URL"], env["KRAPAO_REGISTER_OTP"] = database, box.URL, "false"
		nodes = append(nodes, programtest.Start(t, env, "demo"))
		addrs = append(addrs, env["KRAPAO_ADDR"])
	}
	for i, node := range nodes {
		node.Up(addrs[i])
	}
	p := apptest.NewPerson()
	one, two := programtest.Guest(t, addrs[0]), programtest.Guest(t, addrs[1])
	programtest.Scene(two)
	one.Post("/api/account", p.Registration()).OK(http.StatusCreated)
	token := two.Post("/api/login", map[string]any{"username": p.Phone, "password": p.Password}).OK(200).At("token")
	one.Token, two.Token = token, token
	// What one node sealed, the other opens.
	if got := two.Get("/api/account/profile").OK(200).At("bankAccount.bankAccountNo"); got != p.AccountNo {
		t.Errorf("the other node reads %q", got)
	}
	id := two.Post("/api/qrcode/KBANK", map[string]any{"amount": 300}).OK(200).At("qrcodeId")
	box.Pay(id, sandboxtest.Payer{FromBank: p.Bank, FromAccount: p.AccountNo, FromName: p.AccountName})
	programtest.Until(t, "the deposit, on every node", func() bool { return one.Balance() == 30000 && two.Balance() == 30000 })
	programtest.Plain(two)
	// The same key on two nodes is one withdrawal.
	first := one.Raw("POST", "/api/wallet/withdraw", `{"amount":100}`, "Idempotency-Key", "k").OK(200)
	again := two.Raw("POST", "/api/wallet/withdraw", `{"amount":100}`, "Idempotency-Key", "k").OK(200)
	if first.Text != again.Text || again.Header.Get("Idempotency-Replayed") != "true" || one.Balance() != 20000 {
		t.Errorf("two nodes, one key: %s and %s", first.Text, again.Text)
	}
	two.Get("/api/wallet").OK(200)
	one.Post("/api/logout", nil).OK(200)
	one.Get("/api/wallet").Refused(http.StatusUnauthorized, "invalid-token")
	// How soon is shown where time is the test's: TestRevocationReachesOtherNodes of session.
	programtest.Until(t, "the token counts no more on the other node", func() bool {
		return two.Get("/api/wallet").Status == http.StatusUnauthorized
	})
	for _, node := range nodes {
		node.Interrupt()
	}
	for _, node := range nodes {
		if err := node.Wait(); err != nil {
			t.Errorf("stopped with %v: %s", err, node.Out)
		}
	}
	env := map[string]string{"KRAPAO_DATABASE_URL": database, "KRAPAO_DATA_DIR": t.TempDir()}
	if out, code := programtest.Run(t, env, "verify", "--sandbox-url", box.URL); code != 0 {
		t.Errorf("verify: %s", out)
	}
	backup := filepath.Join(t.TempDir(), "krapao.backup")
	env["KRAPAO_DATABASE_URL"] = afterAFailover(database)
	if out, code := programtest.Run(t, env, "backup", backup); code != 0 {
		t.Fatalf("backup: %s", out)
	}
	if out, code := programtest.Run(t, env, "restore", backup); code != 1 || !strings.Contains(out, "not empty") {
		t.Errorf("restore into a full database: %d %s", code, out)
	}
	env["KRAPAO_DATABASE_URL"] = asSettings(t, emptyPostgres(t))
	if out, code := programtest.Run(t, env, "restore", backup); code != 0 {
		t.Fatalf("restore: %s", out)
	}
	if out, code := programtest.Run(t, env, "verify"); code != 0 || !strings.Contains(out, "the books are whole") {
		t.Errorf("verify of what was restored: %s", out)
	}
}

// afterAFailover is the address of a pair of which the first server is gone.
func afterAFailover(database string) string {
	return strings.Replace(database, "@", "@127.0.0.1:1,", 1) + "&target_session_attrs=read-write"
}

// asSettings is an address in its other form.
func asSettings(t *testing.T, database string) string {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("host=%s port=%s user='%s' dbname=%s sslmode=disable", u.Hostname(), u.Port(),
		u.User.Username(), strings.TrimPrefix(u.Path, "/"))
}

// emptyPostgres is a database without a table.
func emptyPostgres(t *testing.T) string {
	t.Helper()
	url := storetest.Postgres(t)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if _, err := conn.Exec(t.Context(), "DROP SCHEMA public CASCADE; CREATE SCHEMA public"); err != nil {
		t.Fatal(err)
	}
	return url
}

// TestAStoppingNodeFinishesWhatItHas: a transfer under way is answered before the node ends; on a machine that is too slow for
// the provider's answer, that its end is not known yet. TestAStopWaitsForATransfer says exactly what is answered.
func TestAStoppingNodeFinishesWhatItHas(t *testing.T) {
	t.Parallel()
	box := sandboxtest.Start(t, sandboxtest.Options{Loopback: true})
	env := programtest.DemoEnv(t, store.SQLite)
	env["KRAPAO_SANDBOX_URL"], env["KRAPAO_REGISTER_OTP"] = box.URL, "false"
	node := programtest.Start(t, env, "demo")
	node.Up(env["KRAPAO_ADDR"])
	m := newMover(t, env["KRAPAO_ADDR"], box, "joker")
	box.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "slow", Count: 1, DelayMS: 2000})
	answered := make(chan apptest.Answer, 1)
	go func() {
		got, _ := m.Try("POST", "/api/wallet/transfer", `{"from":"WALLET","to":"joker","amount":100}`)
		answered <- got
	}()
	programtest.Until(t, "the provider has the transfer", func() bool { return box.Faults()[0].Hits == 1 })
	node.Interrupt()
	if got := <-answered; got.Status != http.StatusOK && got.Status != http.StatusAccepted {
		t.Errorf("the transfer under way: %d %s", got.Status, got.Text)
	}
	if err := node.Wait(); err != nil {
		t.Errorf("stopped with %v: %s", err, node.Out)
	}
}

// TestAStopWaitsForATransfer: a node that is told to stop in the middle of a transfer answers it first.
func TestAStopWaitsForATransfer(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "slow", Count: 1, DelayMS: 2000})
		answered := transferring(c, "joker")
		apptest.Eventually(t, "the provider has the transfer", func() bool { return a.Sandbox.Faults()[0].Hits == 1 })
		a.Restart()
		if got := <-answered; got.Status != http.StatusOK {
			t.Errorf("the transfer under way: %d %s", got.Status, got.Text)
		}
	})
}

// transferring moves 20 baht into a game; the answer comes when it comes.
func transferring(c *apptest.Client, game string) <-chan apptest.Answer {
	answered := make(chan apptest.Answer, 1)
	go func() {
		got, _ := c.Try("POST", "/api/wallet/transfer", fmt.Sprintf(`{"from":"WALLET","to":%q,"amount":20}`, game))
		answered <- got
	}()
	return answered
}

// TestADeadProviderHoldsNobodyUp: a call to it is answered within 25 s and says that it is not known yet; other calls, and
// other members' transfers to other providers, do not wait for it at all, and the outcome settles by itself.
func TestADeadProviderHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c, other := rich(t, a), rich(t, a)
		other.Get("/api/wallet/activate/pgslot").OK(http.StatusOK)
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "lost_reply", Count: 1})
		began := time.Now()
		done := transferring(c, "joker")
		apptest.Eventually(t, "the provider has the transfer", func() bool { return a.Sandbox.Faults()[0].Hits == 1 })
		asked := time.Now()
		for range 5 {
			c.Get("/api/wallet").OK(http.StatusOK)
			other.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "pgslot", "amount": 1}).OK(http.StatusOK)
		}
		// Time is virtual: it passes only for who waits.
		if took := time.Since(asked); took > time.Second || len(done) > 0 {
			t.Errorf("other calls took %s; the transfer was answered before them: %d", took, len(done))
		}
		got := <-done
		if took := time.Since(began); took > 25*time.Second || got.Status != http.StatusAccepted ||
			got.At("message") != "TRANSFER_PENDING" {
			t.Errorf("after %s: %d %s", took, got.Status, got.Text)
		}
		apptest.Eventually(t, "the transfer settles", func() bool {
			list := c.Post("/api/statement", map[string]any{"page": 1, "limit": 1}).OK(200)
			return list.At("statements.0.status") == "SUCCESS" && list.At("statements.0.amount") == "20"
		})
	})
}
