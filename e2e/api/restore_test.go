package api

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
	"krapao/sandbox/sandboxtest"
)

// TestARestoredStorePaysNobodyByItself: no session of the time before lets anybody in, members read until two chiefs have lifted
// each system, and what the backup does not know to be paid stays in until they let payouts go on.
func TestARestoredStorePaysNobodyByItself(t *testing.T) {
	t.Parallel()
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			restored(t, engine)
		})
	}
}

func restored(t *testing.T, engine store.Engine) {
	box := sandboxtest.Start(t, sandboxtest.Options{Loopback: true})
	env := programtest.With(programtest.DemoEnv(t, engine), map[string]string{
		"KRAPAO_SANDBOX_URL": box.URL, "KRAPAO_REGISTER_OTP": "false",
		"KRAPAO_MASTER_KEY": "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=", "KRAPAO_DEMO_OPERATORS": "true",
	})
	node := programtest.Start(t, env, "demo")
	node.Up(env["KRAPAO_ADDR"])
	p, c := apptest.NewPerson(), programtest.Guest(t, env["KRAPAO_ADDR"])
	programtest.Scene(c)
	c.Post("/api/account", p.Registration()).OK(http.StatusCreated)
	login := map[string]any{"username": p.Phone, "password": p.Password}
	c.Token = c.Post("/api/login", login).OK(200).At("token")
	box.Pay(c.Post("/api/qrcode/KBANK", map[string]any{"amount": 1000}).OK(200).At("qrcodeId"), sandboxtest.Payer{
		FromBank: p.Bank, FromAccount: p.AccountNo, FromName: p.AccountName,
	})
	programtest.Until(t, "the deposit", func() bool { return c.Balance() == 100000 })
	backup := filepath.Join(t.TempDir(), "krapao.backup")
	carriedOut(t, env, "is written", "backup", backup)
	c.Post("/api/wallet/withdraw", map[string]any{"amount": 600}).OK(200)
	programtest.Until(t, "it is paid by itself", func() bool { return len(box.Payouts()) == 1 })
	node.Kill() // and its database is lost

	if engine == store.SQLite {
		env["KRAPAO_DATA_DIR"] = filepath.Join(t.TempDir(), "new")
	} else {
		env["KRAPAO_DATABASE_URL"] = emptyPostgres(t)
	}
	said := carriedOut(t, env, "Automatic payouts are stopped", "restore", backup)
	if !strings.Contains(said, "all 1 sessions are ended") || !strings.Contains(said, "payouts resume") ||
		!strings.Contains(said, "in quarantine") {
		t.Errorf("it does not say what to do: %s", said)
	}
	alone := programtest.With(env, map[string]string{"KRAPAO_SANDBOX_URL": ""}) // the bank has paid more than these books know
	carriedOut(t, alone, "the books are whole", "verify")
	node = programtest.Start(t, env, "demo")
	node.Up(env["KRAPAO_ADDR"])
	programtest.Plain(c)
	c.Get("/api/wallet").Refused(http.StatusUnauthorized, "invalid-token")
	programtest.Scene(c)
	c.Token = c.Post("/api/login", login).OK(200).At("token")
	c.Post("/api/wallet/withdraw", map[string]any{"amount": 1000}).Refused(http.StatusServiceUnavailable, "BEING_CHECKED")
	if got := c.Balance(); got != 100000 {
		t.Errorf("the backup had 1000 baht, and reads %s", got)
	}
	nok, mai := pressedAt(t, env, "nok"), pressedAt(t, env, "mai")
	for _, system := range systemsIn(nok) {
		because := `{"reason":"compared","evidence":"its list, line by line"}`
		byHand := `{"reason":"compared","evidence":"its list, line by line","basis":"hand"}`
		id := nok.presses("/api/quarantine/"+system+"/lift", byHand).OK(http.StatusAccepted).At("proposal.id")
		mai.presses("/api/proposal/"+id+"/approve", because).OK(http.StatusOK)
	}
	c.Post("/api/wallet/withdraw", map[string]any{"amount": 1000}).OK(200)
	programtest.Until(t, "it waits for a person", func() bool {
		out, _ := programtest.Run(t, env, "operator", "withdrawals", "list")
		return strings.Contains(out, "review")
	})
	carriedOut(t, env, "restored from a backup", "operator", "payouts", "state")
	one, another := programtest.AtShell(t, env, "nok"), programtest.AtShell(t, env, "mai")
	carriedOut(t, one, "proposed", "operator", "payouts", "resume", "--reason=compared", "--evidence=the bank's list")
	carriedOut(t, env, "restored from a backup", "operator", "payouts", "state")
	waits := strings.Split(carriedOut(t, another, "brake.resume", "operator", "proposals"), "\n")[1]
	carriedOut(t, another, "go on", "operator", "proposals", "approve", strings.Fields(waits)[0], "--reason=compared")
	if n := len(box.Payouts()); n != 1 {
		t.Errorf("the bank has %d payouts", n)
	}
	node.Interrupt()
	if err := node.Wait(); err != nil {
		t.Errorf("stopped with %v: %s", err, node.Out)
	}
}

// pressedAt signs in to a program's console by one press, as one of a demo's two chiefs.
func pressedAt(t *testing.T, env map[string]string, name string) desk {
	t.Helper()
	d := desk{Client: programtest.Guest(t, env["KRAPAO_OPERATOR_ADDR"]), t: t}
	d.Header = http.Header{"X-Requested-With": {"krapao-operator"}}
	d.keep(d.Post("/api/signin/demo", map[string]any{"name": name}).OK(http.StatusOK))
	return d
}

// carriedOut runs a command that has to succeed and say something.
func carriedOut(t *testing.T, env map[string]string, want string, args ...string) string {
	t.Helper()
	out, code := programtest.Run(t, env, args...)
	if code != 0 || !strings.Contains(out, want) {
		t.Errorf("%v: %d %s, want %s", args, code, out, want)
	}
	return out
}
