package api

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"krapao/game"
	"krapao/internal/content"
	"krapao/internal/testkit/apptest"
	"krapao/ledger"
	"krapao/money"
	"krapao/spin"
)

// wheelOf is a demo node whose wheel has these slices ("code kind weight amount"), and whose coins are earned as coins says.
func wheelOf(coins string, budget int, slices ...string) apptest.Options {
	return apptest.Options{Content: func(d content.Document) {
		list := []string{}
		for _, s := range slices {
			f := strings.Fields(s)
			amount := ""
			if len(f) > 3 {
				amount = `, "amount": ` + f[3]
			}
			list = append(list, fmt.Sprintf(`{"code": %q, "label": {"th": "ไทย %[1]s", "lo": "ລາວ %[1]s", "en": %[1]q},
				"htmlDescription": {"th": "", "lo": "", "en": "<i>fine</i>"}, "bgColor": "#123456", "textColor": "#fff",
				"kind": %[2]q, "weight": %[3]s%[4]s}`, f[0], f[1], f[2], amount))
		}
		d["wheel"] = json.RawMessage(`{"name": {"th": "วงล้อ", "lo": "ວົງລໍ້", "en": "Wheel"}, "maxCost": 100,
			"slices": [` + strings.Join(list, ",") + `]}`)
		d["coins"] = json.RawMessage(coins)
		d["budgets"] = json.RawMessage(fmt.Sprintf(`{"prize": {"left": %d, "alarm": 1}}`, budget))
	}}
}

// TestTheWheel goes round once: from a deposit's coins to claimed coupons, with what the wire says of each step.
func TestTheWheel(t *testing.T) {
	t.Parallel()
	three := wheelOf(`{"atOnce": true, "first": 10}`, 1_000, "NONE nothing 10", "COIN coin 4 1", "CASH cash 6 5")
	apptest.Each(t, three, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		if got := c.Get("/api/spinwheel/active").OK(http.StatusOK); got.At("active") != "true" {
			t.Errorf("%s", got.Text)
		}
		if got := c.Post("/api/spinwheel/spin", map[string]any{}); got.Status != http.StatusConflict || got.At("success") != "false" ||
			got.At("message") != "NO_COIN" || got.At("error") != "NO_COIN" {
			t.Errorf("without a coin: %d %s", got.Status, got.Text)
		}
		a.Deposit(c, "100")
		setup := c.Get("/api/spinwheel/setup", "Accept-Language", "lo").OK(http.StatusOK)
		if setup.At("userCoin") != "10" || setup.At("activeSpinwheel.name") != "ວົງລໍ້" || setup.At("proof.nextNonce") != "0" {
			t.Errorf("%s", setup.Text)
		}
		wheel, _ := setup.Value("activeSpinwheel.slices").([]any)
		if first, _ := wheel[0].(map[string]any); len(wheel) != 3 || first["code"] != "NONE" ||
			first["label"] != "ລາວ NONE" || fmt.Sprint(first["odds"]) != "0.5" {
			t.Errorf("%s", setup.Text)
		}
		hash, drawn := setup.At("proof.seedHash"), []string{}
		for n := range 10 {
			got := c.Post("/api/spinwheel/spin", map[string]any{}, "Idempotency-Key", fmt.Sprint("s", n)).OK(http.StatusOK)
			if got.At("success") != "true" || got.At("remainingCoin") != fmt.Sprint(9-n) ||
				got.At("proof.seedHash") != hash || got.At("proof.nonce") != fmt.Sprint(n) {
				t.Errorf("spin %d: %s", n, got.Text)
			}
			drawn = append(drawn, got.At("result"))
		}
		again := c.Post("/api/spinwheel/spin", map[string]any{}, "Idempotency-Key", "s3").OK(http.StatusOK)
		if again.At("result") != drawn[3] || again.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("the same key: %s", again.Text)
		}
		got := c.Post("/api/spinwheel/spin", map[string]any{"bet": 5}, "Idempotency-Key", "odd")
		if got.Status != http.StatusBadRequest {
			t.Errorf("a body with more: %d %s", got.Status, got.Text)
		}
		claimAll(t, a, c, drawn)
		recalculated(t, c, hash, drawn)
	})
}

// claimAll claims every coupon, and finds its worth where it belongs.
func claimAll(t *testing.T, a *apptest.App, c *apptest.Client, drawn []string) {
	t.Helper()
	coupons, other := c.Get("/api/spinwheel/coupon", "Accept-Language", "en").OK(http.StatusOK), a.Member()
	list, _ := coupons.JSON().([]any)
	coins, cash, before := 0, money.Amount(0), c.Balance()
	for i := range list {
		at := func(path string) string { return coupons.At(fmt.Sprint(i, ".", path)) }
		claim := map[string]any{"coupon": at("_id")}
		got := other.Post("/api/spinwheel/coupon/claim", claim)
		if got.Status != http.StatusNotFound || got.At("message") != "INVALID_CODE" {
			t.Errorf("another member's: %d %s", got.Status, got.Text)
		}
		got = c.Post("/api/spinwheel/coupon/claim", claim, "Idempotency-Key", at("_id")).OK(http.StatusOK)
		if got.At("message") != "SUCCESS" || got.At("amount") != at("amount") ||
			at("prize.name") != "Wheel" || at("prize.slice.label") != at("prize.slice.code") {
			t.Errorf("%s: %s", coupons.Text, got.Text)
		}
		switch at("prize.kind") {
		case "coin":
			coins++
		case "cash":
			cash += 5 * money.Baht
		default:
			t.Errorf("%s", coupons.Text)
		}
		got = c.Post("/api/spinwheel/coupon/claim", claim)
		if got.Status != http.StatusConflict || got.At("message") != "NO_CLAIMABLE_COUPON" {
			t.Errorf("claimed again: %d %s", got.Status, got.Text)
		}
	}
	prizes := len(drawn) - len(slices.DeleteFunc(slices.Clone(drawn), func(s string) bool { return s != "NONE" }))
	if coins+int(cash/(5*money.Baht)) != prizes {
		t.Errorf("%d prizes were drawn, the coupons are %s", prizes, coupons.Text)
	}
	if got := c.Balance(); got != before+cash {
		t.Errorf("the wallet has %s, want %s", got, before+cash)
	}
	if got := c.Get("/api/spinwheel/setup").OK(http.StatusOK).At("userCoin"); got != fmt.Sprint(coins) {
		t.Errorf("%s coins, want %d", got, coins)
	}
	if b, err := a.Ledger.Balance(t.Context(), ledger.Coupons); err != nil || b.Posted != 0 {
		t.Errorf("%+v, %v: all coupons are claimed", b, err)
	}
}

// recalculated does with the answers of the API what a suspicious member does.
func recalculated(t *testing.T, c *apptest.Client, hash string, drawn []string) {
	t.Helper()
	if got := c.Post("/api/spinwheel/proof/rotate", map[string]any{"clientSeed": "ไทย"}); got.Status != http.StatusBadRequest {
		t.Errorf("a client seed that is not ASCII: %d %s", got.Status, got.Text)
	}
	promised := c.Get("/api/spinwheel/setup").OK(http.StatusOK).At("proof.nextHash")
	r := c.Post("/api/spinwheel/proof/rotate", map[string]any{"clientSeed": "mine"}).OK(http.StatusOK)
	seed, err := hex.DecodeString(r.At("seed"))
	if promised == "" || r.At("nextHash") != promised {
		t.Errorf("the next seed is not the one that was promised before the client seed was told: %s, %s", promised, r.Text)
	}
	if sum := sha256.Sum256(seed); err != nil || hex.EncodeToString(sum[:]) != hash || r.At("seedHash") != hash {
		t.Fatalf("not the seed that was promised: %s", r.Text)
	}
	proof := c.Get("/api/spinwheel/proof").OK(http.StatusOK)
	if proof.At("seeds.0.clientSeed") != "mine" || proof.At("seeds.0.seedHash") != r.At("nextHash") ||
		proof.Value("seeds.0.seed") != nil {
		t.Errorf("%s", proof.Text)
	}
	for n, told := range drawn {
		got := []string{"NONE", "COIN", "CASH"}[spin.Draw(seed, r.At("clientSeed"), int64(n), []uint64{10, 4, 6})]
		if got != told || proof.At(fmt.Sprintf("seeds.1.draws.%d.slice", n)) != told {
			t.Errorf("draw %d: told %s, calculated %s", n, told, got)
		}
	}
}

// TestManyTapsOnTheWheel: as many draws as coins, however many tabs tap; where the house can't pay, no coin goes.
func TestManyTapsOnTheWheel(t *testing.T) {
	t.Parallel()
	apptest.Each(t, wheelOf(`{"atOnce": true, "first": 10}`, 30, "A cash 1 5", "B cash 1 5"), func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "100")
		var g sync.WaitGroup
		var mu sync.Mutex
		answers := map[string]int{}
		for i := range 50 {
			g.Go(func() {
				got := c.Now(http.MethodPost, "/api/spinwheel/spin", map[string]any{}, "Idempotency-Key", fmt.Sprint("tap", i))
				mu.Lock()
				defer mu.Unlock()
				answers[fmt.Sprint(got.Status, got.At("message"))]++
			})
		}
		g.Wait()
		if answers["200"] != 6 || answers["409TRY_AGAIN"] != 44 {
			t.Errorf("thirty baht pay for six prizes: %v", answers)
		}
		if got := c.Get("/api/spinwheel/setup").OK(http.StatusOK); got.At("userCoin") != "4" || got.At("proof.nextNonce") != "6" {
			t.Errorf("%s", got.Text)
		}
	})
}

// TestPlayMakesCoinsUsable: coins of a deposit wait until it is played, by rounds that a game's report tells; and a deposit
// that is asked for again at once is not paid by itself.
func TestPlayMakesCoinsUsable(t *testing.T) {
	t.Parallel()
	o := wheelOf(`{}`, 1_000, "A nothing 1", "B nothing 1")
	with := o.Content
	o.Content = func(d content.Document) {
		with(d)
		d["withdraw"] = json.RawMessage(`{"minimum": 100, "maximum": 200000, "reviewFirst": false}`)
	}
	apptest.Each(t, o, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "1100")
		member := c.Get("/api/account/profile").OK(http.StatusOK).At("profile._id")
		code := ""
		games, err := a.Games.Catalogue.Games(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			if a.Games.Provider(g.Provider).Capabilities().Report == game.ReportRounds {
				code = g.Code
				break
			}
		}
		c.Get("/api/wallet/activate/" + code).OK(http.StatusOK)
		user := c.Get("/api/wallet/account/" + code).OK(http.StatusOK).At("username")
		c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": code, "amount": 600}).OK(http.StatusOK)
		a.Sandbox.Round(code, user, json.Number("550"), json.Number("0"))
		apptest.Eventually(t, "a coin is usable", func() bool {
			return c.Get("/api/spinwheel/setup").OK(http.StatusOK).At("userCoin") == "1"
		})
		if u, err := a.Play.Unplayed(t.Context(), member); err != nil || u != 550*money.Baht {
			t.Errorf("%s is not played, %v", u, err)
		}
		c.Post("/api/spinwheel/spin", map[string]any{}).OK(http.StatusOK)
		if got := c.Post("/api/spinwheel/spin", map[string]any{}); got.At("error") != "NO_COIN" {
			t.Errorf("%s", got.Text)
		}
		// Reading T for the withdrawal does not make its own money count as played: it waits for a person.
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 500}).OK(http.StatusOK)
		apptest.Eventually(t, "it is under review", func() bool {
			waiting, err := a.Withdrawals.Waiting(t.Context(), 10)
			return err == nil && len(waiting) == 1 && slices.Contains(waiting[0].Why, "deposits not played")
		})
		if u, err := a.Play.Unplayed(t.Context(), member); err != nil || u != 550*money.Baht {
			t.Errorf("after the reading %s is not played, %v", u, err)
		}
	})
}

// TestAMoneyCouponIsACondition: one at a time, by the same rules as a bonus; what waits keeps its money.
func TestAMoneyCouponIsACondition(t *testing.T) {
	t.Parallel()
	cash := wheelOf(`{"atOnce": true, "first": 10}`, 1_000, "A cash 1 30", "B cash 1 30")
	apptest.Each(t, cash, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "100")
		for range 2 {
			c.Post("/api/spinwheel/spin", map[string]any{}).OK(http.StatusOK)
		}
		coupons := c.Get("/api/spinwheel/coupon").OK(http.StatusOK)
		one, two := map[string]any{"coupon": coupons.At("0._id")}, map[string]any{"coupon": coupons.At("1._id")}
		c.Post("/api/spinwheel/coupon/claim", one, "Idempotency-Key", "1").OK(http.StatusOK)
		if got := c.Post("/api/spinwheel/coupon/claim", two, "Idempotency-Key", "1"); got.At("message") != "IDEMPOTENCY_MISMATCH" {
			t.Errorf("another coupon under one key: %d %s", got.Status, got.Text)
		}
		got := c.Post("/api/spinwheel/coupon/claim", two, "Idempotency-Key", "2")
		if got.Status != http.StatusConflict || got.At("message") != "BONUS_REMAINING" {
			t.Errorf("beside a condition: %d %s", got.Status, got.Text)
		}
		active := c.Get("/api/bonus/check/active").OK(http.StatusOK)
		if active.At("status") != "true" || active.At("type") != "luckydraw" || active.At("base") != "30" ||
			active.At("percentSuccess") != "200" {
			t.Errorf("%s", active.Text)
		}
		if got := c.Get("/api/spinwheel/coupon").OK(http.StatusOK); got.At("0._id") != two["coupon"] || got.Value("1") != nil {
			t.Errorf("%s", got.Text)
		}
		if b, err := a.Ledger.Balance(t.Context(), ledger.Coupons); err != nil || b.Posted != 30*money.Baht {
			t.Errorf("%+v, %v", b, err)
		}
		c.GivesUp() // gives the thirty back
		c.Post("/api/spinwheel/coupon/claim", two, "Idempotency-Key", "3").OK(http.StatusOK)
		if got := c.Balance(); got != 130*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
		for account, want := range map[ledger.Account]money.Amount{ledger.Coupons: 0, ledger.Prize: -30 * money.Baht} {
			if b, err := a.Ledger.Balance(t.Context(), account); err != nil || b.Posted != want {
				t.Errorf("%s: %+v, %v", account, b, err)
			}
		}
		booksWhole(t, a)
	})
}
