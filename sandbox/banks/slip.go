package banks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"krapao/internal/clock"
	"krapao/sandbox/banks/thaibank"
	"krapao/sandbox/core"
	"krapao/sandbox/slipimage"
)

// slipStyles are the values of ?layout= of a slip's picture.
var slipStyles = map[string]slipimage.Style{
	"": slipimage.Receipt, "receipt": slipimage.Receipt, "card": slipimage.Card,
	"ticket": slipimage.Ticket, "night": slipimage.Night,
}

// handleSlip is GET /sandbox/bank/slip/{ref}.png: the slip of a transfer, or of a payment of a QR code. The extension
// may be .jpg too. ?layout= is receipt, card, ticket or night; ?width= in pixels; ?quality= (1 to 100) is that of a
// JPEG.
func (b *Bank) handleSlip(w http.ResponseWriter, r *http.Request) {
	ref, kind, _ := strings.Cut(r.PathValue("file"), ".")
	layout, quality, err := slipLook(r.URL.Query())
	if err != nil || !slices.Contains([]string{"png", "jpg"}, kind) {
		b.Answer(w, core.No(http.StatusBadRequest,
			"a slip is {ref}.png or .jpg, with ?layout=receipt|card|ticket|night, width=320..2000, quality=1..100"))
		return
	}
	t, err := b.Moved(r.Context(), ref)
	switch {
	case errors.Is(err, core.ErrNotFound):
		b.Answer(w, core.No(http.StatusNotFound, "no transfer has this ref"))
		return
	case err != nil:
		b.Answer(w, b.Broken("slip", err))
		return
	}
	picture, err := drawSlip(r.Context(), t, layout, kind, quality)
	if err != nil {
		b.Answer(w, b.Broken("slip", err))
		return
	}
	header := w.Header()
	header.Set("Content-Type", map[string]string{"png": "image/png", "jpg": "image/jpeg"}[kind])
	header.Set("Content-Disposition", fmt.Sprintf(`inline; filename="SANDBOX-%s.%s"`, ref, kind))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "private, max-age=3600")
	http.ServeContent(w, r, "", t.MadeAt, bytes.NewReader(picture))
}

// slipLook reads the style, the size and the quality of a slip.
func slipLook(query url.Values) (layout slipimage.Layout, quality int, err error) {
	style, known := slipStyles[query.Get("layout")]
	if !known {
		return layout, 0, errors.New("unknown layout")
	}
	number := func(name string, normal, least, most int) int {
		if query.Get(name) == "" {
			return normal
		}
		n, bad := strconv.Atoi(query.Get(name))
		if bad != nil || n < least || n > most {
			err = fmt.Errorf("%s is from %d to %d", name, least, most)
		}
		return n
	}
	layout = slipimage.Layout{Style: style, Width: number("width", 0, 320, 2000)}
	quality = number("quality", 90, 1, 100)
	return layout, quality, err
}

func drawSlip(ctx context.Context, t Transfer, layout slipimage.Layout, kind string, quality int) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	drawn := slipimage.Draw(slipimage.Slip{
		SendingBank: thaibank.Digits[t.From.Bank], Reference: t.Ref, Amount: t.Amount, At: t.SentAt.In(clock.Bangkok),
		From: slipParty(t.From), To: slipParty(t.To),
	}, layout)
	return encodePicture(drawn, kind, quality)
}

func slipParty(h Holder) slipimage.Party {
	return slipimage.Party{Name: thaibank.MaskName(h.Name), Bank: h.Bank, Account: thaibank.MaskAccount(h.Account)}
}

func encodePicture(picture image.Image, kind string, quality int) ([]byte, error) {
	var out bytes.Buffer
	var err error
	if kind == "jpg" {
		err = jpeg.Encode(&out, picture, &jpeg.Options{Quality: quality})
	} else {
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, picture)
	}
	return out.Bytes(), err
}
