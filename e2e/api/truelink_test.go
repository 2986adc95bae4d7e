package api

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// sealLink encrypts a link as a browser does, with the secret that the runtime configuration tells.
func sealLink(t *testing.T, c *apptest.Client, link string) string {
	t.Helper()
	return sealed(t, c.Get("/config.json").OK(http.StatusOK).At("truelinkSecret"), link, "truelink")
}

func sealed(t *testing.T, secret, text, purpose string) string {
	t.Helper()
	key := sha256.Sum256([]byte(secret))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	iv := make([]byte, gcm.NonceSize())
	_, _ = rand.Read(iv)
	return base64.StdEncoding.EncodeToString(gcm.Seal(iv, iv, []byte(text), []byte(purpose)))
}

// redeem hands a link in.
func redeem(t *testing.T, c *apptest.Client, link string, header ...string) apptest.Answer {
	t.Helper()
	return c.Post("/api/wallet/truelink", map[string]any{"link": sealLink(t, c, link)}, header...)
}

func voucher(a *apptest.App, amount json.Number) string {
	return a.Sandbox.Voucher(sandboxtest.Voucher{Amount: amount})
}

// issuerAgrees: what our wallet got of all vouchers is what the books have.
func issuerAgrees(t *testing.T, a *apptest.App) {
	t.Helper()
	got, err := money.Parse(a.Sandbox.Totals().VouchersRedeemed.String())
	if err != nil {
		t.Fatal(err)
	}
	if booked := -houseBalance(t, a, ledger.Bank("TRUEMONEY")); booked != got {
		t.Errorf("our wallet got %s, the books have %s", got, booked)
	}
}

// TestAWalletLink: the money, the answer, the statement's row; the published example of the cipher.
func TestAWalletLink(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c, other := a.Member(), a.Member()
		link := voucher(a, "250.50")
		answer := redeem(t, c, link).OK(http.StatusOK)
		if strings.TrimSpace(answer.Text) != `{"message":"SUCCESS","amount":250.5}` {
			t.Errorf("the answer: %s", answer.Text)
		}
		row := c.Post("/api/statement", map[string]any{"page": 1, "limit": 10}).OK(http.StatusOK)
		for path, want := range map[string]string{
			"total": "1", "statements.0.statementType": "deposit", "statements.0.from": "TRUEMONEY", "statements.0.to": "WALLET",
			"statements.0.amount": "250.5", "statements.0.balance": "250.5", "statements.0.status": "SUCCESS",
		} {
			if got := row.At(path); got != want {
				t.Errorf("statement: %s is %q", path, got)
			}
		}
		redeem(t, c, link).Refused(http.StatusConflict, "TRUELINK_DUPLICATE")
		redeem(t, other, link).Refused(http.StatusConflict, "TRUELINK_DUPLICATE")
		if c.Balance() != 250_50 || other.Balance() != 0 {
			t.Errorf("they have %s and %s", c.Balance(), other.Balance())
		}
		shared := a.Sandbox.Voucher(sandboxtest.Voucher{Amount: "100", People: 7})
		if got := redeem(t, other, shared).OK(http.StatusOK).At("amount"); got != "14.28" {
			t.Errorf("our share of a shared one: %s", got)
		}
		issuerAgrees(t, a)
	})
}

// TestLinksThatAreRefused: whatever is sent, the answer is the one code, and nothing is redeemed.
func TestLinksThatAreRefused(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		good := voucher(a, "50")
		secret := a.Client().Get("/config.json").OK(http.StatusOK).At("truelinkSecret")
		if len(secret) < 20 || secret == "krapao-truelink" {
			t.Errorf("the installation's secret is %q", secret)
		}
		whole, err := base64.StdEncoding.DecodeString(sealed(t, secret, good, "truelink"))
		if err != nil {
			t.Fatal(err)
		}
		changed := append([]byte{}, whole...)
		changed[20] ^= 1
		for name, text := range map[string]string{
			"used":                  sealed(t, secret, a.Sandbox.Voucher(sandboxtest.Voucher{Amount: "50", Used: true}), "truelink"),
			"expired":               sealed(t, secret, a.Sandbox.Voucher(sandboxtest.Voucher{Amount: "50", Expired: true}), "truelink"),
			"our own":               sealed(t, secret, a.Sandbox.Voucher(sandboxtest.Voucher{Amount: "50", Own: true}), "truelink"),
			"under two baht":        sealed(t, secret, voucher(a, "1.99"), "truelink"),
			"another host":          sealed(t, secret, strings.Replace(good, "gift.", "gift-", 1), "truelink"),
			"the sandbox's address": sealed(t, secret, a.Sandbox.URL+"/truemoney/campaign/?v="+sandboxtest.VoucherCode(good), "truelink"),
			"a path":                sealed(t, secret, good+"%2f..%2f..%2fadmin", "truelink"),
			"another secret":        sealed(t, secret+"x", good, "truelink"),
			"another purpose":       sealed(t, secret, good, "slip"),
			"no purpose":            sealed(t, secret, good, ""),
			"changed on the way":    base64.StdEncoding.EncodeToString(changed),
			"cut":                   base64.StdEncoding.EncodeToString(whole[:len(whole)-1]),
			"an iv alone":           base64.StdEncoding.EncodeToString(whole[:12]),
			"plain":                 good,
			"nothing":               "",
			"nothing, sealed":       sealed(t, secret, "", "truelink"),
			"no base64":             "*****",
			"base64 of nothing":     "====",
			"large":                 sealed(t, secret, good+strings.Repeat("a", 40_000), "truelink"),
			"not a text":            sealed(t, secret, "\xff\xfe\x00", "truelink"),
		} {
			c := a.Member()
			got := c.Post("/api/wallet/truelink", map[string]any{"link": text})
			if got.Status != http.StatusBadRequest || got.At("message") != "TRUELINK_INVALID" {
				t.Errorf("%s: %d %s", name, got.Status, got.Text)
			}
			if strings.Contains(got.Text, sandboxtest.VoucherCode(good)) {
				t.Errorf("%s: the answer tells the code", name)
			}
		}
		c := a.Member()
		for name, body := range map[string]string{
			"no field": `{}`, "null": `{"link":null}`, "a number": `{"link":1}`, "two": `{"link":"a","link":"b"}`,
			"another field": `{"link":"a","v":"b"}`, "an array": `[]`,
		} {
			got := c.Raw(http.MethodPost, "/api/wallet/truelink", body)
			if got.Status != http.StatusBadRequest || got.At("message") != "INVALID_INPUT" {
				t.Errorf("%s: %d %s", name, got.Status, got.Text)
			}
		}
		a.Client().Post("/api/wallet/truelink", map[string]any{"link": "x"}).Refused(http.StatusUnauthorized, "UNAUTHORIZED")
		issuerAgrees(t, a)
		if got := a.Sandbox.Totals().VouchersRedeemed; got != "0" {
			t.Errorf("redeemed %s", got)
		}
	})
}

// TestALinkWithoutAnAnswer: 202 with a reference; it settles by itself, once, whoever tries what meanwhile.
func TestALinkWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"garbage", "down"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
				c, thief := a.Member(), a.Member()
				link := voucher(a, "66")
				a.Sandbox.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: mode})
				body := map[string]any{"link": sealLink(t, c, link)}
				pending := c.Post("/api/wallet/truelink", body, "Idempotency-Key", "tap").OK(http.StatusAccepted)
				if pending.At("message") != "TRUELINK_PENDING" || pending.At("status") != "IN_PROGRESS" ||
					pending.At("reference") == "" || pending.Value("amount") != nil {
					t.Errorf("pending: %s", pending.Text)
				}
				redeem(t, thief, link).Refused(http.StatusConflict, "TRUELINK_DUPLICATE")
				apptest.Eventually(t, "the money", func() bool { return c.Balance() == 66_00 })
				again := c.Post("/api/wallet/truelink", body, "Idempotency-Key", "tap").OK(http.StatusAccepted)
				replayed(t, "the same tap", pending, again)
				apptest.Eventually(t, "its end", func() bool { // which is written down after the money
					return redeem(t, c, link).At("message") != "TRUELINK_PENDING"
				})
				redeem(t, c, link).Refused(http.StatusConflict, "TRUELINK_DUPLICATE")
				if c.Balance() != 66_00 || thief.Balance() != 0 {
					t.Errorf("they have %s and %s", c.Balance(), thief.Balance())
				}
				issuerAgrees(t, a)
			})
		})
	}
}

// TestTheKeyOfALink: the same key and body give the first answer again, over a restart; another body is a mismatch.
func TestTheKeyOfALink(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		good := map[string]any{"link": sealLink(t, c, voucher(a, "10"))}
		bad := map[string]any{"link": sealLink(t, c, "https://gift.truemoney.com/campaign/?v=nobodys")}
		first := c.Post("/api/wallet/truelink", good, "Idempotency-Key", "a").OK(http.StatusOK)
		no := c.Post("/api/wallet/truelink", bad, "Idempotency-Key", "b").Refused(http.StatusBadRequest, "TRUELINK_INVALID")
		a.Restart()
		replayed(t, "a success", first, c.Post("/api/wallet/truelink", good, "Idempotency-Key", "a"))
		replayed(t, "a refusal", no, c.Post("/api/wallet/truelink", bad, "Idempotency-Key", "b"))
		c.Post("/api/wallet/truelink", bad, "Idempotency-Key", "a").Refused(http.StatusConflict, "IDEMPOTENCY_MISMATCH")
		if c.Balance() != 10_00 {
			t.Errorf("the member has %s", c.Balance())
		}
		issuerAgrees(t, a)
	})
}

// TestManyWantOneLink: taps of two members and repetitions with keys, on two nodes at once; one credit.
func TestManyWantOneLink(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.Postgres, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		nodes := []*apptest.App{a, a.Beside()}
		clients := []*apptest.Client{a.Member(), a.Member()}
		link := voucher(a, "500")
		var wait sync.WaitGroup
		for i := range 16 {
			c := clients[i%2]
			body := map[string]any{"link": sealLink(t, c, link)}
			on := *c
			on.URL = func() string { return nodes[i/2%2].URL }
			wait.Go(func() {
				got := on.Now(http.MethodPost, "/api/wallet/truelink", body, "Idempotency-Key", fmt.Sprint("key", i%4))
				switch got.At("message") {
				case "SUCCESS", "TRUELINK_DUPLICATE", "IDEMPOTENCY_IN_PROGRESS", "IDEMPOTENCY_MISMATCH", "REQUEST_LIMIT":
				default:
					t.Errorf("%d %s", got.Status, got.Text)
				}
			})
		}
		wait.Wait()
		if sum := clients[0].Balance() + clients[1].Balance(); sum != 500_00 {
			t.Errorf("they have %s and %s", clients[0].Balance(), clients[1].Balance())
		}
		issuerAgrees(t, a)
	})
}

// TestGuessingClosesTheForm: after five links that the issuer refused the form is closed for an hour, with Retry-After, even
// across a restart.
func TestGuessingClosesTheForm(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		for i := range 4 {
			redeem(t, c, fmt.Sprintf("https://gift.truemoney.com/campaign/?v=guess%d", i)).
				Refused(http.StatusBadRequest, "TRUELINK_INVALID")
		}
		c.Post("/api/wallet/truelink", map[string]any{"link": "garbage"}).Refused(http.StatusBadRequest, "TRUELINK_INVALID") // no guess
		redeem(t, c, "https://gift.truemoney.com/campaign/?v=guess4").Refused(http.StatusBadRequest, "TRUELINK_INVALID")
		good := voucher(a, "9")
		closed := redeem(t, c, good, "Idempotency-Key", "good").Refused(http.StatusTooManyRequests, "REQUEST_LIMIT")
		if wait := closed.Header.Get("Retry-After"); wait != "3600" && !strings.HasPrefix(wait, "35") {
			t.Errorf("Retry-After %q", wait)
		}
		a.Restart()
		redeem(t, c, good, "Idempotency-Key", "good2").Refused(http.StatusTooManyRequests, "REQUEST_LIMIT")
		if got := redeem(t, a.Member(), good).OK(http.StatusOK).At("amount"); got != "9" {
			t.Errorf("somebody else got %s", got)
		}
		issuerAgrees(t, a)
	})
}

// tapped is a member whose link the node redeems when it is killed.
type tapped struct {
	*apptest.Client
	body string
}

// tapsALink redeems a link that the issuer pays and never answers for.
func tapsALink(t *testing.T, node *killable) *tapped {
	t.Helper()
	c := member(t, node.addr)
	text, err := json.Marshal(map[string]any{"link": sealLink(t, c, node.box.Voucher(sandboxtest.Voucher{Amount: "44"}))})
	if err != nil {
		t.Fatal(err)
	}
	node.box.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "lost_reply"})
	tap := &tapped{c, string(text)}
	go func() { _, _ = tap.again() }()
	programtest.Until(t, "the issuer has paid", func() bool { return node.box.Totals().VouchersRedeemed == "44" })
	return tap
}

// again makes the call that was answered by nobody.
func (m *tapped) again() (apptest.Answer, error) {
	return m.Try(http.MethodPost, "/api/wallet/truelink", m.body, "Idempotency-Key", "tap")
}

// hasItsMoney demands that the next node finds the money, and that the same tap is told so.
func (m *tapped) hasItsMoney() {
	m.T.Helper()
	programtest.Until(m.T, "the link is credited", func() bool { return m.Balance() == 44_00 })
	var got apptest.Answer
	programtest.Until(m.T, "the tap of the dead node has an end", func() (ended bool) {
		var err error
		got, err = m.again()
		return err == nil && got.At("message") != "IDEMPOTENCY_IN_PROGRESS"
	})
	if got.Status != http.StatusOK || got.At("amount") != "44" {
		m.T.Errorf("the same tap: %d %s", got.Status, got.Text)
	}
}

// TestALinkIsOpenedBeforeItIsACase: the queue has it after 15 minutes. Whoever opens it then reads until when it may settle by
// itself, and decides nothing. After 24 hours it is settled by a person.
func TestALinkIsOpenedBeforeItIsACase(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		house(t, a)
		c := a.Member()
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "down", Count: 1_000_000})
		reference := redeem(t, c, voucher(a, "66")).OK(http.StatusAccepted).At("reference")
		a.Pass(20 * time.Minute)
		dao := signedIn(t, a, "dao")
		if got := items(dao.Get("/api/queue?kind=link").OK(http.StatusOK), "id"); !slices.Equal(got, []string{reference}) {
			t.Fatalf("the queue has %v, want %s", got, reference)
		}
		early := dao.Get("/api/link/" + reference).OK(http.StatusOK)
		if early.Value("choices.0") != nil || !strings.Contains(early.Text, `"byItselfUntil"`) {
			t.Errorf("before it is a case: %s", early.Text)
		}
		settled := map[string]any{
			"got": 0, "reason": "its history", "evidence": "the wallet's history of today", "seen": early.At("seen"),
		}
		dao.Post("/api/link/"+reference+"/settle", settled, "Idempotency-Key", "early").Refused(http.StatusNotFound, "NO_DATA")
		a.Pass(24 * time.Hour)
		dao = signedIn(t, a, "dao")
		late := dao.Get("/api/link/" + reference).OK(http.StatusOK)
		if late.At("choices.0.call") != "settleLink" || strings.Contains(late.Text, `"byItselfUntil"`) {
			t.Errorf("as a case: %s", late.Text)
		}
		dao.Post("/api/link/"+reference+"/settle", settled, "Idempotency-Key", "late").OK(http.StatusOK)
		dao.Get("/api/link/"+reference).Refused(http.StatusNotFound, "NO_DATA")
	})
}
