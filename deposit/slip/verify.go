package slip

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// notFoundWithin is how long after the upload "no such transfer" may only mean that the bank is not as far yet.
const notFoundWithin = 8 * time.Second

// verifierPatience is how long a verifier is waited for while there is another one: the member waits, too.
const verifierPatience = 5 * time.Second

// errOtherTransfer is an answer about something else than what was asked.
var errOtherTransfer = errors.New("deposit: the verifier answered about another transfer")

// heard is what the verifiers said in one turn.
type heard struct {
	transfer *Transfer
	// no is the refusal that holds unless another verifier knows the transfer; final: none is asked any more.
	no    fault.Code
	final bool
	// notFound: the refusal is that the bank knows no such transfer.
	notFound bool
	// open: one of them has no answer yet, which may still overturn a refusal that is not final.
	open bool
	// after is the shortest wait that one of them asked for; said is their words, for operators.
	after time.Duration
	said  []string
}

// verify asks the verifiers in order what the bank knows. An answer is kept with the slip, so that no crash and no
// wait makes us ask, and pay, twice.
func (s *Service) verify(ctx context.Context, row *depositdb.Slip) (goOn bool, err error) {
	h := s.askVerifiers(ctx, Query{Payload: row.Payload, Bank: row.Bank, Reference: row.Reference})
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	row.Verifier = strings.Join(h.said, "; ")
	soon := h.open || h.notFound && s.store.Now().Sub(s.store.CountFrom(row.UploadedAt.Time())) < notFoundWithin
	switch {
	case h.transfer != nil:
		return true, s.keepTransfer(ctx, row, *h.transfer)
	case h.no != "" && (h.final || !soon):
		return false, s.fail(ctx, row, h.no)
	case h.no == "":
		s.log.Warn("deposit: no verifier has an answer about a slip; it is asked again", "slip", row.ID, "said", row.Verifier)
	}
	return false, s.later(ctx, row, pause{said: row.Verifier, after: h.after})
}

// askVerifiers asks one after the other until one knows the transfer or refuses for good.
func (s *Service) askVerifiers(ctx context.Context, q Query) heard {
	var h heard
	for i, v := range s.deps.Verifiers {
		patience := s.deps.Call
		if i < len(s.deps.Verifiers)-1 {
			patience = min(patience, verifierPatience)
		}
		answer, err := s.askVerifier(ctx, v, q, patience)
		if err != nil {
			s.log.Info("deposit: slip verifier", "verifier", v.Name(), "error", err)
			h.said, h.open = append(h.said, v.Name()+": no answer"), true
			continue
		}
		h.said = append(h.said, strings.TrimSpace(v.Name()+": "+string(answer.Finding)+" "+answer.Code))
		if h.hear(answer); h.final {
			break
		}
	}
	if len(s.deps.Verifiers) == 0 {
		h.said = []string{"no verifier is connected"}
	}
	return h
}

// askVerifier asks one, and takes nothing from it that is not about the transfer asked about.
func (s *Service) askVerifier(ctx context.Context, v Verifier, q Query, patience time.Duration) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer, err := v.Verify(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	t := answer.Transfer
	asked, told := transferID(q.Bank, q.Reference), transferID(t.Bank, t.Reference)
	switch {
	case t.Known() && told != asked:
		return Answer{}, errOtherTransfer
	case answer.Finding == Verified && !t.Known():
		return Answer{}, fmt.Errorf("deposit: %s verifies a transfer without telling it", v.Name())
	}
	return answer, nil
}

// hear adds an answer. A transfer that the verifier tells is judged by our own rules, whatever its own memory (its
// duplicates, its list of our accounts) says of it.
func (h *heard) hear(a Answer) {
	if told := a.Finding == Verified || a.Finding == Duplicate || a.Finding == WrongReceiver; told && a.Transfer.Known() {
		h.transfer, h.final = &a.Transfer, true
		return
	}
	switch a.Finding {
	case Later:
		h.open = true
		if h.after == 0 || a.After > 0 && a.After < h.after {
			h.after = a.After
		}
	case NotFound:
		h.refuse(fault.INVALID_SLIP)
		h.notFound = h.no == fault.INVALID_SLIP
	case Duplicate:
		h.refuse(fault.SLIP_REFNO_DUPLICATED)
	case NotASlip:
		h.no, h.final, h.notFound = fault.INVALID_SLIP, true, false
	case WrongReceiver:
		h.no, h.final, h.notFound = fault.DEST_ACC_INVALID, true, false
	case Expired:
		h.no, h.final, h.notFound = fault.EXPIRED_SLIP, true, false
	case Verified: // without a transfer it never comes here
	}
}

// refuse keeps the first refusal that another verifier may still overturn.
func (h *heard) refuse(code fault.Code) {
	if h.no == "" {
		h.no = code
	}
}

func (s *Service) keepTransfer(ctx context.Context, row *depositdb.Slip, t Transfer) error {
	registered, err := s.members.RegisteredAccount(ctx, row.Member)
	if err != nil {
		return err
	}
	t = t.knownAs(registered)
	text, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("deposit: transfer: %w", err)
	}
	sealed, err := s.box.Seal(transferRow(row.ID), string(text))
	if err != nil {
		return fmt.Errorf("deposit: transfer: %w", err)
	}
	row.State, row.Amount, row.PaidAt, row.TransferSealed = string(stateVerified), t.Amount, clock.MicrosOf(t.At), sealed
	return s.change(ctx, row, func(tx *store.Tx, q *depositdb.Queries) (int64, error) {
		return q.SetVerified(ctx, depositdb.SetVerifiedParams{
			Amount: row.Amount, PaidAt: row.PaidAt, TransferSealed: sealed, Verifier: row.Verifier,
			UpdatedAt: clock.MicrosOf(tx.Now), ID: row.ID, Fence: row.Fence,
		})
	})
}
