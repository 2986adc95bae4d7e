package draft

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/blob"
	"krapao/internal/clock"
	"krapao/internal/picture"
	"krapao/internal/store"
	"krapao/operator/internal/draftdb"
)

// PicturePath begins the paths of pictures. What follows is the SHA-256 of the file as it came.
const PicturePath = "/picture/"

// MostPicture is how many bytes a picture may have.
const MostPicture = 2 << 20

// What is kept of a picture: a banner is as wide as a telephone.
const (
	pictureSide   = 2_000
	picturePixels = 4_000_000
	jpegQuality   = 88
	gifFrames     = 500
	gifPixels     = 100_000_000
)

// keepPicture is for ever: a former version of a section may show it again.
const keepPicture = 100 * 365 * 24 * time.Hour

// KeepPicture keeps a picture of an operator, and returns its path. Only its pixels are kept, not what a camera wrote beside
// them. The same file twice is one picture.
// FILE_NOT_SUPPORTED: it is no png, jpeg, webp or gif, is damaged, or has too many pixels.
func (s *Service) KeepPicture(ctx context.Context, by string, raw []byte) (path string, err error) {
	sum := sha256.Sum256(raw)
	hash := hex.EncodeToString(sum[:])
	switch _, err := draftdb.New(s.d.Store.DB()).Picture(ctx, hash); {
	case err == nil:
		return PicturePath + hash, nil
	case !store.NotFound(err):
		return "", fmt.Errorf("draft: picture: %w", err)
	}
	s.decoding.Lock() // it takes memory
	clean, kind, err := cleaned(raw)
	s.decoding.Unlock()
	if err != nil {
		return "", err
	}
	stored, err := s.d.Blobs.Put(ctx, clean)
	if err != nil {
		return "", err
	}
	err = s.d.Store.Write(ctx, func(tx *store.Tx) error {
		added, err := draftdb.New(tx).AddPicture(ctx, draftdb.AddPictureParams{
			Hash: hash, Blob: stored.ID, Type: kind, Operator: by, AddedAt: clock.MicrosOf(tx.Now),
		})
		if err != nil || added == 0 {
			return err // another was faster with the same
		}
		return s.d.Blobs.AddTx(ctx, tx, stored, keepPicture)
	})
	if err != nil {
		return "", fmt.Errorf("draft: keep a picture: %w", err)
	}
	return PicturePath + hash, nil
}

// cleaned writes a picture anew, and says what it is.
func cleaned(raw []byte) (clean []byte, kind string, err error) {
	if picture.IsGIF(raw) {
		clean, err = picture.GIF(raw, picture.GIFLimits{
			Bytes: MostPicture, Side: pictureSide, Frames: gifFrames, Pixels: gifPixels,
		})
		return clean, "image/gif", unsupported(err)
	}
	limits := picture.Default()
	limits.Bytes = MostPicture
	img, info, err := picture.DecodeWithin(raw, limits, func(picture.Info) (side, pixels int) { return pictureSide, picturePixels })
	if err != nil {
		return nil, "", unsupported(err)
	}
	if info.Format == picture.FormatJPEG {
		clean, err = picture.JPEG(img, jpegQuality)
		return clean, "image/jpeg", err
	}
	clean, err = picture.PNG(img) // it may be transparent
	return clean, "image/png", err
}

// unsupported is the refusal of a file; nil stays nil.
func unsupported(err error) error {
	if err == nil {
		return nil
	}
	refusal := fault.Wrap(err, fault.FILE_NOT_SUPPORTED, "only png, jpeg, webp and gif pictures are supported: %s", err)
	if errors.Is(err, picture.ErrTooManyPixels) {
		return refusal.With("megapixels", picture.Default().Pixels/1_000_000)
	}
	return refusal
}

// Picture returns the picture under a path, and its media type. NO_DATA: there is none.
func (s *Service) Picture(ctx context.Context, path string) (content []byte, kind string, err error) {
	row, err := draftdb.New(s.d.Store.DB()).Picture(ctx, strings.TrimPrefix(path, PicturePath))
	if store.NotFound(err) {
		return nil, "", fault.New(fault.NO_DATA, "there is no picture %s", path)
	}
	if err != nil {
		return nil, "", fmt.Errorf("draft: picture: %w", err)
	}
	content, err = s.d.Blobs.Open(ctx, "content", row.Blob)
	if errors.Is(err, blob.ErrGone) {
		err = fault.New(fault.NO_DATA, "there is no picture %s", path)
	}
	return content, row.Type, err
}
