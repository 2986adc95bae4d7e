package slip_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/deposit/slip"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
)

// Two nodes work on many slips of few transfers at the same time: each transfer is one credit.
func TestTwoNodesOneCreditForEachTransfer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		one, two := slipNode(w), slipNode(w)
		m := w.Member()
		var files [][]byte
		for range 3 {
			files = append(files, paidFrom(w, sandboxtest.Transfer{}))
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		var references []string
		for i := range 12 {
			all.Go(func() {
				reference := uploaded(w, []*deposittest.Node{one, two}[i%2], m, files[i%3])
				mu.Lock()
				defer mu.Unlock()
				references = append(references, reference)
			})
		}
		all.Wait()
		ctx, stop := context.WithCancel(t.Context())
		for _, n := range []*deposittest.Node{one, two} {
			all.Go(func() { n.Slips.Run(ctx) })
		}
		credited := 0
		for _, reference := range references {
			if settled(w, one, m, reference).Progress == deposit.Succeeded {
				credited++
			}
		}
		stop()
		all.Wait()
		if credited != 3 || w.Balance(ledger.Wallet(m)) != 300_00 {
			t.Errorf("%d credited, the wallet has %s", credited, w.Balance(ledger.Wallet(m)))
		}
		// One failed as a duplicate after waiting for the first. None of them counts as the member's failure.
		stands(w, settled(w, one, m, uploaded(w, one, m, paidFrom(w, sandboxtest.Transfer{}))), deposit.Succeeded, "")
	})
}

// A node dies or pauses at any place between claim and credit. Another one continues, and the first changes nothing
// when it wakes up.
func TestANodeThatDiesOrPausesInTheMiddle(t *testing.T) {
	t.Parallel()
	for name, place := range map[string]func(d *deposittest.Deps, reached, awake chan struct{}){
		"while the verifier is asked": func(d *deposittest.Deps, reached, awake chan struct{}) {
			d.Slips.Verifiers = []slip.Verifier{pausing{d.Slips.Verifiers[0], reached, awake}}
			d.Timing.Call = time.Minute
		},
		"before the credit": func(d *deposittest.Deps, reached, awake chan struct{}) {
			d.Members = pausingMembers{d.Members, reached, awake}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				w := deposittest.NewWorld(t, s, deposittest.Options{})
				reached, awake := make(chan struct{}, 1), make(chan struct{})
				paused := slipNode(w, func(d *deposittest.Deps) { place(d, reached, awake) })
				other := slipNode(w)
				m := w.Member()
				reference := uploaded(w, paused, m, paidFrom(w, sandboxtest.Transfer{}))
				done := make(chan error, 1)
				go func() {
					_, err := paused.Slips.Turn(context.WithoutCancel(t.Context()))
					done <- err
				}()
				<-reached
				stands(w, settled(w, other, m, reference), deposit.Succeeded, "")
				close(awake)
				if err := <-done; err != nil {
					t.Errorf("the paused one: %v", err)
				}
				stands(w, slipOf(w, other, m, reference), deposit.Succeeded, "")
				if got := w.Balance(ledger.Wallet(m)); got != 100_00 {
					t.Errorf("the wallet has %s", got)
				}
			})
		})
	}
}

// pausing delays a verifier's answer.
type pausing struct {
	slip.Verifier
	reached, awake chan struct{}
}

func (p pausing) Verify(ctx context.Context, q slip.Query) (slip.Answer, error) {
	answer, err := p.Verifier.Verify(ctx, q)
	p.reached <- struct{}{}
	<-p.awake
	return answer, err
}

// pausingMembers delays the decision.
type pausingMembers struct {
	deposit.Members
	reached, awake chan struct{}
}

func (p pausingMembers) RegisteredAccount(ctx context.Context, member string) (deposit.Payer, error) {
	own, err := p.Members.RegisteredAccount(ctx, member)
	p.reached <- struct{}{}
	<-p.awake
	return own, err
}
