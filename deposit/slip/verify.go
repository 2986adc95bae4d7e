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

// notFoundWithin is how long after the upload "no such transfer" may only mean that the bank is not ready yet.
const notFoundWithin = 8 * time.Second

// verifierPatience is how long a verifier may take while there is another one to ask. The member is waiting.
const verifierPatience = 5 * time.Second

// errOtherTransfer says that an answer is about another transfer than the question.
var errOtherTransfer = errors.New("deposit: the verifier answered about another transfer")

// answers are the answers of all verifiers in one turn.
type answers struct {
	transfer *Transfer
	// no is the refusal that stands unless another verifier knows the transfer. final: no other verifier is asked.
	no    fault.Code
	final bool
	// notFound: the refusal says that the bank knows no such transfer.
	notFound bool
	// open: a verifier has no answer yet. It may still overturn a refusal that is not final.
	open bool
	// after is the shortest wait that a verifier asked for. said are the verifiers' own words, for operators.
	after time.Duration
	said  []string
}

// verify asks the verifiers in order what the bank knows. The answer is stored with the slip, so that we never ask,
// and pay, twice after a crash or a wait.
func (s *Service) verify(ctx context.Context, row *depositdb.Slip) (goOn bool, err error) {
	all := s.askVerifiers(ctx, Query{Payload: row.Payload, Bank: row.Bank, Reference: row.Reference})
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	row.Verifier = strings.Join(all.said, "; ")
	soon := all.open || all.notFound && s.store.Now().Sub(s.store.CountFrom(row.UploadedAt.Time())) < notFoundWithin
	switch {
	case all.transfer != nil:
		return true, s.keepTransfer(ctx, row, *all.transfer)
	case all.no != "" && (all.final || !soon):
		return false, s.fail(ctx, row, all.no)
	case all.no == "":
		s.log.Warn("deposit: no verifier has an answer about a slip; it is asked again", "slip", row.ID, "said", row.Verifier)
	}
	return false, s.later(ctx, row, pause{said: row.Verifier, after: all.after})
}

// askVerifiers asks one verifier after another until one knows the transfer or refuses it definitively.
func (s *Service) askVerifiers(ctx context.Context, q Query) answers {
	var all answers
	for i, v := range s.deps.Verifiers {
		patience := s.deps.Call
		if i < len(s.deps.Verifiers)-1 {
			patience = min(patience, verifierPatience)
		}
		answer, err := s.askVerifier(ctx, v, q, patience)
		if err != nil {
			s.log.Info("deposit: slip verifier", "verifier", v.Name(), "error", err)
			all.said, all.open = append(all.said, v.Name()+": no answer"), true
			continue
		}
		all.said = append(all.said, strings.TrimSpace(v.Name()+": "+string(answer.Finding)+" "+answer.Code))
		if all.add(answer); all.final {
			break
		}
	}
	if len(s.deps.Verifiers) == 0 {
		all.said = []string{"no verifier is connected"}
	}
	return all
}

// askVerifier asks one verifier. It accepts nothing about another transfer.
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
		return Answer{}, fmt.Errorf("deposit: %s confirms a transfer without its details", v.Name())
	}
	return answer, nil
}

// add takes in an answer. If a verifier reports the transfer, our own rules decide about it, whatever the verifier's
// memory says (its duplicates, its list of our accounts).
func (all *answers) add(a Answer) {
	if told := a.Finding == Verified || a.Finding == Duplicate || a.Finding == WrongReceiver; told && a.Transfer.Known() {
		all.transfer, all.final = &a.Transfer, true
		return
	}
	switch a.Finding {
	case Later:
		all.open = true
		if all.after == 0 || a.After > 0 && a.After < all.after {
			all.after = a.After
		}
	case NotFound:
		all.refuse(fault.INVALID_SLIP)
		all.notFound = all.no == fault.INVALID_SLIP
	case Duplicate:
		all.refuse(fault.SLIP_REFNO_DUPLICATED)
	case NotASlip:
		all.no, all.final, all.notFound = fault.INVALID_SLIP, true, false
	case WrongReceiver:
		all.no, all.final, all.notFound = fault.DEST_ACC_INVALID, true, false
	case Expired:
		all.no, all.final, all.notFound = fault.EXPIRED_SLIP, true, false
	case Verified: // an answer without a transfer never comes here
	}
}

// refuse keeps the first refusal that another verifier may still overturn.
func (all *answers) refuse(code fault.Code) {
	if all.no == "" {
		all.no = code
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
