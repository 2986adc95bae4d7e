package link_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/deposit/deposittest"
	"krapao/deposit/link"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
)

// A link is redeemed into the wallet; afterwards it is worth nothing to anybody.
func TestAWalletLinkIsCreditedOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{nodes: 2})
		m, other := w.Member(), w.Member()
		link := w.voucher("123.45")
		got, err := w.hand(m, " "+link+"#/voucher_detail/\n")
		if err != nil || !got.Credited || got.Amount != 123_45 || got.Reference == "" {
			t.Fatalf("%+v, %v", got, err)
		}
		w.refused(m, link, fault.TRUELINK_DUPLICATE)
		w.refused(other, link, fault.TRUELINK_DUPLICATE)
		w.refused(other, strings.Replace(link, "gift", "GIFT", 1)+"&x=1", fault.TRUELINK_DUPLICATE)
		if w.has(m) != 123_45 || w.has(other) != 0 {
			t.Errorf("they have %s and %s", w.has(m), w.has(other))
		}
		w.agree()
		code := sandboxtest.VoucherCode(link)
		var sealed, index string
		const credited = `SELECT code_sealed, code FROM wallet_link WHERE state = 'credited'`
		if err := s.DB().QueryRowContext(t.Context(), credited).Scan(&sealed, &index); err != nil {
			t.Fatal(err)
		}
		if sealed != "" || strings.Contains(index, code) {
			t.Errorf("the row still has the code: %q, %q", sealed, index)
		}
		var source, detail string
		const booked = `SELECT i.source, f.detail FROM inflow i JOIN transfer f ON f.id = i.transfer`
		err = s.DB().QueryRowContext(t.Context(), booked).Scan(&source, &detail)
		if err != nil || source == "" || strings.Contains(source+detail, code) {
			t.Errorf("the books have the code: %q, %q, %v", source, detail, err)
		}
	})
}

// Of a voucher for several people, the member gets what our wallet got.
func TestASharedVoucher(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{})
		m, other := w.Member(), w.Member()
		link := w.Outside.Voucher(sandboxtest.Voucher{Amount: "10", People: 3})
		w.Outside.TakeVoucher(link, "0811112222")
		if got, err := w.hand(m, link); err != nil || got.Amount != 3_33 {
			t.Errorf("%+v, %v", got, err)
		}
		w.refused(other, link, fault.TRUELINK_DUPLICATE) // a share is left, but not for our wallet
		if w.has(m) != 3_33 || w.has(other) != 0 {
			t.Errorf("they have %s and %s", w.has(m), w.has(other))
		}
		w.agree()
	})
}

// Links that bring nothing are refused. Nothing is redeemed, and no claim remains.
func TestLinksThatBringNothing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{})
		for name, link := range map[string]string{
			"used":               w.Outside.Voucher(sandboxtest.Voucher{Amount: "50", Used: true}),
			"expired":            w.Outside.Voucher(sandboxtest.Voucher{Amount: "50", Expired: true}),
			"our own":            w.Outside.Voucher(sandboxtest.Voucher{Amount: "50", Own: true}),
			"under the minimum":  w.voucher("1.99"),
			"a share under it":   w.Outside.Voucher(sandboxtest.Voucher{Amount: "10", People: 6}),
			"nobody's":           "https://gift.truemoney.com/campaign/?v=aaaabbbbccccddddeeee",
			"another host":       "https://gift.truemoney.com.example/campaign/?v=aaaa",
			"no link":            "hello",
			"nothing":            "",
			"what is not a text": "\xff\xfe\x00",
		} {
			m := w.Member()
			if got, err := w.hand(m, link); !fault.Is(err, fault.TRUELINK_INVALID) {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
			rows := 1
			if !strings.Contains(link, "//gift.truemoney.com/") {
				rows = 0 // names no voucher: nobody was asked
			}
			if w.has(m) != 0 || w.rows(m, "refused") != rows || len(w.open()) != 0 {
				t.Errorf("%s: the member has %s", name, w.has(m))
			}
		}
		least := w.voucher("2")
		if got, err := w.hand(w.Member(), least); err != nil || got.Amount != 2_00 {
			t.Errorf("two baht: %+v, %v", got, err)
		}
		w.agree()
	})
}

// A refusal without a redemption frees the voucher for anybody with a good claim.
func TestARefusedClaimIsFree(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{})
		m, other := w.Member(), w.Member()
		link := w.voucher("20")
		w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Op: "move", Mode: "refuse"})
		w.refused(m, link, fault.TRUELINK_INVALID)
		if got, err := w.hand(other, link); err != nil || got.Amount != 20_00 {
			t.Errorf("%+v, %v", got, err)
		}
		w.refused(m, link, fault.TRUELINK_DUPLICATE)
		w.agree()
	})
}

// Several members hand in one voucher in the same moment, on two nodes: one is credited, once.
func TestARaceForOneVoucher(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{nodes: 2})
		people := []string{w.Member(), w.Member(), w.Member()}
		for _, tc := range []struct {
			name    string
			members []string
			credits int // how many calls hear of the credit
		}{{"members", people, 4}, {"taps of one member", people[:1], 12}} {
			link := w.voucher("30")
			before := map[string]int64{}
			for _, m := range tc.members {
				before[m] = int64(w.has(m))
			}
			var wait sync.WaitGroup
			var mu sync.Mutex
			credited, refused := 0, 0
			for i := range 12 {
				wait.Go(func() {
					got, err := w.Nodes[i%2].Links.Redeem(t.Context(), tc.members[i%len(tc.members)], operation(), link)
					mu.Lock()
					defer mu.Unlock()
					switch {
					case err == nil && got.Credited && got.Amount == 30_00:
						credited++
					case fault.Is(err, fault.TRUELINK_DUPLICATE), fault.Is(err, fault.REQUEST_LIMIT):
						refused++
					default:
						t.Errorf("%s: %+v, %v", tc.name, got, err)
					}
				})
			}
			wait.Wait()
			gained := int64(0)
			for _, m := range tc.members {
				gained += int64(w.has(m)) - before[m]
			}
			if gained != 30_00 || credited == 0 || credited > tc.credits || credited+refused != 12 {
				t.Errorf("%s: %d satang came in; %d heard of it, %d were refused", tc.name, gained, credited, refused)
			}
		}
		w.agree()
	})
}

// The same operation has the same outcome again, after a crash before its answer was stored or a year later.
func TestTheSameOperationAgain(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{nodes: 2})
		m := w.Member()
		good, bad := operation(), operation()
		link := w.voucher("40")
		var references []string
		for range 3 {
			got, err := w.Nodes[len(references)%2].Links.Redeem(t.Context(), m, good, link)
			if err != nil || !got.Credited || got.Amount != 40_00 {
				t.Errorf("%+v, %v", got, err)
			}
			references = append(references, got.Reference)
			if _, err := w.Nodes[0].Links.Redeem(t.Context(), m, bad, "no link"); !fault.Is(err, fault.TRUELINK_INVALID) {
				t.Errorf("the refused one: %v", err)
			}
		}
		if references[0] != references[1] || references[1] != references[2] || w.has(m) != 40_00 || w.rows(m, "refused") != 0 {
			t.Errorf("references %v, the member has %s", references, w.has(m))
		}
		w.agree()
	})
}

// A voucher names no payer. Above the limits of RULES.md for such deposits the money is the member's, but held.
func TestLargeVouchersAreHeld(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{settings: `{}`})
		m := w.Member()
		for i, step := range []struct {
			voucher      string
			wallet, held int64
		}{
			{
				"2000.01", 0, 2000_01,
			}, {"2000", 2000_00, 2000_01}, {"2000", 4000_00, 2000_01}, {"1000", 5000_00, 2000_01}, {
				"2", 5000_00,
				2002_01,
			},
		} {
			got, err := w.hand(m, w.Outside.Voucher(sandboxtest.Voucher{Amount: json.Number(step.voucher)}))
			if err != nil || !got.Credited {
				t.Fatalf("%d: %+v, %v", i, got, err)
			}
			if int64(w.has(m)) != step.wallet || int64(w.Balance(ledger.Held(m))) != step.held {
				t.Errorf("%d: wallet %s, held %s", i, w.has(m), w.Balance(ledger.Held(m)))
			}
		}
		w.agree()
	})
}

// Our own wallet has a voucher that no link in the books brought (redeemed by hand, or before a restore to an earlier
// point): nobody can claim it by its link.
func TestAVoucherThatOurWalletHasAlready(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{})
		m := w.Member()
		link := w.voucher("60")
		w.Outside.TakeVoucher(link, ours)
		w.refused(m, link, fault.TRUELINK_DUPLICATE)
		shared := w.Outside.Voucher(sandboxtest.Voucher{Amount: "60", People: 2})
		w.Outside.TakeVoucher(shared, ours)
		w.refused(m, shared, fault.TRUELINK_DUPLICATE)
		w.job()
		if w.has(m) != 0 || len(w.open()) != 0 {
			t.Errorf("the member has %s", w.has(m))
		}
	})
}

// Five failed links within an hour close a member's form for an hour. Other members' forms stay open, and a good link
// does not count.
func TestFailuresCloseTheForm(t *testing.T) {
	t.Parallel()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newLinks(t, s, linkOptions{clock: now})
		m, other := w.Member(), w.Member()
		fails := func(n int) {
			for i := range n {
				now.Advance(time.Minute)
				w.refused(m, fmt.Sprintf("https://gift.truemoney.com/campaign/?v=guess%d", i), fault.TRUELINK_INVALID)
			}
		}
		closed := func(link string) int {
			t.Helper()
			_, err := w.hand(m, link)
			var limit *fault.Error
			if !errors.As(err, &limit) || limit.Code != fault.REQUEST_LIMIT {
				t.Fatalf("the form is open: %v", err)
			}
			seconds, _ := limit.Params["seconds"].(int)
			return seconds
		}
		fails(4)
		good := w.voucher("10")
		if _, err := w.hand(m, good); err != nil {
			t.Fatalf("after four: %v", err)
		}
		now.Advance(57 * time.Minute) // the first of them is more than an hour ago
		w.refused(m, good, fault.TRUELINK_DUPLICATE)
		now.Advance(time.Hour)
		fails(5)
		next := w.voucher("20")
		asked := w.asked.Load()
		if wait := closed(next); wait != 3600 {
			t.Errorf("wait %d seconds", wait)
		}
		now.Advance(59*time.Minute + 59*time.Second)
		if wait := closed(next); wait != 1 || w.asked.Load() != asked {
			t.Errorf("wait %d seconds; the issuer was asked %d times", wait, w.asked.Load()-asked)
		}
		if _, err := w.hand(other, w.voucher("5")); err != nil {
			t.Errorf("somebody else: %v", err)
		}
		now.Advance(time.Second)
		if got, err := w.hand(m, next); err != nil || got.Amount != 20_00 {
			t.Errorf("open again: %+v, %v", got, err)
		}
		fails(1) // the old ones do not close it again
		if _, err := w.hand(m, w.voucher("5")); err != nil {
			t.Errorf("after one more: %v", err)
		}
		w.agree()
	})
}

// Only refusals by the issuer count: not a text without a link or with two, not a voucher that is in our books, and
// not one that is too small.
func TestWhatIsNoGuessClosesNoForm(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{})
		m, other := w.Member(), w.Member()
		taken, small := w.voucher("10"), w.voucher("1.50")
		if _, err := w.hand(other, taken); err != nil {
			t.Fatal(err)
		}
		asked := w.asked.Load()
		for range 5 {
			w.refused(m, "for you, with love", fault.TRUELINK_INVALID)
			w.refused(m, w.voucher("20")+" or "+taken, fault.TRUELINK_SEVERAL)
			w.refused(m, "https://gift.truemoney.com.example/campaign/?v=abcdefghijkl", fault.TRUELINK_INVALID)
			w.refused(m, taken, fault.TRUELINK_DUPLICATE)
		}
		if w.asked.Load() != asked {
			t.Errorf("the issuer was asked %d times", w.asked.Load()-asked)
		}
		for range 5 {
			w.refused(m, small, fault.TRUELINK_INVALID)
		}
		for _, text := range []string{
			"Open it: " + strings.Replace(w.voucher("20"), "https://", "http://", 1) + "!", sandboxtest.VoucherCode(w.voucher("30")),
		} {
			if got, err := w.hand(m, text); err != nil || !got.Credited {
				t.Errorf("%q: %+v, %v", text, got, err)
			}
		}
		if w.has(m) != 50_00 {
			t.Errorf("the member has %s", w.has(m))
		}
		w.agree()
	})
}

// Guesses in parallel get no further than guesses one by one.
func TestGuessesSideBySide(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{nodes: 2})
		m := w.Member()
		var wait sync.WaitGroup
		for i := range 40 {
			wait.Go(func() {
				guess := fmt.Sprintf("https://gift.truemoney.com/campaign/?v=guess%d", i)
				_, err := w.Nodes[i%2].Links.Redeem(t.Context(), m, operation(), guess)
				if !fault.Is(err, fault.TRUELINK_INVALID) && !fault.Is(err, fault.REQUEST_LIMIT) {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if n := w.asked.Load(); n != 5 {
			t.Errorf("the issuer was asked %d times", n)
		}
		if n := w.rows(m, "refused"); n != 5 || len(w.open()) != 0 {
			t.Errorf("%d rows", n)
		}
	})
}

// Nobody learns whether another's voucher exists, what it is worth or who made it: every voucher that brings nothing
// is refused in the same words.
func TestARefusalTellsNothing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{})
		said := map[string]bool{}
		for _, link := range []string{
			w.Outside.Voucher(sandboxtest.Voucher{Amount: "500", Used: true}),
			w.Outside.Voucher(sandboxtest.Voucher{Amount: "500", Expired: true}),
			w.Outside.Voucher(sandboxtest.Voucher{Amount: "500", Own: true}),
			w.voucher("1.50"), "https://gift.truemoney.com/campaign/?v=nobodys",
		} {
			_, err := w.hand(w.Member(), link)
			var no *fault.Error
			if !errors.As(err, &no) {
				t.Fatalf("%v", err)
			}
			delete(no.Params, "reference")
			said[fmt.Sprint(no.Code, no.Detail, no.Params)] = true
		}
		if len(said) != 1 {
			t.Errorf("they are told apart: %v", said)
		}
	})
}

// Without an issuer, or without an account for its payments, there are no links.
func TestNoIssuer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{issuer: func(link.Issuer) link.Issuer { return nil }})
		w.refused(w.Member(), w.voucher("5"), fault.NO_DATA)
		w.job()
	})
}
