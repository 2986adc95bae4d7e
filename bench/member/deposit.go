package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"time"
)

// Our accounts of the demo's content, and their numbers at the banks (sandbox/banks.DemoAccounts).
const (
	feedAccount             = "SCB-AUTO"
	feedBank, feedNumber    = "SCB", "4068123456"
	slipBank, slipNumber    = "KTB", "9831234567"
	depositBaht, stakeBaht  = 100, 10
	withdrawBaht            = 100
	mostSlips, slipsASecond = 400, 40
)

// gateways are those of QR codes; each is a bank account of ours.
var gateways = []string{"KBANK", "WW", "FP", "PAYONEX"}

// depositBy is a deposit by QR code: the member orders it and pays at its bank; the gateway calls back, and the node asks and
// credits. It ends when the node has accepted the callback, which it does only after the commit.
func depositBy(gateway string) func(context.Context, *hand) error {
	return func(_ context.Context, h *hand) error {
		p, err := h.nextThat(h.i.mayOrder)
		if err != nil {
			return err
		}
		return h.depositQR(p, gateway)
	}
}

// depositSpread is the same, over all gateways.
func depositSpread(ctx context.Context, h *hand) error {
	return depositBy(gateways[(h.at+h.number)%len(gateways)])(ctx, h)
}

func (h *hand) depositQR(p *person, gateway string) error {
	p.codes = append(p.codes, time.Now())
	var code struct{ QRCodeID, Message string }
	if err := h.post(p, "/api/qrcode/"+gateway, map[string]any{"amount": depositBaht}, &code); err != nil {
		return err
	}
	if code.QRCodeID == "" {
		return fmt.Errorf("no code at %s: %s", gateway, code.Message)
	}
	return h.outside("POST", "/sandbox/bank/qr/"+code.QRCodeID+"/pay", map[string]any{
		"fromBank": p.Bank, "fromAccount": p.AccountNo, "fromName": p.AccountName, "wait": true,
	}, nil)
}

// bankTransfer moves money from a member's own account to one of ours, and returns the path of the slip.
func (h *hand) bankTransfer(p *person, bank, number string) (slip string, err error) {
	var made struct{ Slip string }
	err = h.outside("POST", "/sandbox/bank/transfer", map[string]any{
		"fromBank": p.Bank, "fromAccount": p.AccountNo, "fromName": p.AccountName, "toBank": bank, "toAccount": number,
		"amount": depositBaht,
	}, &made)
	return made.Slip, err
}

// depositFeed is a transfer to the account whose statement the node reads by itself. It ends when the member sees the money.
func depositFeed(ctx context.Context, h *hand) error {
	p := h.next()
	s, err := h.socket(ctx, p)
	if err != nil {
		return err
	}
	before, err := h.balance(p)
	if err != nil {
		return err
	}
	if _, err := h.bankTransfer(p, feedBank, feedNumber); err != nil {
		return err
	}
	return s.until(ctx, func() (bool, error) {
		now, err := h.balance(p)
		return now >= before+depositBaht, err
	})
}

// slip is the picture of a member's transfer.
type slip struct {
	of      *person
	picture []byte
}

// drawSlips has the slips of a run drawn before it, one for each hand at least: that is the work of members' phones.
func drawSlips(_ context.Context, h *hand) error {
	return h.draw(max(h.of, min(mostSlips, int(h.i.length.Seconds()*slipsASecond))))
}

// draw makes the hand's part of some transfers.
func (h *hand) draw(some int) error {
	for n := h.number; n < some; n += h.of {
		p := h.next()
		path, err := h.bankTransfer(p, slipBank, slipNumber)
		if err != nil {
			return err
		}
		a, err := h.box.do(call{method: "GET", path: path})
		if err != nil {
			return err
		}
		if err := a.ok("GET "+path, nil); err != nil {
			return err
		}
		h.slips = append(h.slips, slip{p, a.body})
	}
	return nil
}

// depositSlip uploads the slip of a transfer. It ends when the member is told the outcome.
func depositSlip(ctx context.Context, h *hand) error {
	p, reference, err := h.uploadSlip()
	if err != nil {
		return err
	}
	s, err := h.socket(ctx, p)
	if err != nil {
		return err
	}
	return s.until(ctx, func() (bool, error) { return h.slipEnded(p, reference) })
}

// uploadSlip uploads the next slip for the member that made the transfer.
func (h *hand) uploadSlip() (p *person, reference string, err error) {
	if len(h.slips) == 0 {
		return nil, "", errDry
	}
	next := h.slips[0]
	p, h.slips = next.of, h.slips[1:]
	body, kind, err := form(next.picture)
	if err != nil {
		return p, "", err
	}
	a, err := h.node.do(call{
		method: "POST", path: "/api/wallet/slip", header: append(p.headers(), "Idempotency-Key", rand.Text()), kind: kind, body: body,
	})
	if err != nil {
		return p, "", err
	}
	var sent struct{ Slip struct{ Reference string } }
	err = a.ok("POST /api/wallet/slip", &sent)
	return p, sent.Slip.Reference, err
}

func form(picture []byte) (body []byte, kind string, err error) {
	var text bytes.Buffer
	w := multipart.NewWriter(&text)
	part, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="file"; filename="slip.png"`}, "Content-Type": {"image/png"},
	})
	if err == nil {
		_, err = part.Write(picture)
	}
	if err == nil {
		err = w.Close()
	}
	return text.Bytes(), w.FormDataContentType(), err
}

// slipEnded asks for the member's newest slips.
func (h *hand) slipEnded(p *person, reference string) (bool, error) {
	var list struct {
		Slips []struct {
			Reference, Status string
			Note              json.RawMessage
		}
	}
	if err := h.post(p, "/api/statement/slip", map[string]any{"page": 1, "limit": 10}, &list); err != nil {
		return false, err
	}
	for _, s := range list.Slips {
		switch {
		case s.Reference != reference || s.Status == "IN_PROGRESS":
		case s.Status == "SUCCESS":
			return true, nil
		default:
			return false, fmt.Errorf("slip %s: %s %s", reference, s.Status, s.Note)
		}
	}
	return false, nil
}
