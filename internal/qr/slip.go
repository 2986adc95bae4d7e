package qr

import (
	"errors"
	"fmt"
	"strings"
)

// The errors of ParseSlip. All but ErrChecksum and ErrReference are an ErrNotSlip. Those two are found in a text that
// has the form of a slip's code.
var (
	// ErrNotSlip is a code that is not on the slip of a Thai bank: a payment code, a link, anything else.
	ErrNotSlip = errors.New("qr: not a transfer slip's code")
	// ErrTrueMoneySlip is the code of a transfer between TrueMoney wallets. No bank knows it.
	ErrTrueMoneySlip = fmt.Errorf("%w: a TrueMoney slip", ErrNotSlip)
	// ErrOneProof is the code on a slip of BCEL in Laos. No Thai verifier knows it.
	ErrOneProof = fmt.Errorf("%w: a BCEL OneProof slip", ErrNotSlip)
	// ErrChecksum is the code of a slip that was damaged or invented.
	ErrChecksum = errors.New("qr: the slip's checksum is wrong")
	// ErrReference is the code of a slip without a usable bank or reference.
	ErrReference = errors.New("qr: the slip's reference cannot be used")
)

// SlipCode is the content of a slip's mini-QR: the bank that sent money, and its own reference. Only the bank knows
// how much, when and to whom.
type SlipCode struct {
	// Bank is the sending bank by its three digits.
	Bank string
	// Reference is 1 to 25 letters and digits, in the case that the bank uses: some banks use both.
	Reference string
}

// Tags and values of the mini-QR, and of the two other codes that are mistaken for it.
const (
	tagSlip         = "00"
	tagSlipCountry  = "51"
	tagSlipChecksum = "91"
	tagBCEL         = "33"
	slipAPI         = "000001"
	mostReference   = 25
)

// SlipText returns the text of a code as a bank writes it.
func SlipText(c SlipCode) string {
	inner := tlv("00", slipAPI) + tlv("01", c.Bank) + tlv("02", c.Reference)
	body := tlv(tagSlip, inner) + tlv(tagSlipCountry, thailand) + tagSlipChecksum + "04"
	return body + checksum(body)
}

func tlv(tag, value string) string { return fmt.Sprintf("%s%02d%s", tag, len(value), value) }

// ParseSlip reads the text of a slip's mini-QR. It accepts a checksum in either case, and one without its leading
// zeros, as some banks' apps write it. Each tag may occur once: if there were two references, two readers could take
// different ones.
func ParseSlip(text string) (SlipCode, error) {
	fields, sum, err := slipFields(text)
	if err != nil {
		return SlipCode{}, err
	}
	outer, err := once(fields)
	if err != nil {
		return SlipCode{}, err
	}
	if strings.HasPrefix(outer[tagBCEL], "0004BCEL") {
		return SlipCode{}, ErrOneProof
	}
	nested, err := Fields(outer[tagSlip])
	if err != nil {
		return SlipCode{}, ErrNotSlip
	}
	inner, err := once(nested)
	if err != nil {
		return SlipCode{}, err
	}
	if inner["00"] == "01" && inner["01"] == "01" && inner["03"] != "" {
		return SlipCode{}, ErrTrueMoneySlip
	}
	if inner["00"] != slipAPI || outer[tagSlipCountry] != thailand || sum.tag != tagSlipChecksum {
		return SlipCode{}, ErrNotSlip
	}
	if !strings.EqualFold(checksum(sum.over), sum.value) {
		return SlipCode{}, ErrChecksum
	}
	c := SlipCode{Bank: inner["01"], Reference: inner["02"]}
	if len(c.Bank) != 3 || !digits(c.Bank) || c.Reference == "" || len(c.Reference) > mostReference || !alphanumeric(c.Reference) {
		return SlipCode{}, ErrReference
	}
	return c, nil
}

// trailer is the checksum at the end of a text: its tag, its four digits, and the text that it was computed over.
type trailer struct{ tag, value, over string }

// slipFields splits a text into the fields before its checksum, and the checksum. A checksum without its zeros is
// padded again, whether its length is right or still says four.
func slipFields(text string) ([]Field, trailer, error) {
	const longest = 4
	for short := range longest {
		head := len(text) - (longest - short)
		if head < 4 || !hex(text[head:]) {
			continue
		}
		mark := text[head-4 : head]
		if !digits(mark) || mark[2:] != "04" && mark[2:] != fmt.Sprintf("%02d", longest-short) {
			continue
		}
		fields, err := Fields(text[:head-4])
		if err != nil {
			continue
		}
		return fields, trailer{mark[:2], strings.Repeat("0", short) + text[head:], text[:head-4] + mark[:2] + "04"}, nil
	}
	// Without a recognisable checksum it may be another kind of slip, which gets its own error.
	fields, err := Fields(text)
	if err != nil {
		return nil, trailer{}, ErrNotSlip
	}
	return fields, trailer{}, nil
}

// once returns the fields by their tags. Each tag may occur once.
func once(fields []Field) (map[string]string, error) {
	byTag := make(map[string]string, len(fields))
	for _, f := range fields {
		if _, twice := byTag[f.Tag]; twice {
			return nil, fmt.Errorf("%w: tag %s twice", ErrNotSlip, f.Tag)
		}
		byTag[f.Tag] = f.Value
	}
	return byTag, nil
}

func hex(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'f') && (r < 'A' || r > 'F')
	}) < 0
}

func alphanumeric(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
}
