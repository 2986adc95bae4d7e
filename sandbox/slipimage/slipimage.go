// Package slipimage draws transfer slips of no bank: pictures to try the reader with.
//
// Promises: every slip says SANDBOX across its face, in its head and beside its code, and can pass for no real one; it has
// no bank's logo, colours or layout; its mini-QR is in the format of the real ones, written here and not by the code that
// reads it; the same slip in the same layout is the same picture.
package slipimage

import (
	"fmt"
	"image"
	"strings"
	"time"
)

// Party is one side of a transfer, as a slip shows it.
type Party struct {
	// Name may be in Thai; it is then shown in Latin letters, because the fonts here have no others.
	Name string
	// Bank is its name or letters.
	Bank string
	// Account is masked already, as "xxx-x-x1234-x".
	Account string
}

// Slip is what a slip says.
type Slip struct {
	// SendingBank is three digits; with Reference it makes the mini-QR.
	SendingBank, Reference string
	// Code is put into the QR code instead, where it is given: for slips of other kinds.
	Code string
	// Amount is in satang.
	Amount   int64
	At       time.Time
	From, To Party
}

// Style is one of the ways in which a slip is laid out.
type Style int

// The layouts.
const (
	Receipt Style = iota // a white sheet with a torn edge, the code at its foot on the right
	Card                 // a card on a coloured ground, the code in the middle of its foot
	Ticket               // wide, in two columns, the code on the left
	Night                // light on dark, the code on a white plate
	styles
)

// Layout is how a slip is drawn.
type Layout struct {
	Style Style
	// Width of the picture in pixels; 0 is 1080, as of most phones. All else grows with it.
	Width int
	// Code is the side of the QR code with its white border, in thousandths of the usual width of 1080; 0 is what the style
	// likes.
	Code int
}

// Layouts are all styles at their usual size.
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

// bangkok is where the banks' clocks are.
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
