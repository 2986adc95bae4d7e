package slip

import (
	"context"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
)

const (
	// codePatience is how long after a code's end, and after the upload, its gateway may need to tell of a payment that only the
	// amount and the time speak for.
	codePatience = 15 * time.Minute
	// codeSoonest and codeSlowest bound the pauses between two questions about a code that a slip waits for.
	codeSoonest, codeSlowest = 15 * time.Second, 5 * time.Minute
)

// paidByCode recognises the slip of a payment by a QR code of the member's own, whether its gateway has told of it or not yet:
// then it is asked at once, and the slip waits for its answer. The slip itself credits nothing. o is what the slip ends with
// where nothing speaks for a code.
//
// For a code speak the amount and a time in its life. Where the bank says besides that a biller was paid, the slip waits
// until an operator looks; where it does not, an answer that tells of no payment counts some time after the code's end, and
// a code that is paid already is none to wait for.
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
	code, yes, err = s.codeLike(ctx, row, t) // as it is after the answer
	if err != nil || !yes || asked == nil && s.unpaid(code, row, t) {
		return o, err
	}
	age := s.store.Now().Sub(s.store.CountFrom(row.UploadedAt.Time()))
	return outcome{awaits: &pause{
		note: fault.SLIP_QR_PENDING, said: "waiting for " + code.Account + " to tell of a payment of code " + code.Reference,
		most: min(max(age/20, codeSoonest), codeSlowest),
	}}, nil
}

// codeLike is the member's code that a transfer may have paid; one that is not paid yet comes first.
func (s *Service) codeLike(ctx context.Context, row *depositdb.Slip, t Transfer) (deposit.Code, bool, error) {
	code, found, err := s.codes.Like(ctx, row.Member, t.Amount, t.At.Add(-alreadyAround), t.At.Add(clockSkew))
	waits := fault.Code(row.Reason) == fault.SLIP_QR_PENDING
	if err != nil || !found || code.Paid && !t.ByCode && !waits {
		return deposit.Code{}, false, err
	}
	return code, true, nil
}

// unpaid reports whether an answer without a payment is the last word about a slip.
func (s *Service) unpaid(code deposit.Code, row *depositdb.Slip, t Transfer) bool {
	if t.ByCode || code.Review {
		return false
	}
	end := code.End // it may have been seen to be over long after
	if sent := row.UploadedAt.Time(); sent.After(end) {
		end = sent
	}
	return s.store.Now().Sub(end) >= codePatience
}
