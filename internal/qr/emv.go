// Package qr reads the text of Thai QR codes (EMVCo merchant-presented mode), reads and writes the text of slips' mini-QR
// codes, and draws any QR code as SVG.
//
// Promises: Parse accepts fields in any order. It refuses a wrong checksum, a wrong length, and a number that is not an
// amount of baht. A drawing is made from the text alone, never from somebody else's markup.
package qr

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"krapao/money"
)

// ErrPayload is a text that is not an EMV payload, or has a wrong checksum.
var ErrPayload = errors.New("qr: not an EMV payload")

// Field is one tag of a payload with its value. The value of a template consists of fields again.
type Field struct{ Tag, Value string }

// Tags used here.
const (
	tagFormat     = "00"
	tagInitiation = "01"
	tagCurrency   = "53"
	tagAmount     = "54"
	tagChecksum   = "63"
)

const (
	dynamic  = "12" // for one payment
	baht     = "764"
	thailand = "TH"
)

// Fields splits a text into its tags. It does not look into templates.
func Fields(text string) ([]Field, error) {
	var fields []Field
	for text != "" {
		if len(text) < 4 || !digits(text[:4]) {
			return nil, ErrPayload
		}
		length, _ := strconv.Atoi(text[2:4])
		if len(text) < 4+length {
			return nil, ErrPayload
		}
		fields = append(fields, Field{text[:2], text[4 : 4+length]})
		text = text[4+length:]
	}
	return fields, nil
}

// Payload is the part of a code that we need.
type Payload struct {
	// Dynamic: the code is for one payment.
	Dynamic bool
	// Amount is 0 if the payer chooses it.
	Amount money.Amount
}

// Parse reads a payload and checks its checksum.
func Parse(text string) (Payload, error) {
	const tail = len(tagChecksum) + len("04") + 4
	if len(text) <= tail || text[len(text)-tail:len(text)-4] != tagChecksum+"04" {
		return Payload{}, ErrPayload
	}
	if !strings.EqualFold(checksum(text[:len(text)-4]), text[len(text)-4:]) {
		return Payload{}, fmt.Errorf("%w: wrong checksum", ErrPayload)
	}
	fields, err := Fields(text)
	if err != nil {
		return Payload{}, err
	}
	var p Payload
	for _, f := range fields {
		switch f.Tag {
		case tagFormat:
			if f.Value != "01" {
				return Payload{}, fmt.Errorf("%w: format %q", ErrPayload, f.Value)
			}
		case tagInitiation:
			p.Dynamic = f.Value == dynamic
		case tagCurrency:
			if f.Value != baht {
				return Payload{}, fmt.Errorf("%w: currency %q", ErrPayload, f.Value)
			}
		case tagAmount:
			if p.Amount, err = money.Parse(f.Value); err != nil || p.Amount <= 0 {
				return Payload{}, fmt.Errorf("%w: amount %q", ErrPayload, f.Value)
			}
		}
	}
	return p, nil
}

// checksum returns the CRC-16/CCITT-FALSE as four upper-case hex digits.
func checksum(text string) string {
	crc := uint16(0xFFFF)
	for i := range len(text) {
		crc ^= uint16(text[i]) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return fmt.Sprintf("%04X", crc)
}

func digits(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}
