package slip

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/blob"
	"krapao/internal/store"
)

// linkLife is how long a link to a picture is valid.
const linkLife = 5 * time.Minute

// Link returns a token that opens the picture of a member's own slip for five minutes, for anybody who has the token.
// NO_DATA for any other reference, and for a picture that is no longer kept.
func (s *Service) Link(ctx context.Context, member, reference string) (string, error) {
	row, err := depositdb.New(s.store.DB()).OwnSlip(ctx, reference, member)
	if store.NotFound(err) || err == nil && s.deps.Blobs == nil {
		return "", fault.New(fault.NO_DATA, "no slip %q", reference)
	}
	if err != nil {
		return "", err
	}
	return s.linkTo(row.ID), nil
}

func (s *Service) linkTo(slip string) string {
	return s.signLink(slip, s.store.Now().Add(linkLife).Unix())
}

// signLink returns the token: slip and time, and a signature over both.
func (s *Service) signLink(slip string, until int64) string {
	said := slip + "." + strconv.FormatInt(until, 10)
	return base64.RawURLEncoding.EncodeToString([]byte(said + "." + s.box.Index("slip_link", said)))
}

// Picture returns the picture that a token opens, a JPEG. NO_DATA for an invalid token.
func (s *Service) Picture(ctx context.Context, token string) ([]byte, error) {
	nothing := fault.New(fault.NO_DATA, "no such file, or its link has expired")
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return nil, nothing
	}
	slip, rest, _ := strings.Cut(string(raw), ".")
	moment, _, _ := strings.Cut(rest, ".")
	until, err := strconv.ParseInt(moment, 10, 64)
	if err != nil || s.store.Now().Unix() >= until ||
		subtle.ConstantTimeCompare([]byte(s.signLink(slip, until)), []byte(token)) != 1 {
		return nil, nothing
	}
	row, err := depositdb.New(s.store.DB()).Slip(ctx, slip)
	if store.NotFound(err) || err == nil && s.deps.Blobs == nil {
		return nil, nothing
	}
	if err != nil {
		return nil, err
	}
	file, err := s.deps.Blobs.Open(ctx, "m:"+row.Member, row.Picture)
	if errors.Is(err, blob.ErrGone) {
		return nil, nothing
	}
	return file, err
}

// OperatorLink returns a token that opens a slip's picture for five minutes, for an operator. The audit log has who
// looked.
func (s *Service) OperatorLink(reference string) string { return s.linkTo(reference) }
