package provider_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/game"
	"krapao/money"
)

// A move without an answer is a definitive rejection only if none of it was ever sent: not now, and not earlier.
func TestFailed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err    error
		want   game.Kind
		reason string
	}{
		"TooLate":      {fmt.Errorf("x: %w", outbound.ErrTooLate), game.Rejected, game.ReasonTooLate},
		"CircuitOpen":  {fmt.Errorf("x: %w", outbound.ErrCircuitOpen), game.Rejected, game.ReasonBreaker},
		"NoConnection": {fmt.Errorf("no connection: %w", outbound.ErrNotSent), game.Rejected, "no connection: nothing was sent"},
		"NoAnswer":     {errors.New("no answer"), game.Unknown, "no answer"},
		"Deadline":     {context.DeadlineExceeded, game.Unknown, "context deadline exceeded"},
	} {
		if o := provider.Failed(game.Move{}, c.err); o.Kind != c.want || o.Reason != c.reason {
			t.Errorf("%s: %+v", name, o)
		}
		if o := provider.Failed(game.Move{Again: true}, c.err); o.Kind != game.Unknown || o.Reason != c.reason {
			t.Errorf("%s, and it was sent before: %+v", name, o)
		}
	}
}

// A refusal that no list contains is definitive only with the provider's own "no such reference". The inquiry's finding
// is the outcome, and silence proves nothing.
func TestConfirmed(t *testing.T) {
	t.Parallel()
	refused := game.Outcome{Reason: game.ReasonNotEnough, Outside: "77"}
	done := game.Outcome{Kind: game.Done, Moved: -5 * money.Credit}
	failed := game.Outcome{Kind: game.Rejected, Reason: "failed"}
	for _, c := range []struct{ found, want game.Outcome }{
		{
			game.Outcome{Kind: game.NotFound, Reason: "none"},
			game.Outcome{Kind: game.Rejected, Reason: game.ReasonNotEnough, Outside: "77"},
		},
		{done, done},
		{failed, failed},
		{game.Outcome{Kind: game.Pending}, refused},
		{game.Outcome{Reason: "no answer"}, refused},
	} {
		m := game.Move{Reference: "r1", Credits: -5 * money.Credit}
		got := provider.Confirmed(t.Context(), m, refused, func(_ context.Context, asked game.Move) game.Outcome {
			if asked != m {
				t.Errorf("asked about %+v", asked)
			}
			return c.found
		})
		if got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.found, got, c.want)
		}
	}
}

// A success is about a move only if its balances differ by the ordered amount.
func TestAround(t *testing.T) {
	t.Parallel()
	out := game.Move{Credits: -5 * money.Credit}
	for _, c := range []struct {
		before, after, outstanding json.Number
		want                       game.Reading
		fine                       bool
	}{
		{"10.5", "5.50", "", game.Reading{Credits: 5*money.Credit + 5000}, true},
		{"5", "0", "2", game.Reading{Outstanding: 2 * money.Credit}, true},
		{"10", "15", "", game.Reading{}, false},     // the opposite direction
		{"10", "5.0001", "", game.Reading{}, false}, // less than ordered
		{"", "5", "", game.Reading{}, false},
		{"10", "", "", game.Reading{}, false},
		{"-5", "", "", game.Reading{}, false},
		{"ten", "5", "", game.Reading{}, false},
		{"10", "5", "some", game.Reading{}, false},
	} {
		if got, fine := provider.Around(out, c.before, c.after, c.outstanding); got != c.want || fine != c.fine {
			t.Errorf("%q, %q, %q: %+v, %v", c.before, c.after, c.outstanding, got, fine)
		}
	}
}

func TestReading(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		credit, outstanding json.Number
		want                game.Reading
		fine                bool
	}{
		{"10.5", "", game.Reading{Credits: 10*money.Credit + 5000}, true},
		{"10", "0.25", game.Reading{Credits: 10 * money.Credit, Outstanding: 2500}, true},
		{"", "", game.Reading{}, false},
		{"ten", "", game.Reading{}, false},
		{"10", "some", game.Reading{}, false},
	} {
		if got, err := provider.Reading(c.credit, c.outstanding); got != c.want || (err == nil) != c.fine {
			t.Errorf("%q, %q: %+v, %v", c.credit, c.outstanding, got, err)
		}
	}
}
