package api

import (
	"testing"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

// TestTheSameKeyOnTwoNodesAtTheSameMoment: both are past the look for the key when one of them reserves, so that the other
// is refused for its sake. That one must not be told that its body was another: the app would take a new key and move the
// money again. The provider's balance is read before the reserve, so whose reading takes longer comes second, whoever came
// first.
func TestTheSameKeyOnTwoNodesAtTheSameMoment(t *testing.T) {
	t.Parallel()
	for name, reading := range map[string]struct{ first, second int }{
		"the first reserves":      {300, 700},
		"the second overtakes it": {900, 300},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
				sameKeyOnTwoNodes(t, a, reading.first, reading.second)
			})
		})
	}
}

// sameKeyOnTwoNodes has two nodes read the balance for so many milliseconds each, for one transfer under one key.
func sameKeyOnTwoNodes(t *testing.T, a *apptest.App, firstReads, secondReads int) {
	nodes := []*apptest.App{a, a}
	if a.Store.Engine() == store.Postgres {
		nodes[1] = a.Beside()
	}
	c := rich(t, a)
	quiet(t, c)
	slow := func(op string, ms int) {
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: op, Mode: "slow", Count: 1, DelayMS: ms})
	}
	call := func(node *apptest.App) apptest.Answer {
		client := *c
		client.URL = func() string { return node.URL }
		got, _ := client.Try("POST", "/api/wallet/transfer", `{"from":"joker","to":"WALLET","amount":20}`, "Idempotency-Key", "tap")
		return got
	}
	before := c.Balance()
	slow("balance", firstReads)
	first := make(chan apptest.Answer, 1)
	go func() { first <- call(nodes[0]) }()
	apptest.Eventually(t, "the first asks the provider", func() bool { return a.Sandbox.Faults()[0].Hits > 0 })
	slow("balance", secondReads)
	slow("move", 900)
	answers := []apptest.Answer{call(nodes[1]), <-first}
	moved := 0
	for _, got := range answers {
		switch got.At("message") {
		case "SUCCESS":
			moved++
		case "IDEMPOTENCY_IN_PROGRESS", "TRANSFER_PENDING":
		default:
			t.Errorf("one of the two: %d %s", got.Status, got.Text)
		}
	}
	if moved == 0 {
		t.Errorf("nobody was told that it moved: %s, %s", answers[0].Text, answers[1].Text)
	}
	for _, node := range nodes {
		if again := call(node); again.At("message") != "SUCCESS" || again.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("later: %d %s", again.Status, again.Text)
		}
	}
	if after := c.Balance(); after-before != 2000 {
		t.Errorf("%s moved, want 20", after-before)
	}
}
