// Package slipimage draws transfer slips of no bank: pictures for testing the slip reader.
//
// Promises: every slip says SANDBOX across its face, at its top and beside its code, and can't pass for a real one. It
// has no bank's logo, colours or layout. Its mini-QR has the format of real ones, and is written here, independently of
// the code that reads it. The same slip in the same layout is the same picture.
package slipimage

import (
	"fmt"
	"image"
	"strings"
	"time"
)

// Party is one side of a transfer, as a slip shows it.
type Party struct {
	// Name may be in Thai; it is then shown in Latin letters, because these fonts have no others.
	Name string
	// Bank is the bank's name or letter code.
	Bank string
	// Account is masked, as in "xxx-x-x1234-x".
	Account string
}

// Slip is the contents of a slip.
type Slip struct {
	// SendingBank is three digits; with Reference it makes the mini-QR.
	SendingBank, Reference string
	// Code replaces the contents of the QR code if it is set: for slips of other kinds.
	Code string
	// Amount is in satang.
	Amount   int64
	At       time.Time
	From, To Party
}

// Style is the layout style of a slip.
type Style int

// The styles.
const (
	Receipt Style = iota // a white sheet with a torn edge, with the code at the bottom right
	Card                 // a card on a coloured ground, with the code at the bottom centre
	Ticket               // wide, in two columns, with the code on the left
	Night                // light on dark, with the code on a white plate
	styles
)

// Layout is how a slip is drawn.
type Layout struct {
	Style Style
	// Width of the picture in pixels; 0 is 1080, as of most phones. Everything else scales with it.
	Width int
	// Code is the side of the QR code with its white border, in thousandths of the usual width of 1080; 0 is the
	// style's default.
	Code int
}

// Layouts returns all styles at their usual size.
func Layouts() []Layout {
	all := make([]Layout, 0, styles)
	for s := range styles {
		all = append(all, Layout{Style: s})
	}
	return all
}

// Draw draws a slip.
func Draw(s Slip, l Layout) image.Image {
	if l.Width <= 0 {
		l.Width = usualWidth
	}
	if l.Style < 0 || l.Style >= styles {
		l.Style = Receipt
	}
	if s.Code == "" {
		s.Code = Code(s.SendingBank, s.Reference)
	}
	switch l.Style {
	case Card:
		return card(s, l)
	case Ticket:
		return ticket(s, l)
	case Night:
		return night(s, l)
	default:
		return receipt(s, l)
	}
}

// Code is the text of the mini-QR of a transfer: the sending bank's three digits and its reference.
func Code(bank, reference string) string {
	field := func(tag, value string) string { return fmt.Sprintf("%s%02d%s", tag, len(value), value) }
	text := field("00", field("00", "000001")+field("01", bank)+field("02", reference)) + field("51", "TH") + "9104"
	crc := uint16(0xFFFF)
	for _, b := range []byte(text) {
		crc ^= uint16(b) << 8
		for range 8 {
			over := crc&0x8000 != 0
			crc <<= 1
			if over {
				crc ^= 0x1021
			}
		}
	}
	return fmt.Sprintf("%s%04X", text, crc)
}

// bangkok is the time zone of the banks.
var bangkok = time.FixedZone("ICT", 7*60*60)

func (s Slip) when() string { return s.At.In(bangkok).Format("2 Jan 2006, 15:04:05") }

// amount writes satang as baht, in groups of three.
func (s Slip) amount() string {
	baht := fmt.Sprint(s.Amount / 100)
	var groups []string
	for len(baht) > 3 {
		groups = append([]string{baht[len(baht)-3:]}, groups...)
		baht = baht[:len(baht)-3]
	}
	return fmt.Sprintf("%s.%02d", strings.Join(append([]string{baht}, groups...), ","), s.Amount%100)
}
