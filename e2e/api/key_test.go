package api

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krapao/internal/config"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
)

const (
	keyA = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA="
	keyB = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="
)

// A rotation in the middle of members' calls: everything that was sealed before, between and after is readable at every
// moment, an account stays one member's, and in the end the former master key is needed for nothing.
func TestKeysRotateWhileMembersCall(t *testing.T) {
	t.Parallel()
	first, second := []byte("a first master key, of 32 bytes."), []byte("another key, and of 32 bytes too")
	apptest.Each(t, apptest.Options{Masters: config.Masters{1: first}}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).OK(http.StatusOK)
		c.Post("/api/spinwheel/spin", map[string]any{}).OK(http.StatusOK)
		account := c.Get("/api/wallet/account/joker").OK(http.StatusOK).At("password")
		a.Rekey(config.Masters{1: first, 2: second})
		a.Restart()
		all := func(when string) {
			t.Helper()
			if got := c.Get("/api/wallet/account/joker").OK(http.StatusOK).At("password"); got != account {
				t.Fatalf("%s: the game's password is %q", when, got)
			}
			masked := c.Get("/api/account/profile").OK(http.StatusOK).At("profile.bankAccountNo")
			if !strings.HasSuffix(c.Registered.AccountNo, strings.TrimLeft(masked, "x*")) {
				t.Fatalf("%s: the account is %q", when, masked)
			}
			p := apptest.NewPerson()
			fresh := a.Client()
			fresh.Header.Set("X-Otp-Token", a.Prove(fresh, p.Phone))
			p.AccountNo, p.Bank = c.Registered.AccountNo, c.Registered.Bank
			fresh.Post("/api/account", p.Registration()).Refused(http.StatusConflict, "EXISTING_BANK")
		}
		operators := a.Operators()
		for turns := 0; ; turns++ {
			says, next, err := operators.TurnKeys(t.Context())
			if err != nil || turns > 50 {
				t.Fatalf("turn %d: %s, %v", turns, says, err)
			}
			all(says)
			if turns == 0 {
				a.Member() // registered in the middle
			}
			if next == 0 {
				break
			}
			a.Pass(next)
		}
		for _, where := range []string{
			"member.bank_account_no", "member.bank_account_name", "game_account.password", "withdrawal.account_sealed",
			"wheel_seed.sealed", "wheel_seed.next_sealed",
		} {
			table, name, _ := strings.Cut(where, ".")
			texts := column(t, a.Store, "SELECT "+name+" FROM "+table+" WHERE "+name+" <> ''")
			if len(texts) == 0 {
				t.Errorf("%s: nothing is sealed there", where)
			}
			for _, text := range texts {
				if version, ok := secret.SealedUnder(text); !ok || version != 2 {
					t.Errorf("%s is sealed under version %d", where, version)
				}
			}
		}
		for line := range strings.Lines(dumped(t, a.Store)) { // nor is anything anywhere else, in a column that no rotation knows
			where, text, _ := strings.Cut(strings.TrimSpace(line), "=")
			if version, ok := secret.SealedUnder(text); ok && version == 1 && len(text) > 100 {
				t.Errorf("%s is sealed under a former key", where)
			}
		}
		a.Rekey(config.Masters{2: second})
		a.Restart()
		all("with the new master key alone")
	})
}

// What the program says of master keys: another one than the database's starts no node and verifies nothing, a wrong length
// is one line, a file holds it as well, and while a node runs it is rotated.
func TestMasterKeysOfTheProgram(t *testing.T) {
	t.Parallel()
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			env := programtest.DemoEnv(t, engine)
			file := filepath.Join(t.TempDir(), "key")
			if err := os.WriteFile(file, []byte(keyA+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			with := func(changes map[string]string) map[string]string { return programtest.With(env, changes) }
			p := programtest.Start(t, with(map[string]string{"KRAPAO_MASTER_KEY_FILE": file}), "demo")
			p.Up(env["KRAPAO_ADDR"])
			stop := func() {
				t.Helper()
				p.Interrupt()
				if err := p.Wait(); err != nil {
					t.Fatalf("%v: %s", err, p.Out)
				}
			}
			for _, key := range []string{keyA, keyB} {
				out, code := programtest.Run(t, with(map[string]string{"KRAPAO_MASTER_KEY": key}), "verify")
				if right := key == keyA; right != (code == 0) || right == strings.Contains(out, "the master key is not this database's") {
					t.Errorf("verify: %d %s", code, out)
				}
			}
			stop()
			backup := filepath.Join(t.TempDir(), "backup")
			if out, code := programtest.Run(t, env, "backup", backup); code != 0 {
				t.Fatal(out)
			}
			for command, want := range map[string]string{
				"demo": "the master key is not this database's", "verify": "the master key is not this database's",
			} {
				out, code := programtest.Run(t, with(map[string]string{"KRAPAO_MASTER_KEY": keyB}), command)
				if code != 1 || !strings.Contains(out, want) || strings.Count(strings.TrimSpace(out), "\n") != 0 {
					t.Errorf("%s with another key: %d %s", command, code, out)
				}
			}
			if engine == store.SQLite {
				restored := map[string]string{"KRAPAO_DATA_DIR": filepath.Join(t.TempDir(), "restored"), "KRAPAO_MASTER_KEY": keyB}
				if out, code := programtest.Run(t, restored, "restore", backup); code != 1 ||
					!strings.Contains(out, "the master key is not this database's") {
					t.Errorf("restore with another key: %d %s", code, out)
				}
			}
			env["KRAPAO_MASTER_KEYS"] = "1:" + keyA + ",2:" + keyB
			p = programtest.Start(t, env, "demo")
			p.Up(env["KRAPAO_ADDR"])
			rotation := programtest.Start(t, env, "secrets", "rotate")
			programtest.Until(t, "new keys are made", func() bool {
				return strings.Contains(rotation.Out.String(), "new keys are made under version 2")
			})
			rotation.Kill() // it may be interrupted
			if out, code := programtest.Run(t, env, "secrets", "status"); code != 0 ||
				!strings.Contains(out, "a rotation is not at its end") {
				t.Errorf("status: %d %s", code, out)
			}
			if out, code := programtest.Run(t, env, "secrets", "rotate"); code != 0 ||
				!strings.Contains(out, "everything is sealed under version 2") {
				t.Errorf("rotate: %d %s", code, out)
			}
			programtest.Guest(t, env["KRAPAO_ADDR"]).Get("/api/lookup/banks").OK(http.StatusOK)
			stop()
			delete(env, "KRAPAO_MASTER_KEYS")
			if out, code := programtest.Run(t, with(map[string]string{"KRAPAO_MASTER_KEY": keyA}), "demo"); code != 1 ||
				!strings.Contains(out, "version 2 of the master key") {
				t.Errorf("with the former key: %d %s", code, out)
			}
			if out, code := programtest.Run(t, with(map[string]string{"KRAPAO_MASTER_KEYS": "2:" + keyB}), "verify"); code != 0 {
				t.Errorf("with the new key: %d %s", code, out)
			}
		})
	}
}

// A secret among the arguments is refused by every command, and never repeated; so is a key that is none.
func TestSecretsAreNoArguments(t *testing.T) {
	t.Parallel()
	env := programtest.EmptyEnv(t)
	for _, args := range [][]string{
		{"demo", "--master-key=canary"},
		{"serve", "--master-key", "canary"},
		{"serve", "--database-url", "postgres://u:canary@x/y"},
		{"verify", "--database-url=postgres://u:canary@x/y"},
		{"backup", "--master-keys=1:canary", "file"},
	} {
		out, code := programtest.Run(t, env, args...)
		if code == 0 || strings.Contains(out, "canary") ||
			!strings.Contains(out, "_FILE") || strings.Count(strings.TrimSpace(out), "\n") != 0 {
			t.Errorf("%q: %d %s", args, code, out)
		}
	}
	open := filepath.Join(t.TempDir(), "open")
	if err := os.WriteFile(open, []byte(keyA), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, changes := range map[string]map[string]string{
		"this one is of 48":          {"KRAPAO_MASTER_KEY": strings.Repeat("QUJD", 16)},
		"this one is of 33":          {"KRAPAO_MASTER_KEY": "QUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJD"},
		"this one is of 31":          {"KRAPAO_MASTER_KEYS": "1:" + keyA + ",2:QUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJDQQ=="},
		"is base64 of 32 bytes":      {"KRAPAO_MASTER_KEY": "canary-canary-canary"},
		"are both set":               {"KRAPAO_MASTER_KEY": keyA, "KRAPAO_MASTER_KEY_FILE": open},
		"no such file":               {"KRAPAO_MASTER_KEY_FILE": open + ".none"},
		"chmod 600":                  {"KRAPAO_MASTER_KEY_FILE": open},
		"version 1 is there twice":   {"KRAPAO_MASTER_KEYS": "1:" + keyA + ",1:" + keyB},
		"versions from 1":            {"KRAPAO_MASTER_KEYS": keyA},
		"alone is version 1":         {"KRAPAO_MASTER_KEYS": "1:" + keyA, "KRAPAO_MASTER_KEY": keyB},
		"KRAPAO_DATABASE_URL_FILE: ": {"KRAPAO_DATABASE_URL_FILE": open + ".none"},
	} {
		for _, command := range []string{"demo", "serve"} {
			out, code := programtest.Run(t, programtest.With(env, changes), command)
			if code == 0 || !strings.Contains(out, want) || strings.Contains(out, "canary") {
				t.Errorf("%s, %s: %d %s", command, want, code, out)
			}
		}
	}
}
