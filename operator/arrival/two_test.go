package arrival_test

import (
	"context"
	"fmt"
	"testing"

	"krapao/deposit"
	"krapao/internal/id"
	"krapao/operator"
	"krapao/operator/operatortest"
)

// TestArrivalsAreDecidedByTwo goes with each decision about an arrival through the checks of all that two persons decide.
func TestArrivalsAreDecidedByTwo(t *testing.T) {
	t.Parallel()
	for name, kind := range map[string]func(h *house) operatortest.Two{
		"released": func(h *house) operatortest.Two {
			return operatortest.Two{
				Make: h.held, Do: h.Does("held.release"), Times: h.became(deposit.Released), Change: h.returned,
			}
		},
		"returned": func(h *house) operatortest.Two {
			return operatortest.Two{
				Make: h.held, Do: h.Does("held.return"), Times: h.became(deposit.Returned), Change: h.reversed, Evidence: true,
			}
		},
		"assigned": func(h *house) operatortest.Two {
			const m = "MEMBER000001"
			h.Opened(m)
			return operatortest.Two{
				Make: func() (string, string) { return h.unmatched(), m },
				Do: func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
					return h.Decide(ctx, "unmatched.assign", d, map[string]string{"member": m})
				},
				Times: h.became(deposit.Released),
				// Another member's slip claims it.
				Change: func(arrival string) { h.write("UPDATE inflow SET member = 'ANOTHER' WHERE id = $1", arrival) },
			}
		},
		"sent back": func(h *house) operatortest.Two {
			return operatortest.Two{
				Make: func() (string, string) { return h.unmatched(), "" }, Do: h.Does("unmatched.return"),
				Times: h.became(deposit.Returned), Evidence: true,
				// A slip shows whose it is, which makes it held.
				Change: func(arrival string) { h.write("UPDATE inflow SET state = 'held' WHERE id = $1", arrival) },
			}
		},
		"taken back": func(h *house) operatortest.Two {
			return operatortest.Two{
				Make: h.held, Do: h.Does("deposit.reverse"), Times: h.became(deposit.Reversed), Change: h.returned, Evidence: true,
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, h *house) {
				k := kind(h)
				k.Below, k.Open = operator.Support, h.Arrivals.OpenArrival
				h.NeedsTwo(k)
				if _, err := h.Audit.Verify(t.Context()); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// held is an arrival of a stranger, over 5,000 baht, for a new member.
func (h *house) held() (arrival, member string) {
	h.T.Helper()
	member = id.Member()
	h.Opened(member)
	source := "held " + member
	booked, err := h.Deposits.Book(h.T.Context(), deposit.Arrival{
		Account: "SCB1", Channel: deposit.ChannelFeed, Member: member,
		Payment: deposit.Payment{Source: source, Amount: 5_001 * baht, PaidAt: h.Now.Now(), Payer: stranger},
	})
	if err != nil || !booked {
		h.T.Fatal(booked, err)
	}
	list, err := h.Arrivals.Held(h.T.Context(), 100)
	if err != nil {
		h.T.Fatal(err)
	}
	for _, in := range list {
		if in.Source == source {
			return in.ID, member
		}
	}
	h.T.Fatalf("%s is not listed", source)
	return "", ""
}

// unmatched is an arrival of over 5,000 baht that nobody has claimed.
func (h *house) unmatched() string {
	h.T.Helper()
	return h.arrived(fmt.Sprint("unmatched ", id.Text(8)), 5_001*baht, stranger)
}

// became counts how often an arrival came to a state: there is no way back from it.
func (h *house) became(state deposit.State) func(string) int {
	return func(arrival string) int {
		h.T.Helper()
		in, err := h.Deposits.Inflow(h.T.Context(), arrival)
		if err != nil {
			h.T.Fatal(err)
		}
		if in.State != state {
			return 0
		}
		return 1
	}
}

// returned is what another decision does meanwhile.
func (h *house) returned(arrival string) {
	h.T.Helper()
	for _, name := range []string{nok, lek} {
		if _, err := h.Decide(h.T.Context(), "unmatched.return", by(name, arrival), nil); err != nil {
			h.T.Fatal(err)
		}
	}
}

// reversed is what the bank does meanwhile.
func (h *house) reversed(arrival string) {
	h.T.Helper()
	in, err := h.Deposits.Inflow(h.T.Context(), arrival)
	if err != nil {
		h.T.Fatal(err)
	}
	if err := h.Deposits.Reverse(h.T.Context(), deposit.ReverseRequest{
		Account: in.Account, Source: in.Source, Reference: "the bank's",
	}); err != nil {
		h.T.Fatal(err)
	}
}
