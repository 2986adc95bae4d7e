package arrival_test

import (
	"slices"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/operator"
)

// clerk looks at things.
var clerk = operator.Person{Name: nok, Role: operator.Cashier}

// TestUnclaimedMoneyShowsWhoseItMayBe: whom its payer has paid for before comes first, then who said that it would pay this
// amount then, by what it said. Another amount, another time and a code that was paid speak for nobody.
func TestUnclaimedMoneyShowsWhoseItMayBe(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		before, declared, ordered, slipped := id.Member(), id.Member(), id.Member(), id.Member()
		elsewhere := deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"}
		h.Opened(before)
		h.write(`UPDATE inflow SET state = 'credited', member = $1 WHERE id = $2`, before, h.arrived("L1", 10*baht, elsewhere))
		now := h.Now.Now()
		order := func(member string, amount int64, at time.Time, state string) {
			h.write(`INSERT INTO qr_order (reference, member, account, amount, state, payload, outside, reason, created_at, expires_at,
				ended_at, poll_at) VALUES ($1, $2, 'SCB1', $3, $4, '', '', '', $5, $5, 1, 0)`,
				id.Text(15), member, amount, state, clock.MicrosOf(at))
		}
		amount := int64(77 * baht)
		order(ordered, amount, now.Add(-20*time.Minute), "expired")
		order(declared, amount, now.Add(-30*time.Minute), "cancelled")
		order(id.Member(), amount, now.Add(-2*time.Hour), "expired")
		order(id.Member(), amount+1, now, "expired")
		order(id.Member(), amount, now, "paid")
		h.write(`INSERT INTO declaration (reference, key, member, amount, state, inflow, reason, created_at, lapses_at, ended_at)
			VALUES ('r1', 'k1', $1, $2, 'open', '', '', $3, $4, 0)`,
			declared, amount, clock.MicrosOf(now), clock.MicrosOf(now.Add(time.Hour)))
		h.slip(slipped, 1, amount, "review", "")
		x, err := h.Arrivals.OpenArrival(t.Context(), clerk, h.arrived("L2", 77*baht, elsewhere))
		if err != nil {
			t.Fatal(err)
		}
		want := []operator.Candidate{
			{Member: before, Why: []string{"payer"}, Strength: "strong"},
			{Member: declared, Why: []string{"declared", "order"}, Strength: "weak"},
			{Member: slipped, Why: []string{"slip"}, Strength: "weak"},
			{Member: ordered, Why: []string{"order"}, Strength: "weak"},
		}
		if !slices.EqualFunc(x.Candidates, want, func(a, b operator.Candidate) bool {
			return a.Member == b.Member && slices.Equal(a.Why, b.Why) && a.Strength == b.Strength
		}) {
			t.Errorf("candidates: %+v", x.Candidates)
		}
		x, err = h.Arrivals.OpenArrival(t.Context(), clerk, h.arrived("L3", 78*baht, own))
		if err != nil || len(x.Candidates) != 0 {
			t.Errorf("of an amount that nobody named: %+v, %v", x.Candidates, err)
		}
	})
}

// slip adds one, and returns its reference.
func (h *house) slip(member string, number int, amount int64, state, transfer string) string {
	h.T.Helper()
	reference, now := id.Text(15), clock.MicrosOf(h.Now.Now())
	h.write(`INSERT INTO slip (id, key, member, number, picture, state, reason, uploaded_at, updated_at, payload, bank, reference,
		transfer, claimed, amount, paid_at, transfer_sealed, account, verifier, tries, let_through, due_at, fence)
		VALUES ($1, '', $2, $3, '', $4, '', $5, $5, '', '014', 'B1', $6, TRUE, $7, $5, '', '', '', 0, FALSE, 0, 0)`,
		reference, member, number, state, now, transfer, amount)
	return reference
}

// TestASlipShowsWhatWasThereBefore: slips of the same transfer, whoever uploaded them, and the member's own before it.
func TestASlipShowsWhatWasThereBefore(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		m, other := id.Member(), id.Member()
		amount := int64(50 * baht)
		h.Opened(m)
		first := h.slip(m, 1, amount, "failed", "")
		twice := h.slip(m, 2, amount, "credited", "014:b1")
		stranger := h.slip(other, 1, amount, "failed", "014:b1")
		h.slip(other, 2, amount, "failed", "")
		this := h.slip(m, 3, amount, "failed", "014:b1")
		h.slip(m, 4, amount, "failed", "")
		x, err := h.Arrivals.OpenSlip(t.Context(), clerk, this)
		if err != nil {
			t.Fatal(err)
		}
		same := map[string]bool{}
		for _, e := range x.Earlier {
			same[e.ID] = e.Same
			if (e.ID == stranger) != (e.Member == other) {
				t.Errorf("%s is of %s", e.ID, e.Member)
			}
		}
		if len(x.Earlier) != 3 || !same[twice] || !same[stranger] || same[first] || x.Earlier[2].ID != first {
			t.Errorf("earlier: %+v", x.Earlier)
		}
	})
}

// TestAReversalIsOpenedByItsID: account and source, of which the source may have slashes of its own.
func TestAReversalIsOpenedByItsID(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		err := h.Deposits.Reverse(t.Context(), deposit.ReverseRequest{
			Account: "SCB1", Source: "2026/11/28-7", Reference: "back-1", At: h.Now.Now(),
		})
		if err != nil {
			t.Fatal(err)
		}
		x, err := h.Arrivals.OpenReversal(t.Context(), clerk, "SCB1/2026/11/28-7")
		if err != nil || x.ID != "SCB1/2026/11/28-7" || x.State != "waiting" || len(x.Choices) != 0 {
			t.Errorf("%+v, %v", x, err)
		}
		if !slices.Contains(x.Facts, operator.Fact{Name: "reference", Kind: operator.FactText, After: "back-1"}) {
			t.Errorf("facts: %+v", x.Facts)
		}
		for _, none := range []string{"SCB1", "SCB1/2026", ""} {
			if _, err := h.Arrivals.OpenReversal(t.Context(), clerk, none); !fault.Is(err, fault.NO_DATA) {
				t.Errorf("%q: %v", none, err)
			}
		}
	})
}
