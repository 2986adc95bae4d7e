package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
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
	"time"

	"krapao/sandbox/slipimage"
)

func (s *Server) routeBank(mux *http.ServeMux) {
	control(mux, s, "POST /sandbox/bank/transfer", s.handleTransfer)
	mux.HandleFunc("GET /sandbox/bank/transfer", s.handleTransfers)
	mux.HandleFunc("GET /sandbox/bank/slip/{file}", s.handleSlip)
	control(mux, s, "POST /sandbox/bank/reverse", s.handleReverse)
	control(mux, s, "POST /sandbox/bank/feed", s.handleFeedSwitch)
}

// transferRequest is the body of the transfer call. At is the bank's time of it, now where it is left out.
type transferRequest struct {
	FromBank    string     `json:"fromBank"`
	FromAccount string     `json:"fromAccount"`
	FromName    string     `json:"fromName"`
	ToBank      string     `json:"toBank"`
	ToAccount   string     `json:"toAccount"`
	Amount      *bahtField `json:"amount"`
	At          time.Time  `json:"at"`
}

// read checks a request; the text says what is wrong with it.
func (in transferRequest) read() (t transfer, wrong string) {
	from, to := cleanAccount(in.FromBank, in.FromAccount), cleanAccount(in.ToBank, in.ToAccount)
	from.Name = strings.TrimSpace(in.FromName)
	switch {
	case bankDigits[from.Bank] == "" || bankDigits[to.Bank] == "":
		return t, "fromBank and toBank are letter codes of Thai banks, such as KBANK"
	case !accountForm.MatchString(from.Account) || !accountForm.MatchString(to.Account):
		return t, "fromAccount and toAccount are 6 to 20 digits"
	case from.Bank == to.Bank && from.Account == to.Account:
		return t, "the two accounts are one"
	case from.Name == "" || len(from.Name) > 200:
		return t, "fromName is the sender's name"
	case in.Amount == nil || *in.Amount <= 0:
		return t, "amount must be more than 0"
	}
	return transfer{From: from, To: to, Amount: int64(*in.Amount), SentAt: in.At}, ""
}

// cleanAccount takes an account as people write it: 123-4-56789-0.
func cleanAccount(bank, number string) holder {
	bank = strings.ToUpper(strings.TrimSpace(bank))
	if bank == "TTB" {
		bank = "TMB"
	}
	return holder{Bank: bank, Account: strings.NewReplacer("-", "", " ", "").Replace(number)}
}

// handleTransfer is POST /sandbox/bank/transfer.
func (s *Server) handleTransfer(r *http.Request, in transferRequest) reply {
	asked, wrong := in.read()
	if wrong != "" {
		return no(http.StatusBadRequest, wrong)
	}
	t, err := s.makeTransfer(r.Context(), asked)
	if err != nil {
		return s.broken("transfer", err)
	}
	return ok(struct {
		Ref  string `json:"ref"`
		Slip string `json:"slip"`
	}{t.Ref, slipPath(t.Ref)})
}

func slipPath(ref string) string { return "/sandbox/bank/slip/" + ref + ".png" }

// shownTransfer is a transfer in the control API, in baht.
type shownTransfer struct {
	Ref         string      `json:"ref"`
	FromBank    string      `json:"fromBank"`
	FromAccount string      `json:"fromAccount"`
	FromName    string      `json:"fromName"`
	ToBank      string      `json:"toBank"`
	ToAccount   string      `json:"toAccount"`
	Amount      json.Number `json:"amount"`
	At          time.Time   `json:"at"`
	Reversed    bool        `json:"reversed"`
	Slip        string      `json:"slip"`
}

// handleTransfers is GET /sandbox/bank/transfer: the newest 100.
func (s *Server) handleTransfers(w http.ResponseWriter, r *http.Request) {
	list, err := s.latestTransfers(r.Context(), 100)
	if err != nil {
		s.answer(w, s.broken("transfers", err))
		return
	}
	shown := make([]shownTransfer, 0, len(list))
	for _, t := range list {
		shown = append(shown, shownTransfer{
			t.Ref, t.From.Bank, t.From.Account, t.From.Name, t.To.Bank, t.To.Account, baht(t.Amount), t.SentAt, t.Reversed, slipPath(t.Ref),
		})
	}
	s.answer(w, ok(shown))
}

// handleReverse is POST /sandbox/bank/reverse {ref}: a transfer or a payment of a QR code is taken back.
func (s *Server) handleReverse(r *http.Request, in struct {
	Ref string `json:"ref"`
},
) reply {
	err := s.reverseTransfer(r.Context(), in.Ref)
	if errors.Is(err, errGone) {
		err = s.reverseQR(r.Context(), in.Ref)
	}
	return s.fateReply(err)
}

// handleFeedSwitch is POST /sandbox/bank/feed {on}: while it is off, the feed tells nothing that is new.
func (s *Server) handleFeedSwitch(r *http.Request, in onOff) reply {
	if in.On == nil {
		return no(http.StatusBadRequest, "on is true or false")
	}
	if err := s.setFeed(r.Context(), *in.On); err != nil {
		return s.broken("feed", err)
	}
	return ok(in)
}

// slipStyles are the values of ?layout= of a slip's picture.
var slipStyles = map[string]slipimage.Style{
	"": slipimage.Receipt, "receipt": slipimage.Receipt, "card": slipimage.Card, "ticket": slipimage.Ticket, "night": slipimage.Night,
}

// handleSlip is GET /sandbox/bank/slip/{ref}.png: a slip of a transfer, or of a payment of a QR code. The ending may be
// .jpg too. ?layout= is receipt, card, ticket or night; ?width= pixels; ?quality= (1 to 100) that of a JPEG.
func (s *Server) handleSlip(w http.ResponseWriter, r *http.Request) {
	ref, kind, _ := strings.Cut(r.PathValue("file"), ".")
	layout, quality, err := slipLook(r.URL.Query())
	if err != nil || !slices.Contains([]string{"png", "jpg"}, kind) {
		s.answer(w, no(http.StatusBadRequest, "a slip is {ref}.png or .jpg, with ?layout=receipt|card|ticket|night, width=320..2000, quality=1..100"))
		return
	}
	t, err := s.moved(r.Context(), ref)
	switch {
	case errors.Is(err, errGone):
		s.answer(w, no(http.StatusNotFound, "no transfer has this ref"))
		return
	case err != nil:
		s.answer(w, s.broken("slip", err))
		return
	}
	picture, err := drawSlip(r.Context(), t, layout, kind, quality)
	if err != nil {
		s.answer(w, s.broken("slip", err))
		return
	}
	header := w.Header()
	header.Set("Content-Type", map[string]string{"png": "image/png", "jpg": "image/jpeg"}[kind])
	header.Set("Content-Disposition", fmt.Sprintf(`inline; filename="SANDBOX-%s.%s"`, ref, kind))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "private, max-age=3600")
	http.ServeContent(w, r, "", t.MadeAt, bytes.NewReader(picture))
}

// slipLook reads how a slip is to look.
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

func drawSlip(ctx context.Context, t transfer, layout slipimage.Layout, kind string, quality int) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	drawn := slipimage.Draw(slipimage.Slip{
		SendingBank: bankDigits[t.From.Bank], Reference: t.Ref, Amount: t.Amount, At: t.SentAt.In(zone),
		From: slipParty(t.From), To: slipParty(t.To),
	}, layout)
	return encodePicture(drawn, kind, quality)
}

func slipParty(h holder) slipimage.Party {
	return slipimage.Party{Name: maskName(h.Name), Bank: h.Bank, Account: maskAccount(h.Account)}
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
