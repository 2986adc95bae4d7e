package api

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"sync"
	"testing"

	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
)

// offerKills is how often the node is killed in the middle of all calls of the table.
func offerKills() int {
	if os.Getenv("KRAPAO_SOAK") != "" {
		return 50
	}
	return 1
}

// TestKilledInTheMiddleOfOffers: a node is killed (-9) while it works on each call of the table. Repeated with their keys,
// all come to exactly one effect and are told of it, and the books are whole.
func TestKilledInTheMiddleOfOffers(t *testing.T) {
	t.Parallel()
	eachKillable(t, killOffers)
}

func killOffers(t *testing.T, node *killable) {
	t.Helper()
	at := node.place(t)

	var all []*interrupted
	for range offerKills() {
		calls := readyForKill(t, at)
		fire(t, calls, node.Kill)
		node.starts(t)
		all = append(all, calls...)
	}
	untold, done := 0, 0
	for _, x := range all {
		if x.told == "" {
			untold++
			if len(x.differs(0)) > 0 {
				done++ // before anybody repeats it
			}
		}
	}
	var repeats sync.WaitGroup
	for _, x := range all {
		repeats.Go(x.repeat)
	}
	repeats.Wait()
	for _, x := range all {
		x.stood(1)
		got, err := x.do("", x.key())
		if err != nil || !later(x.told, got.Text) && !x.call.keyless {
			t.Errorf("%s, at last: %v %d %s, and before %s", x.call.name, err, got.Status, got.Text, x.told)
		}
	}
	node.endsWhole(t)
	t.Logf("%d kills in %d calls: %d were not answered, and %d of these had done it all, or a part",
		offerKills(), len(all), untold, done)
}

// interrupted is a call in whose middle the node is killed.
type interrupted struct {
	*offered
	// told is the success that it was answered with.
	told string
	keys int
}

func (x *interrupted) key() string { return fmt.Sprint("killed-", x.keys) }

// readyForKill makes a member for each call of the table, all at once. They are no tests of their own: each would wait for its
// turn behind all other tests of this package, and the node's lease would be waited for when nobody else computes.
func readyForKill(t *testing.T, at place) []*interrupted {
	t.Helper()
	table := offerCalls()
	calls := make([]*interrupted, len(table))
	var all sync.WaitGroup
	for i, call := range table {
		all.Go(func() { calls[i] = &interrupted{offered: call.prepare(at.in(t))} })
	}
	all.Wait()
	for i, x := range calls {
		if x == nil {
			t.Fatalf("nobody is ready to %s", table[i].name)
		}
		programtest.Plain(x.Client)
	}
	return calls
}

// fire makes all calls at once, and kills the node when some of them, by chance none or all, are answered.
func fire(t *testing.T, calls []*interrupted, kill func()) {
	t.Helper()
	answered := make(chan struct{}, len(calls))
	var all sync.WaitGroup
	for _, x := range calls {
		all.Go(func() {
			defer func() { answered <- struct{}{} }() // also where the test fails, or it would wait for this for ever
			if got, err := x.do("", x.key()); err == nil {
				x.note(got)
			}
		})
	}
	for range rand.IntN(len(calls)) {
		<-answered
	}
	kill()
	all.Wait()
}

// note keeps what a call was told; false where it has to be made again.
func (x *interrupted) note(got apptest.Answer) bool {
	switch code := got.At("message"); {
	case got.Status < http.StatusMultipleChoices && (x.told == "" || later(x.told, got.Text) || x.call.keyless):
		x.told = got.Text
		return true
	case x.told != "":
		x.T.Errorf("%s: %d %s, and before %s", x.call.name, got.Status, got.Text, x.told)
		return true
	case got.Status == http.StatusConflict && code == "TRY_AGAIN":
		x.keys++ // it was refused, which stands: the app takes another key
	case got.Status >= http.StatusInternalServerError, code == "IDEMPOTENCY_IN_PROGRESS":
	default:
		x.T.Errorf("%s: %d %s", x.call.name, got.Status, got.Text)
		return true
	}
	return false
}

// repeat makes the call with its key, as the app does, until there is an answer.
func (x *interrupted) repeat() {
	programtest.Until(x.T, x.call.name+" is answered", func() bool {
		got, err := x.do("", x.key())
		return err == nil && x.note(got)
	})
}
