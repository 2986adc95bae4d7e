package doubt

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/settle"
	"krapao/ledger"
)

// errDisagrees: the provider's answer can't be true of this transfer. It is never booked and waits for an operator.
var errDisagrees = errors.New("wallet: the provider's answer disagrees with the transfer")

// SettleBy posts or voids a transfer by the provider's outcome; why is the clue of one that is not made. Anything but a
// definite outcome leaves it pending.
func (s *Service) SettleBy(
	ctx context.Context, a game.Account, t ledger.Transfer, o game.Outcome, why string,
) (ledger.Transfer, error) {
	o.Outside = game.Printable(o.Outside)
	switch o.Kind {
	case game.Done:
		return s.post(ctx, a, t, o)
	case game.Rejected:
		return s.void(ctx, t, ledger.Detail{Reason: voidReason(t, o), Outside: o.Outside, Note: game.Printable(why)})
	case game.Unknown, game.NotFound, game.Pending:
	}
	return t, nil
}

// voidReason returns the code that the member gets for a transfer that was not made. If we did not send it for a reason
// of our own, nobody has refused anything, and the member may try again.
func voidReason(t ledger.Transfer, o game.Outcome) fault.Code {
	switch o.Reason {
	case game.ReasonNotEnough:
		if t.Kind == game.KindOut {
			return fault.MONEY_NOT_ENOUGH
		}
	case game.ReasonInPlay, game.ReasonTooLate, game.ReasonBreaker, game.ReasonNoPlace:
		return fault.TRY_AGAIN
	}
	return fault.TRANSFER_FAIL
}

// post books what the provider says it moved. If it moved less, the rest is voided. If it moved more out of a game, a
// linked transfer gives the member the rest. More into a game is an error that never burdens the member (RULES.md section
// 2).
func (s *Service) post(ctx context.Context, a game.Account, t ledger.Transfer, o game.Outcome) (ledger.Transfer, error) {
	moved, err := answered(a, t, o.Moved)
	if err != nil {
		return t, err
	}
	result, err := s.books.Post(ctx, ledger.Settlement{
		ID: t.ID, Amount: moved, Surplus: t.Kind == game.KindOut, Fence: t.Fence,
		Detail: ledger.Detail{Reason: clearedReason(t), Outside: o.Outside},
	})
	return s.settled(ctx, t, result, err)
}

// clearedReason returns SUCCESS if a waiting reason was set, because empty Detail fields are not written.
func clearedReason(t ledger.Transfer) fault.Code {
	if t.Detail.Reason == "" {
		return ""
	}
	return fault.SUCCESS
}

func (s *Service) void(ctx context.Context, t ledger.Transfer, d ledger.Detail) (ledger.Transfer, error) {
	result, err := s.books.Void(ctx, ledger.Settlement{ID: t.ID, Fence: t.Fence, Detail: d})
	return s.settled(ctx, t, result, err)
}

// settled returns the transfer as it is now: if somebody else settled it first, their settlement counts.
func (s *Service) settled(ctx context.Context, t ledger.Transfer, r ledger.Result, err error) (ledger.Transfer, error) {
	if err == nil {
		return r.Transfer, nil
	}
	if now, found := s.books.Find(ctx, t.ID); found == nil && now.State != ledger.Pending {
		return now, nil
	}
	return t, fmt.Errorf("wallet: settle a transfer: %w", err)
}

// Lane configures the settle worker for game.KindIn and game.KindOut: together they have as many workers as calls are
// allowed.
func (s *Service) Lane() settle.Lane {
	return settle.Lane{Handle: s.Settle, Concurrency: max(s.settings.MaxConcurrent/2, 1)}
}

// Settle is the settle worker's handler for game.KindIn and game.KindOut. It finds out what became of a transfer whose
// request did not learn the outcome. If all places of its provider are taken, it comes back later without calling the
// provider.
func (s *Service) Settle(ctx context.Context, t ledger.Transfer) (settle.Result, error) {
	began := s.store.Now()
	a, err := accountOf(ctx, s.games, t)
	if err != nil {
		return settle.Result{}, err
	}
	release, free := s.settling.Take(a.Provider)
	if !free {
		return settle.AgainIn(placePause(t.Attempts, s.settings.NextAsk), ledger.Detail{}), nil
	}
	defer release()
	d, err := s.ensureDoubt(ctx, a, t)
	if err != nil {
		return settle.Result{}, err
	}
	v, err := s.find(ctx, a, t, &d, began)
	if err != nil {
		return settle.Result{}, err
	}
	now, err := s.SettleBy(ctx, a, t, v.outcome, v.why)
	if err != nil && !unbookable(err) {
		return settle.Result{}, err
	}
	if now.State == ledger.Pending {
		return s.askAgain(v), s.notePending(ctx, d, v, err)
	}
	if err := s.endDoubt(ctx, a, d, now, v.returned); err != nil {
		s.settings.Log.Warn("wallet: close a doubt", "transfer", t.ID, "error", err)
	}
	s.transfers.Follow(ctx, now)
	return settle.Settled(), nil
}

// unbookable reports whether the answer is clear but can't be booked: it disagrees with the order, or the books refuse
// it. Asking again would not help.
func unbookable(err error) bool {
	var refused *fault.Error
	return errors.Is(err, errDisagrees) || errors.As(err, &refused)
}

// finding is the result of one question.
type finding struct {
	outcome game.Outcome
	// why is what was found, as a text of clue.
	why string
	// returned: Rejected was inferred, or said of a reference that was sent more than once. Such a transfer is asked
	// about again later.
	returned bool
	// after is when to ask again; 0 leaves it to the worker.
	after time.Duration
	// undecidable: asking again can't help, so an operator decides.
	undecidable bool
}

func (s *Service) askAgain(v finding) settle.Result {
	detail := ledger.Detail{Reason: fault.TRANSFER_PENDING}
	if v.after > 0 {
		return settle.AgainIn(v.after, detail)
	}
	return settle.Again(detail)
}

// player returns the player for calls to the provider. Where calls carry the password this may need a call itself: a
// password change without an answer is settled first.
func (s *Service) player(ctx context.Context, a game.Account) (game.Player, error) {
	ctx, cancel := context.WithTimeout(ctx, s.games.CallTimeout())
	defer cancel()
	return s.games.Accounts.Player(ctx, a)
}
