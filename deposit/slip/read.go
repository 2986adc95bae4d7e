package slip

import (
	"context"
	"errors"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/blob"
	"krapao/internal/clock"
	"krapao/internal/picture"
	"krapao/internal/qr"
	"krapao/internal/scan"
	"krapao/internal/store"
)

// failuresADay is how many claims of a member may fail in a day. After that a person looks at its next slip.
const failuresADay = 5

// read finds the mini-QR in the stored picture and claims its transfer.
func (s *Service) read(ctx context.Context, row *depositdb.Slip) (goOn bool, err error) {
	if row.Transfer == "" {
		code, reason, err := s.readPicture(ctx, row)
		switch {
		case errors.Is(err, scan.ErrBusy):
			return false, s.later(ctx, row, pause{most: 10 * time.Second})
		case err != nil:
			return false, err
		case reason != "":
			return false, s.fail(ctx, row, reason)
		}
		// The text is written again: some verifiers refuse a checksum that has lost its zeros.
		row.Payload, row.Bank, row.Reference = qr.SlipText(code), code.Bank, code.Reference
		row.Transfer = transferID(code.Bank, code.Reference).Text()
		err = s.change(ctx, row, func(tx *store.Tx, q *depositdb.Queries) (int64, error) {
			return q.SetCode(ctx, depositdb.SetCodeParams{
				Payload: row.Payload, Bank: row.Bank, Reference: row.Reference, Transfer: row.Transfer,
				UpdatedAt: clock.MicrosOf(tx.Now), ID: row.ID, Fence: row.Fence,
			})
		})
		if err != nil {
			return false, err
		}
	}
	return s.claim(ctx, row)
}

// readPicture returns the code of the slip, or the reason why it can't go on.
func (s *Service) readPicture(ctx context.Context, row *depositdb.Slip) (code qr.SlipCode, reason fault.Code, err error) {
	file, err := s.deps.Blobs.Open(ctx, "m:"+row.Member, row.Picture)
	if errors.Is(err, blob.ErrGone) {
		return code, fault.UPLOADED_FILE_NOT_EXIST, nil
	}
	if err != nil {
		return code, "", err
	}
	limits := picture.Default()
	limits.Bytes = max(limits.Bytes, len(file)) // it was encoded by us
	limits.Pixels, limits.Work = 40_000_000, time.Minute
	done, err := s.reading.Take(ctx, row.Member)
	if err != nil {
		return code, "", err
	}
	defer done()
	img, info, err := picture.Decode(file, limits)
	if err != nil {
		return code, fault.IMG_SIZE_UNABLE_TO_PROCESS, nil
	}
	defer collect(info)
	texts, err := s.deps.Reader.Read(ctx, img)
	if errors.Is(err, scan.ErrNone) {
		return code, fault.CANNOT_READ_CROPPED_IMAGE, nil
	}
	if err != nil {
		return code, "", err
	}
	code, reason = slipIn(texts)
	return code, reason, nil
}

// slipIn picks the only slip among the codes of a picture. If there are two, nobody knows which one is meant: neither
// is claimed, and the member is told to send each by itself.
func slipIn(texts []string) (found qr.SlipCode, reason fault.Code) {
	reason = fault.INVALID_SLIP
	for _, text := range texts {
		code, err := qr.ParseSlip(text)
		switch {
		case errors.Is(err, qr.ErrChecksum), errors.Is(err, qr.ErrReference):
			if found == (qr.SlipCode{}) {
				reason = fault.UNSTABLE_REFNO_ON_SLIP
			}
		case err != nil:
		case found != (qr.SlipCode{}) && found != code:
			return qr.SlipCode{}, fault.SLIP_SEVERAL
		default:
			found, reason = code, ""
		}
	}
	return found, reason
}

// claim makes this slip the one that is decided for its transfer. If the money was booked for somebody, by whichever
// channel, the slip is a duplicate. If another slip has the claim now, this one waits, because the other may still
// fail and free it.
func (s *Service) claim(ctx context.Context, row *depositdb.Slip) (goOn bool, err error) {
	end, wait := outcome{}, false
	err = s.change(ctx, row, func(tx *store.Tx, q *depositdb.Queries) (int64, error) {
		end, wait = outcome{}, false
		// The member is locked, so that its failures are counted one at a time.
		if err := depositdb.New(store.Lock{Tx: tx}).LockMember(ctx, row.Member); err != nil {
			return 0, err
		}
		if end, wait, err = s.mayClaimTx(ctx, tx, row); err != nil {
			return 0, err
		}
		switch {
		case end.end != "":
			return s.endTx(ctx, tx, row, end)
		case wait:
			return 1, nil
		}
		return q.SetClaimed(ctx, clock.MicrosOf(tx.Now), row.ID, row.Fence)
	})
	switch {
	case err != nil:
		return false, err
	case wait:
		return false, s.later(ctx, row, pause{said: "another slip of this transfer is being decided", most: 15 * time.Second})
	}
	row.State = string(stateClaimed)
	return end.end == "", nil
}

// mayClaimTx takes the claim. Otherwise it returns how the slip ends, or that it must wait.
func (s *Service) mayClaimTx(ctx context.Context, tx *store.Tx, row *depositdb.Slip) (end outcome, wait bool, err error) {
	q, id := depositdb.New(tx), transferID(row.Bank, row.Reference)
	duplicate := outcome{end: stateFailed, reason: fault.SLIP_REFNO_DUPLICATED}
	in, err := q.InflowByIdentifier(ctx, id.Kind, id.Value)
	state := deposit.State(in.State)
	switch { // unmatched money, or money held because its member is not the payer, may still be this member's
	case err != nil && !store.NotFound(err):
		return end, false, err
	case err == nil && deposit.Channel(in.Channel) == deposit.ChannelQR && in.Member == row.Member && state.InWallet():
		return outcome{end: stateFailed, reason: fault.SLIP_ALREADY_CREDITED, already: in.ID}, false, nil
	case err == nil && state != deposit.Unmatched && state != deposit.Held && in.Reference != row.ID:
		return duplicate, false, nil
	}
	if own, err := q.OwnInReview(ctx, row.Member, row.Transfer, row.ID); err != nil || own > 0 {
		return duplicate, false, err
	}
	failed, err := q.FailedClaims(ctx, row.Member, clock.MicrosOf(clock.Day(tx.Now)))
	if err != nil {
		return end, false, err
	}
	if failed >= failuresADay && !row.LetThrough {
		return outcome{end: stateReview, reason: fault.LIMIT_REACHED}, false, nil
	}
	open, err := q.OpenClaims(ctx, row.Member)
	if err != nil || failed+open >= failuresADay && !row.LetThrough {
		return end, true, err // the open ones may fail as well
	}
	n, err := q.Claim(ctx, depositdb.ClaimParams{Kind: id.Kind, Value: id.Value, Slip: row.ID, ClaimedAt: clock.MicrosOf(tx.Now)})
	if err != nil || n == 1 {
		return end, false, err
	}
	// A finished slip whose money is held or unmatched again must not block a better proof.
	passed, err := q.PassClaim(ctx, row.ID, id.Kind, id.Value)
	if err != nil || passed > 0 {
		return end, false, err
	}
	holder, err := q.SlipOfClaim(ctx, id.Kind, id.Value)
	return end, holder != row.ID, err
}
