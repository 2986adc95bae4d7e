package api

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// TestADumpTellsNoGuess: who has a copy of the database and guesses a password, a bank account, a phone, a name, a voucher or
// a code finds nothing in it to test the guess against: no plain hash of what a call said, of its scope, or of what an
// allowance is about, and of a password not even a dear one (architecture/0015).
func TestADumpTellsNoGuess(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		stranger := apptest.NewPerson().Phone
		a.Client().Post("/api/otp/send", map[string]any{"phoneNumber": stranger}).OK(http.StatusOK)
		change := map[string]any{"newPassword": "a guessed one", "oldPassword": c.Registered.Password}
		c.Do("PUT", "/api/account/changepwd", change, "Idempotency-Key", "tap").OK(http.StatusOK)
		account := map[string]any{
			"name": c.Registered.Name, "bankCode": c.Registered.Bank, "bankAccountName": c.Registered.AccountName,
			"bankAccountNo": c.Registered.AccountNo,
		}
		c.Do("PUT", "/api/account/profile", account, "Idempotency-Key", "other")
		c.Put("/api/account/profile", account)
		link := voucher(a, "50")
		redeem(t, c, link).OK(http.StatusOK)
		c.Post("/api/account/forgot", map[string]any{"phoneNumber": c.Registered.Phone}).OK(http.StatusOK)
		dump := dumped(t, a.Store)
		if strings.Contains(dump, "argon2id") {
			t.Error("who has the database alone can test a password at Argon2's cost")
		}
		if !strings.Contains(dump, "k1:") {
			t.Fatal("the dump has no remembered call")
		}
		for what, guess := range map[string]string{
			"a change of password": canonical(t, change), "a change of the account": canonical(t, account),
			"the new password": "a guessed one", "the old password": c.Registered.Password,
			"the bank account": c.Registered.AccountNo, "a phone": stranger, "the member's phone": c.Registered.Phone,
			"the account's holder":   c.Registered.AccountName,
			"the end of the account": c.Registered.AccountNo[len(c.Registered.AccountNo)-4:],
			"a voucher's link":       link,
			"a voucher's code":       link[strings.LastIndexAny(link, "=/")+1:],
			"a one-time code":        a.Sandbox.SMS(c.Registered.Phone)[0].Code,
		} {
			for form, hash := range plainHashes(guess) {
				if strings.Contains(dump, hash) {
					t.Errorf("%s: the database holds its plain %s", what, form)
				}
			}
		}
	})
}

// plainHashes are the forms in which a guess could be found without a key: hashed as it is, as limits name their subjects, and
// hashed again.
func plainHashes(guess string) map[string]string {
	forms := map[string]string{}
	add := func(name, text string) {
		sum := sha256.Sum256([]byte(text))
		forms[name+", hex"], forms[name+", base64"] = hex.EncodeToString(sum[:16]), base64.RawURLEncoding.EncodeToString(sum[:])[:21]
	}
	add("hash", guess)
	sum := sha256.Sum256([]byte(guess))
	add("hash of its hash", hex.EncodeToString(sum[:]))
	for _, phone := range []string{guess, "+66" + strings.TrimPrefix(guess, "0")} {
		for _, limit := range []string{"otp-minute", "otp-hour", "otp-day", "login-username"} {
			subject := fmt.Sprintf("%d:%s", len(phone), phone)
			add(limit+" of "+phone, fmt.Sprintf("%d:%s%d:%s", len(limit), limit, len(subject), subject))
		}
	}
	return forms
}

func canonical(t *testing.T, body map[string]any) string {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// dumped is every row of every table as text.
func dumped(t *testing.T, s *store.Store) string {
	t.Helper()
	tables := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if s.Engine() == store.Postgres {
		tables = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
	}
	var all strings.Builder
	for _, table := range column(t, s, tables) {
		rows, err := s.DB().QueryContext(t.Context(), "SELECT * FROM "+table)
		if err != nil {
			t.Fatal(err)
		}
		names, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			values := make([]any, len(names))
			for i := range values {
				values[i] = new(any)
			}
			if err := rows.Scan(values...); err != nil {
				t.Fatal(err)
			}
			for i, v := range values {
				fmt.Fprintf(&all, "%s.%s=%s\n", table, names[i], fmt.Sprint(*v.(*any)))
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}

func column(t *testing.T, s *store.Store, query string) (list []string) {
	t.Helper()
	rows, err := s.DB().QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			t.Fatal(err)
		}
		list = append(list, one)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}
