package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/cmd/krapao/demo"
	"krapao/internal/content"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/games"
	"krapao/sandbox/sandboxtest"
)

// What goes wrong in these tests, each at a game of its own: one hangs, one refuses, one speaks no protocol, one is down.
var troubles = map[string]string{"joker2": "timeout", "askmebet": "refuse", "slotracha": "garbage", "circus": "down"}

// playing is the game that is played on while it is emptied: its provider takes no reference.
const playing = "pgslot"

// TestGamesInTrouble: what hangs, refuses, is down or is played on is told by its name, and holds up nobody else: in a
// refresh, where everything goes to the wallet, and where everything is withdrawn.
func TestGamesInTrouble(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "20000")
		users := map[string]string{}
		for _, g := range games.All() {
			c.Get("/api/wallet/activate/" + g.Code).OK(http.StatusOK)
			users[g.Code] = c.Get("/api/wallet/account/" + g.Code).OK(http.StatusOK).At("username")
			c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": g.Code, "amount": 100}).OK(http.StatusOK)
		}
		c.Get("/api/wallet/refresh/slot").OK(http.StatusOK)
		refreshInTrouble(t, a, c)
		gatherInTrouble(t, a, c, users[playing])
		withdrawInTrouble(t, a, c)
	})
}

// TestAClosingGame: its state and its step are told, nothing goes in and nothing opens it, and all of it comes out.
func TestAClosingGame(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "1000")
		names := map[string]string{}
		for _, code := range []string{"huayhd", "joker"} {
			c.Get("/api/wallet/activate/" + code).OK(http.StatusOK)
			c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": code, "amount": 100}).OK(http.StatusOK)
			names[code] = c.Get("/api/wallet/account/" + code).OK(http.StatusOK).At("username")
		}
		slots := slotsByCode(t, c.Get("/api/wallet").OK(http.StatusOK))
		for code, step := range map[string]string{"huayhd": "0.1", "joker": "0.01"} {
			if slots[code]["state"] != "open" || fmt.Sprint(slots[code]["step"]) != step {
				t.Errorf("%s is %v in steps of %v, want open and %s", code, slots[code]["state"], slots[code]["step"], step)
			}
		}
		setState(t, a, "closing", "huayhd", "joker")
		slots = slotsByCode(t, c.Get("/api/wallet").OK(http.StatusOK))
		for code, name := range names {
			if slots[code]["state"] != "closing" {
				t.Errorf("%s is %v", code, slots[code]["state"])
			}
			keys := c.Get("/api/wallet/account/" + code).OK(http.StatusOK)
			if keys.At("username") != name || keys.Value("event") != nil {
				t.Errorf("%s: %s", code, keys.Text)
			}
			c.Post("/api/wallet/transfer", map[string]any{
				"from": "WALLET", "to": code, "amount": 1,
			}).Refused(http.StatusNotFound, "NO_GAME")
			c.Post("/api/wallet/transfer", map[string]any{"from": code, "to": "WALLET", "amount": 100}).OK(http.StatusOK)
		}
		c.Get("/api/autoLogin/huayhd/"+names["huayhd"]).Refused(http.StatusNotFound, "NO_GAME")
	})
}

// setState applies the demo's catalogue with another state of these games.
func setState(t *testing.T, a *apptest.App, state string, codes ...string) {
	t.Helper()
	doc, err := demo.Document()
	if err != nil {
		t.Fatal(err)
	}
	var games []map[string]any
	if err := json.Unmarshal(doc["games"], &games); err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if code, _ := g["code"].(string); slices.Contains(codes, code) {
			g["state"] = state
		}
	}
	section, err := json.Marshal(games)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := content.Apply(t.Context(), a.Store, a.Sections(), content.Document{"games": section}, false); err != nil {
		t.Fatal(err)
	}
}

// slotsByCode are the games of an answer by their codes.
func slotsByCode(t *testing.T, answer apptest.Answer) map[string]map[string]any {
	t.Helper()
	list, _ := answer.Value("slots").([]any)
	slots := map[string]map[string]any{}
	for _, one := range list {
		slot, _ := one.(map[string]any)
		code, _ := slot["code"].(string)
		slots[code] = slot
	}
	if len(slots) != len(games.All()) {
		t.Fatalf("%d games in %s", len(slots), answer.Text)
	}
	return slots
}

// refreshInTrouble: what fails keeps its last amount and its time, all others have a new time, and the total stays.
func refreshInTrouble(t *testing.T, a *apptest.App, c *apptest.Client) {
	t.Helper()
	home := c.Get("/api/wallet").OK(http.StatusOK)
	before := slotsByCode(t, home)
	for code, mode := range troubles {
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:" + code, Op: "balance", Mode: mode})
	}
	began := time.Now()
	answer := c.Get("/api/wallet/refresh/slot").OK(http.StatusOK)
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("the refresh took %s", took)
	}
	if got, want := codes(answer.Value("failed")), slices.Sorted(maps.Keys(troubles)); !slices.Equal(got, want) {
		t.Errorf("failed are %v, want %v", got, want)
	}
	for code, slot := range slotsByCode(t, answer) {
		_, failed := troubles[code]
		same := fmt.Sprint(slot["amountAt"]) == fmt.Sprint(before[code]["amountAt"])
		if slot["amount"] != before[code]["amount"] || same != failed {
			t.Errorf("%s: %v at %v, before it %v at %v", code, slot["amount"],
				slot["amountAt"], before[code]["amount"], before[code]["amountAt"])
		}
	}
	if total := c.Get("/api/wallet").At("total"); total != home.At("total") {
		t.Errorf("the total is %s, and was %s", total, home.At("total"))
	}
}

// gatherInTrouble: everything to the wallet. One hangs, one refuses, one is played on; the others moved, each says so.
func gatherInTrouble(t *testing.T, a *apptest.App, c *apptest.Client, user string) {
	t.Helper()
	a.Sandbox.ClearFaults()
	a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker2", Op: "move", Mode: "timeout"})
	a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:askmebet", Op: "move", Mode: "refuse"})
	want := map[string]string{
		"joker2": "IN_PROGRESS TRANSFER_PENDING", "askmebet": "FAILED TRANSFER_FAIL", playing: "FAILED TRY_AGAIN",
	}
	var over atomic.Bool
	var wait sync.WaitGroup
	stop := sync.OnceFunc(func() { over.Store(true); wait.Wait() })
	defer stop()
	wait.Go(func() {
		for !over.Load() {
			a.Pass(10 * time.Millisecond)
			a.Sandbox.Round(playing, user, json.Number("0.01"), json.Number("0"))
		}
	})
	a.Pass(time.Second) // it is being played on by then
	answer := c.Post("/api/wallet/transferAll", map[string]any{"to": "WALLET"}).OK(http.StatusAccepted)
	stop()
	list, _ := answer.Value("moved").([]any)
	if answer.At("message") != "TRANSFER_PENDING" || answer.At("status") != "IN_PROGRESS" || len(list) != len(games.All()) {
		t.Errorf("transferAll: %s", answer.Text)
	}
	for _, one := range list {
		row, _ := one.(map[string]any)
		code, _ := row["from"].(string)
		got, expected := fmt.Sprint(row["status"], " ", row["message"]), "SUCCESS SUCCESS"
		if w := want[code]; w != "" {
			expected = w
		}
		if strings.TrimSpace(got) != expected {
			t.Errorf("%s is told as %q, want %q", code, got, expected)
		}
	}
}

// withdrawInTrouble: a withdrawal of everything goes through with what came, and names the games that kept theirs.
func withdrawInTrouble(t *testing.T, a *apptest.App, c *apptest.Client) {
	t.Helper()
	a.Sandbox.ClearFaults()
	for _, code := range []string{"joker", "circus"} {
		c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": code, "amount": 100}).OK(http.StatusOK)
	}
	a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "down"})
	answer := c.Post("/api/wallet/withdrawAll", map[string]any{"amount": 1000}).OK(http.StatusOK)
	failed := codes(answer.Value("failed"))
	if !slices.Contains(failed, "joker") || slices.Contains(failed, "circus") || answer.At("status") != "IN_PROGRESS" {
		t.Errorf("withdrawAll: %s", answer.Text)
	}
}

func codes(list any) []string {
	all, _ := list.([]any)
	names := make([]string, len(all))
	for i, one := range all {
		names[i] = fmt.Sprint(one)
	}
	slices.Sort(names)
	return names
}
