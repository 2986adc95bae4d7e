package arrival_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"krapao/deposit/accounts"
	"krapao/deposit/deposittest"
	"krapao/deposit/feed"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/operatortest"
)

// odd is a statement of lines that can't be booked.
type odd struct{ lines []feed.Line }

func (f odd) Lines(_ context.Context, _, after string) (feed.Page, error) {
	from, _ := strconv.Atoi(after)
	return feed.Page{Lines: f.lines[from:], Next: strconv.Itoa(len(f.lines))}, nil
}

// oddLines reads a statement of such lines and returns the IDs of their cases by the lines' numbers.
func (h *house) oddLines(ids ...string) map[string]string {
	h.T.Helper()
	var f odd
	for _, id := range ids {
		f.lines = append(f.lines, feed.Line{ID: id, Raw: `{"id":"` + id + `"}`, Odd: feed.LineTime})
	}
	d := deposittest.New(deposittest.Deps{
		Store: h.Store, Books: h.Ledger, Members: operatortest.Registered{}, Box: operatortest.Box(h.T),
		Feeds: map[string]feed.Feed{"SCB1": f},
	})
	err := h.Store.Write(h.T.Context(), func(tx *store.Tx) error {
		_, err := accounts.Apply(h.T.Context(), tx, []byte(`[{
			"code":"SCB1","bankCode":"SCB","bankType":"BANK","mode":"AUTO","source":"feed",
			"bank":{"nameTH":"ก","nameEN":"SCB","nameLO":"ກ"},"bankAccountName":"KRAPAO",
			"bankAccountNo":"4068123456","currency":"BAHT"}]`))
		return err
	})
	if err != nil {
		h.T.Fatal(err)
	}
	if _, err := d.Feeds.Read(h.T.Context()); err != nil {
		h.T.Fatal(err)
	}
	list, err := h.Arrivals.LineCases(h.T.Context(), false, 100)
	if err != nil || len(list) != len(ids) {
		h.T.Fatal(list, err)
	}
	cases := map[string]string{}
	for _, c := range list {
		cases[c.Line] = c.ID
	}
	return cases
}

// A line of a statement that could not be booked: support may look, which is recorded. A cashier closes it with a reason. Two
// who found the same book its money. Each ends the case once, and is in the audit log.
func TestALineThatCouldNotBeBooked(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		cases := h.oddLines("L1", "L2")
		h.Hire(mai, operator.Support, "")
		h.Now.Advance(30 * time.Minute)
		x, err := h.Arrivals.OpenLine(ctx, operator.Person{Name: mai, Role: operator.Support}, cases["L1"])
		if err != nil || !slices.ContainsFunc(x.Facts, func(f operator.Fact) bool { return f.After == `{"id":"L1"}` }) {
			t.Errorf("shown %+v, %v", x, err)
		}
		book := func(name string, asked any) (operator.Outcome, error) {
			return h.Decide(ctx, "statement.book", by(name, cases["L2"]), asked)
		}
		asked := func(amount money.Amount) any {
			t.Helper()
			r, err := h.Arrivals.LineRequest(cases["L2"], feed.Found{Amount: amount, At: h.Now.Now().Add(-time.Hour), Payer: own})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		if _, err := h.Decide(ctx, "statement.close", by(mai, cases["L1"]), nil); !errors.Is(err, operator.ErrRole) {
			t.Errorf("closed by support: %v", err)
		}
		bare := operatortest.Sure(operator.Decision{By: nok, Subject: cases["L1"]})
		if _, err := h.Decide(ctx, "statement.close", bare, nil); !errors.Is(err, operator.ErrReasonRequired) {
			t.Errorf("closed without a reason: %v", err)
		}
		if out, err := h.Decide(ctx, "statement.close", by(nok, cases["L1"]), nil); err != nil || !out.Done {
			t.Errorf("closed: %+v, %v", out, err)
		}
		if _, err := h.Decide(ctx, "statement.close", by(lek, cases["L1"]), nil); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("closed again: %v", err)
		}
		found := asked(40 * baht)
		if out, err := book(nok, found); err != nil || out.Done {
			t.Errorf("booked by one: %+v, %v", out, err)
		}
		if out, err := book(lek, asked(41*baht)); !errors.Is(err, operator.ErrProposalOpen) {
			t.Errorf("another amount: %+v, %v", out, err)
		}
		if out, err := book(lek, found); err != nil || !out.Done {
			t.Errorf("booked by two: %+v, %v", out, err)
		}
		if b, err := h.Ledger.Balance(ctx, ledger.Unmatched); err != nil || b.Posted != 40*baht {
			t.Errorf("nobody's money is %s, %v", b.Posted, err)
		}
		if all, err := h.Arrivals.LineCases(ctx, true, 100); err != nil || len(all) != 2 || all[0].Note == "" || all[1].Note == "" {
			t.Errorf("%+v, %v", all, err)
		}
		if open, err := h.Arrivals.LineCases(ctx, false, 100); err != nil || len(open) != 0 {
			t.Errorf("open %+v, %v", open, err)
		}
		if _, err := h.Audit.Verify(ctx); err != nil {
			t.Error(err)
		}
	})
}
