package api

import (
	"testing"

	"krapao/internal/apptest"
	"krapao/internal/store"
	"krapao/sandbox/sandboxtest"
)

// TestTheSameKeyOnTwoNodesAtTheSameMoment: both are past the look for the key when the first one reserves, so that the
// second is refused for the first one's sake. It must not be told that its body was another: the app would take a new key
// and move the money again.
func TestTheSameKeyOnTwoNodesAtTheSameMoment(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		nodes := []*apptest.App{a, a}
		if a.Store.Engine() == store.Postgres {
			nodes[1] = a.Beside()
		}
		c := rich(t, a)
		quiet(t, c)
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "balance", Mode: "slow", Count: 2, DelayMS: 600})
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "slow", Count: 1, DelayMS: 900})
		call := func(node *apptest.App) apptest.Answer {
			client := *c
			client.URL = func() string { return node.URL }
			got, _ := client.Try("POST", "/api/wallet/transfer", `{"from":"joker","to":"WALLET","amount":20}`, "Idempotency-Key", "tap")
			return got
		}
		before := c.Balance()
		first := make(chan apptest.Answer, 1)
		go func() { first <- call(nodes[0]) }()
		apptest.Eventually(t, "the first asks the provider", func() bool { return a.Sandbox.Faults()[0].Hits > 0 })
		second := call(nodes[1])
		if one := <-first; one.Status != 200 {
			t.Fatalf("the first: %d %s", one.Status, one.Text)
		}
		switch second.At("message") {
		case "IDEMPOTENCY_IN_PROGRESS", "TRANSFER_PENDING", "SUCCESS":
		default:
			t.Errorf("the second: %d %s", second.Status, second.Text)
		}
		for _, node := range nodes {
			if again := call(node); again.At("message") != "SUCCESS" || again.Header.Get("Idempotency-Replayed") != "true" {
				t.Errorf("later: %d %s", again.Status, again.Text)
			}
		}
		if after := c.Balance(); after-before != 2000 {
			t.Errorf("%s moved, want 20", after-before)
		}
	})
}
