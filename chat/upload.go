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
	// storedPixels is the most pixels of a stored picture: encoding takes more time than decoding.
	storedPixels = 6_000_000
	// gifPixels is the most pixels of all frames of a gif together: unpacking so many takes a third of a second.
	gifPixels = 100_000_000
	// storedQuality is the JPEG quality of a stored photograph.
	storedQuality = 85
)

// Upload stores a picture or a film of so many bytes for a message of the owner, and returns its path. Its content decides what
// it is: a png or jpeg is re-encoded from its pixels, a gif is checked and stripped, and a film (mp4, quicktime) is stored
// without its camera's metadata. network is a guest's network. It returns
//   - FILE_TOO_LARGE, by size alone;
//   - FILE_NOT_SUPPORTED if it is anything else, or damaged;
//   - UPLOAD_FULL if there is no room, see Space;
//   - TRY_AGAIN if this node is working on too many pictures.
func (s *Service) Upload(
	ctx context.Context, o Owner, network string, kind Kind, size int64, file io.Reader,
) (path string, err error) {
	return s.upload(ctx, s.uploaderOf(o, network), kind, size, file)
}

// UploadForHouse is Upload for a message of the house in a conversation. It returns NO_DATA if there is no such conversation.
func (s *Service) UploadForHouse(
	ctx context.Context, conversation string, kind Kind, size int64, file io.Reader,
) (path string, err error) {
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

// unsupported is the refusal of a file, with the largest picture's size if it was too large.
func unsupported(err error) error {
	const supported = "only png, jpeg and gif pictures, mp4 and quicktime films are supported: %s"
	refusal := fault.Wrap(err, fault.FILE_NOT_SUPPORTED, supported, err)
	if errors.Is(err, picture.ErrTooManyPixels) {
		return refusal.With("megapixels", picture.Default().Pixels/1_000_000)
	}
	return refusal
}

// cleanPicture decodes a picture and re-encodes it, a few at the same time. Uploaders take turns.
func (s *Service) cleanPicture(ctx context.Context, u uploader, content io.Reader) (clean []byte, contentType string, err error) {
	done, err := s.Turns.Take(ctx, u.queue())
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
		defer runtime.GC() // as with slips: many photographs in a row would make the node's memory grow
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
	// largePNG is the size in bytes above which a png counts as a photograph and is stored as jpeg.
	largePNG = 4 << 20
)

// uploadVideo stores a film, if its first bytes show that it is one.
func (s *Service) uploadVideo(ctx context.Context, u uploader, size int64, content io.Reader) (path string, err error) {
	next := parts(io.LimitReader(content, size))
	first, err := next()
	if err != nil {
		return "", err
	}
	contentType := film(first)
	if contentType == "" {
		return "", unsupported(errors.New("chat: the file does not begin like a film"))
	}
	var metadata metadataFilter
	return s.store(ctx, u, file{Video, contentType, size}, func() (part []byte, err error) {
		if part, first = first, nil; part == nil {
			part, err = next()
		}
		metadata.pass(part)
		return part, err
	})
}

// mp4Brands are the brands of films for browsers. Pictures and sounds have the same format with other brands.
var mp4Brands = []string{
	"isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42", "mp71", "avc1", "hvc1", "hev1", "M4V ",
	"M4VH", "M4VP", "MSNV", "dash", "mmp4", "f4v ", "F4V ", "3gp4", "3gp5", "3gp6",
}

// otherBrands are the brands of pictures and sounds, even if they list a film's brand too.
var otherBrands = []string{"heic", "heix", "mif1", "msf1", "avif", "avis", "M4A ", "M4B ", "crx "}

// film is the Content-Type of a film by its first bytes, empty if it is not one. A film begins with a box "ftyp" that lists its
// brands, or with one of the boxes of older QuickTime films.
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
	case slices.Contains(otherBrands, brands[0]):
		return ""
	case slices.ContainsFunc(brands, func(b string) bool { return slices.Contains(mp4Brands, b) }):
		return "video/mp4"
	case slices.Contains(brands, "qt  "):
		return "video/quicktime"
	}
	return ""
}

// parts cuts a file into parts of partSize. An empty part is its end.
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
