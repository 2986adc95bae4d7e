package slip

import (
	"context"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
)

const (
	// codePatience is how long a gateway may need to report a payment after the end of its code and after the upload, if
	// only amount and time suggest that the code was paid.
	codePatience = 15 * time.Minute
	// codeSoonest and codeSlowest limit the pauses between two inquiries about a code that a slip waits for.
	codeSoonest, codeSlowest = 15 * time.Second, 5 * time.Minute
)

// paidByCode recognises the slip of a payment of the member's own QR code, even if the gateway has not reported it yet. Then
// the gateway is asked at once, and the slip waits for its answer. The slip itself credits nothing. o is how the slip ends if
// it is not about a code.
//
// A code may be meant if the amount is right and the time is in the code's life. If the bank also says that a biller was
// paid, the slip waits until an operator looks. If it does not, an answer without a payment becomes final some time after
// the end of the code, and a code that is already paid is not waited for.
func (s *Service) paidByCode(ctx context.Context, row *depositdb.Slip, o outcome, t Transfer) (outcome, error) {
	found, err := s.alreadyPaid(ctx, row, o, t, "")
	if err != nil || found.already != "" {
		return found, err
	}
	code, yes, err := s.codeLike(ctx, row, t)
	if err != nil || !yes {
		return o, err
	}
	asked := s.codes.AskAbout(ctx, code.Account, code.Reference)
	if asked != nil {
		s.log.Info("deposit: inquiry for a slip", "slip", row.ID, "gateway", code.Account, "reference", code.Reference, "error", asked)
	}
	if found, err = s.alreadyPaid(ctx, row, o, t, code.Reference); err != nil || found.already != "" {
		return found, err
	}
	code, yes, err = s.codeLike(ctx, row, t) // as it is now, after the answer
	if err != nil || !yes || asked == nil && s.unpaid(code, row, t) {
		return o, err
	}
	age := s.store.Now().Sub(s.store.CountFrom(row.UploadedAt.Time()))
	return outcome{awaits: &pause{
		note: fault.SLIP_QR_PENDING, said: "waiting for " + code.Account + " to report a payment of code " + code.Reference,
		most: min(max(age/20, codeSoonest), codeSlowest),
	}}, nil
}

// codeLike returns the member's code that the transfer may have paid. Unpaid codes come first.
func (s *Service) codeLike(ctx context.Context, row *depositdb.Slip, t Transfer) (deposit.Code, bool, error) {
	code, found, err := s.codes.Like(ctx, row.Member, t.Amount, t.At.Add(-alreadyAround), t.At.Add(clockSkew))
	waits := fault.Code(row.Reason) == fault.SLIP_QR_PENDING
	if err != nil || !found || code.Paid && !t.ByCode && !waits {
		return deposit.Code{}, false, err
	}
	return code, true, nil
}

// unpaid reports whether an answer without a payment is final for a slip.
func (s *Service) unpaid(code deposit.Code, row *depositdb.Slip, t Transfer) bool {
	if t.ByCode || code.Review {
		return false
	}
	end := code.End // we may have learned of it much later
	if sent := s.store.CountFrom(row.UploadedAt.Time()); sent.After(end) {
		end = sent
	}
	return s.store.Now().Sub(end) >= codePatience
}
