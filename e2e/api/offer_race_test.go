package api

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

const (
	// taps is how often one call is made at once with one key, tabs how often with a key of its own.
	taps = 20
	tabs = 50
)

// withOfferCalls runs a test for each call of the table, on both engines; on PostgreSQL there are two nodes.
func withOfferCalls(t *testing.T, test func(t *testing.T, o *offered, nodes []string)) {
	t.Helper()
	quick := apptest.Options{Node: func(n *config.Node) { n.RegisterOTP = false }}
	apptest.Each(t, quick, func(t *testing.T, a *apptest.App) {
		nodes := []string{a.URL}
		if a.Store.Engine() == store.Postgres {
			nodes = append(nodes, a.Beside().URL)
		}
		at := place{t: t, box: a.Sandbox, guest: a.Client}
		for _, call := range offerCalls() {
			t.Log(call.name)
			test(t, call.prepare(at), nodes)
		}
		booksWhole(t, a)
	})
}

// atOnce makes a call n times at once, in turns on the nodes, with the keys that key names.
func (o *offered) atOnce(nodes []string, n int, key func(i int) string) []apptest.Answer {
	o.T.Helper()
	answers, errs := make([]apptest.Answer, n), make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { answers[i], errs[i] = o.do(nodes[i%len(nodes)], key(i)) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			o.T.Errorf("%s: %v", o.call.name, err)
		}
	}
	return answers
}

// TestTwentyTapsOnAnOffer: one key, twenty times at once, on two nodes: one effect, and whoever asks later is told the same.
func TestTwentyTapsOnAnOffer(t *testing.T) {
	t.Parallel()
	withOfferCalls(t, func(t *testing.T, o *offered, nodes []string) {
		if o.call.keyless {
			return
		}
		const key = "tap"
		told := ""
		for _, got := range o.atOnce(nodes, taps, func(int) string { return key }) {
			switch code := got.At("message"); {
			case got.Status < http.StatusMultipleChoices && (told == "" || later(told, got.Text) || later(got.Text, told)):
				told = got.Text
			case code == "IDEMPOTENCY_IN_PROGRESS":
			default:
				t.Errorf("%d %s, and before %q", got.Status, got.Text, told)
			}
		}
		if told == "" {
			t.Error("nobody was told that it was done")
		}
		apptest.Eventually(t, "what it began is over", func() bool { // what goes home from games takes a moment
			if underWay(told) {
				if got, err := o.do("", key); err == nil {
					told = got.Text
				}
			}
			return !underWay(told)
		})
		o.stood(1)
		for _, node := range nodes {
			got, err := o.do(node, key)
			if err != nil || got.Text != told || got.Header.Get("Idempotency-Replayed") != "true" {
				t.Errorf("later: %v %d %s, and before %q", err, got.Status, got.Text, told)
			}
		}
		o.stood(1)
	})
}

// TestFiftyTabsOfAnOffer: a key each, at once, on two nodes: one grant, one end, one coupon; one coin for each draw.
func TestFiftyTabsOfAnOffer(t *testing.T) {
	t.Parallel()
	withOfferCalls(t, func(t *testing.T, o *offered, nodes []string) {
		key := func(i int) string {
			if o.call.keyless {
				return ""
			}
			return fmt.Sprint("tab-", i)
		}
		good := 0
		for _, got := range o.atOnce(nodes, tabs, key) {
			switch {
			case got.Status < http.StatusMultipleChoices:
				good++
			case got.Status == http.StatusConflict, got.At("message") == "TRY_AGAIN", got.At("message") == "REFUND_MINIMUM":
			default:
				t.Errorf("%d %s", got.Status, got.Text)
			}
		}
		effects := min(good, 1)
		switch {
		case good == 0:
			t.Errorf("none of %d calls was possible", tabs)
		case o.call.repeats != nil:
			effects = good
			for name, by := range o.call.repeats {
				o.want[name] = fmt.Sprint(number(t, o.before[name]) + good*by)
			}
		case good > 1 && !o.call.told && !o.call.keyless:
			t.Errorf("%d calls are told that they did it", good)
		}
		o.stood(effects)
	})
}
