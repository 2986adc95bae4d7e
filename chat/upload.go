package chat

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"slices"

	"krapao/chat/internal/chatdb"
	"krapao/fault"
	"krapao/internal/picture"
)

const (
	// storedSide is the longest side of a stored picture.
	storedSide = 2560
	// storedPixels is the most that is written anew: that takes more time than reading it did.
	storedPixels = 6_000_000
	// gifPixels is how many pixels the frames of a gif may have together: unpacking them takes a third of a second.
	gifPixels = 100_000_000
	// storedQuality is how well a photograph is written anew.
	storedQuality = 85
)

// Upload keeps a picture or a film of so many bytes for a message of the owner and returns its path. What it is says its
// content: a png or jpeg is written anew of its pixels, a gif is checked and stripped, a film (mp4, quicktime) is kept as
// it came. network is where a guest calls from. FILE_TOO_LARGE by its size alone; FILE_NOT_SUPPORTED for anything else, or what
// is damaged; UPLOAD_FULL where there is no room (Space); TRY_AGAIN where this node has too many pictures in hand.
func (s *Service) Upload(ctx context.Context, o Owner, network string, kind Kind, size int64, file io.Reader) (path string, err error) {
	return s.upload(ctx, s.uploaderOf(o, network), kind, size, file)
}

// UploadForHouse is Upload for what the house will say in a conversation; NO_DATA where there is no such one.
func (s *Service) UploadForHouse(ctx context.Context, conversation string, kind Kind, size int64, file io.Reader) (path string, err error) {
	c, err := chatdb.New(s.Store.DB()).ConversationByID(ctx, conversation)
	if err != nil {
		return "", missing(err)
	}
	return s.upload(ctx, uploader{owner: uploadOwner(c.Owner, Other)}, kind, size, file)
}

func (s *Service) upload(ctx context.Context, u uploader, kind Kind, size int64, content io.Reader) (path string, err error) {
	if err := kind.checkSize(size); err != nil {
		return "", err
	}
	if kind == Video {
		return s.uploadVideo(ctx, u, size, content)
	}
	clean, contentType, err := s.cleanPicture(ctx, u, content)
	if err != nil {
		return "", err
	}
	return s.store(ctx, u, file{kind, contentType, int64(len(clean))}, parts(bytes.NewReader(clean)))
}

func unsupported(err error) error {
	refusal := fault.Wrap(err, fault.FILE_NOT_SUPPORTED, "png, jpeg and gif pictures, mp4 and quicktime films are taken: %s", err)
	if errors.Is(err, picture.ErrTooManyPixels) {
		return refusal.With("megapixels", picture.Default().Pixels/1_000_000)
	}
	return refusal
}

// cleanPicture reads a picture and writes it anew, a few at once, in turns of those who upload.
func (s *Service) cleanPicture(ctx context.Context, u uploader, content io.Reader) (clean []byte, contentType string, err error) {
	done, err := s.Turns.Take(ctx, u.waits())
	if err != nil {
		return nil, "", fault.Wrap(err, fault.TRY_AGAIN, "too many pictures at once")
	}
	defer done()
	raw, err := io.ReadAll(io.LimitReader(content, int64(Image.MaxBytes())+1))
	if err != nil {
		return nil, "", err
	}
	if picture.IsGIF(raw) {
		clean, err = picture.GIF(raw, picture.GIFLimits{Bytes: Image.MaxBytes(), Side: storedSide, Frames: 2000, Pixels: gifPixels})
		if err != nil {
			return nil, "", unsupported(err)
		}
		return clean, "image/gif", nil
	}
	limits := picture.Default()
	limits.Formats, limits.Bytes = []picture.Format{picture.FormatPNG, picture.FormatJPEG}, Image.MaxBytes()
	img, info, err := picture.DecodeWithin(raw, limits, func(picture.Info) (side, pixels int) { return storedSide, storedPixels })
	if err != nil {
		return nil, "", unsupported(err)
	}
	if info.Width*info.Height >= largePicture {
		defer runtime.GC() // as with slips: photographs on end would make the node grow
	}
	if info.Format == picture.FormatPNG && min(len(raw), 4*info.Width*info.Height) <= largePNG {
		clean, err = picture.PNG(img)
		return clean, "image/png", err
	}
	clean, err = picture.JPEG(img, storedQuality)
	return clean, "image/jpeg", err
}

const (
	largePicture = 4_000_000 // pixels
	// largePNG is the bytes of a file from which on a png is a photograph, and kept as one.
	largePNG = 4 << 20
)

// uploadVideo keeps a film whose beginning says that it is one.
func (s *Service) uploadVideo(ctx context.Context, u uploader, size int64, content io.Reader) (path string, err error) {
	next := parts(io.LimitReader(content, size))
	first, err := next()
	if err != nil {
		return "", err
	}
	contentType := film(first)
	if contentType == "" {
		return "", unsupported(errors.New("chat: no film"))
	}
	return s.store(ctx, u, file{Video, contentType, size}, func() ([]byte, error) {
		if part := first; part != nil {
			first = nil
			return part, nil
		}
		return next()
	})
}

// mp4Brands are those of films for browsers: pictures and sounds have the same form, by other brands.
var mp4Brands = []string{
	"isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42", "mp71", "avc1", "hvc1", "hev1", "M4V ",
	"M4VH", "M4VP", "MSNV", "dash", "mmp4", "f4v ", "F4V ", "3gp4", "3gp5", "3gp6",
}

// film is the Content-Type of a film by its first bytes: a box "ftyp" with the brands that it follows, or one of the boxes
// that older QuickTime films begin with. ” is none.
func film(head []byte) string {
	if len(head) < 16 {
		return ""
	}
	size := int(binary.BigEndian.Uint32(head))
	switch string(head[4:8]) {
	case "ftyp":
	case "moov", "mdat", "wide", "free", "skip", "pnot":
		if size >= 8 || size == 1 {
			return "video/quicktime"
		}
		return ""
	default:
		return ""
	}
	if size < 16 || size > len(head) || size%4 != 0 {
		return ""
	}
	brands := []string{string(head[8:12])}
	for at := 16; at < size; at += 4 {
		brands = append(brands, string(head[at:at+4]))
	}
	switch {
	case brands[0] == "qt  ":
		return "video/quicktime"
	case slices.Contains(mp4Brands, brands[0]):
		return "video/mp4"
	case slices.ContainsFunc([]string{"heic", "heix", "mif1", "msf1", "avif", "avis", "M4A ", "M4B ", "crx "}, func(b string) bool { return b == brands[0] }):
		return ""
	case slices.ContainsFunc(brands, func(b string) bool { return slices.Contains(mp4Brands, b) }):
		return "video/mp4"
	case slices.Contains(brands, "qt  "):
		return "video/quicktime"
	}
	return ""
}

// parts cuts a file; an empty part is its end.
func parts(file io.Reader) func() ([]byte, error) {
	return func() ([]byte, error) {
		part := make([]byte, partSize)
		n, err := io.ReadFull(file, part)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = nil
		}
		return part[:n], err
	}
}
