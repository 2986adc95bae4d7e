package slip

import (
	"context"
	"errors"
	"fmt"
	"io"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/blob"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/picture"
	"krapao/internal/store"
	"krapao/ledger"
)

// Limit returns the maximum size of an uploaded slip in bytes.
func (s *Service) Limit(ctx context.Context) (int, error) {
	w, err := s.windowNow(ctx)
	return w.MaxBytes, err
}

func (s *Service) windowNow(ctx context.Context) (Window, error) {
	if s.deps.Window == nil || s.deps.Blobs == nil {
		return Window{}, fault.New(fault.SLIP_CLOSED, "no slips are taken here")
	}
	return s.deps.Window(ctx)
}

// Upload takes a picture of a transfer. When it returns nil, the picture is stored, and the job continues with it.
// The same key returns the same slip in its present state. SLIP_CLOSED outside the hours; SLIP_NO_FILE for an empty
// file; SLIP_INVALID_FILE for a file that is no picture or too large; TRY_AGAIN if this node has too many pictures at
// once; BEING_CHECKED while slips are stopped.
func (s *Service) Upload(ctx context.Context, member string, key ledger.Key, file io.Reader) (Slip, error) {
	window, err := s.windowNow(ctx)
	if err != nil {
		return Slip{}, err
	}
	if !window.Open {
		return Slip{}, fault.New(fault.SLIP_CLOSED, "slips are not taken at this hour")
	}
	clean, err := s.cleanFile(ctx, member, file, window.MaxBytes)
	if err != nil {
		return Slip{}, err
	}
	stored, err := s.deps.Blobs.Put(ctx, clean)
	if err != nil {
		return Slip{}, fmt.Errorf("deposit: slip: %w", err)
	}
	var slip depositdb.Slip
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		slip, err = s.addTx(ctx, tx, member, key, stored)
		return err
	})
	if err != nil {
		return Slip{}, err
	}
	s.arrivals.Changed(member)
	s.wakeUp()
	return slipOf(slip), nil
}

const idLength = 16

// addTx stores a slip, or returns the one that has its key already.
func (s *Service) addTx(
	ctx context.Context, tx *store.Tx, member string, key ledger.Key, picture blob.Stored,
) (depositdb.Slip, error) {
	// The member is locked, so that the numbers of its slips have no gaps.
	if err := depositdb.New(store.Lock{Tx: tx}).LockMember(ctx, member); err != nil {
		return depositdb.Slip{}, err
	}
	q := depositdb.New(tx)
	if known, err := q.SlipByKey(ctx, key.String()); !store.NotFound(err) {
		return known, err
	}
	if err := s.arrivals.PlayingTx(ctx, tx, member); err != nil {
		return depositdb.Slip{}, err
	}
	before, err := q.BeforeSlip(ctx, member)
	if err != nil {
		return depositdb.Slip{}, err
	}
	if before.CheckedSince != 0 {
		return depositdb.Slip{}, deposit.BeingChecked("slips", clock.Micros(before.CheckedSince).Time())
	}
	if err := s.deps.Blobs.AddTx(ctx, tx, picture, s.deps.Keep); err != nil {
		return depositdb.Slip{}, err
	}
	return q.AddSlip(ctx, depositdb.AddSlipParams{
		ID: id.Text(idLength), Key: key.String(), Member: member, Number: before.Last + 1,
		Picture: picture.ID, UploadedAt: clock.MicrosOf(tx.Now),
	})
}

// quality is the JPEG quality of a stored picture: good enough to read its code again and to look at it.
const quality = 85

// cleanFile reads a file and returns its picture re-encoded: its pixels and nothing else. Members take turns. A
// member with many uploads waits only for its own.
func (s *Service) cleanFile(ctx context.Context, member string, file io.Reader, maxBytes int) ([]byte, error) {
	done, err := s.deps.Turns.Take(ctx, "m:"+member)
	if err != nil {
		return nil, fault.Wrap(err, fault.TRY_AGAIN, "too many pictures at once")
	}
	defer done()
	raw, err := io.ReadAll(io.LimitReader(file, int64(maxBytes)+1))
	switch {
	case err != nil:
		return nil, fault.Wrap(err, fault.SLIP_UPLOAD_FAIL, "the file could not be read")
	case len(raw) == 0:
		return nil, fault.New(fault.SLIP_NO_FILE, "the file is empty")
	}
	return cleanPicture(raw, maxBytes)
}

// cleanPicture re-encodes a picture. Its header decides whether it is decoded at all.
func cleanPicture(raw []byte, maxBytes int) ([]byte, error) {
	limits := picture.Default()
	limits.Bytes = maxBytes
	img, info, err := picture.DecodeWithin(raw, limits, func(info picture.Info) (side, pixels int) {
		return limits.Side, keptPixels(info, len(raw))
	})
	if err != nil {
		return nil, invalidFile(err)
	}
	defer collect(info)
	clean, err := picture.JPEG(img, quality)
	if err != nil {
		return nil, fmt.Errorf("deposit: slip: %w", err)
	}
	return clean, nil
}

func invalidFile(err error) error {
	for _, known := range []error{picture.ErrNotPicture, picture.ErrTooLarge, picture.ErrTooManyPixels} {
		if errors.Is(err, known) {
			refusal := fault.Wrap(err, fault.SLIP_INVALID_FILE, "%s", err)
			if errors.Is(err, picture.ErrTooManyPixels) {
				return refusal.With("megapixels", picture.Default().Pixels/1_000_000)
			}
			return refusal
		}
	}
	return fmt.Errorf("deposit: slip: %w", err)
}
