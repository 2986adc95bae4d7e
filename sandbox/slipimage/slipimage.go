// Package slipimage draws transfer slips of no bank: pictures to try the reader with.
//
// Promises: every slip says SANDBOX across its face and in its head and can pass for no real one; it has no bank's logo,
// colours or layout; its mini-QR is in the format of the real ones, written here and not by the code that reads it.
package slipimage

import (
	"image"
	"time"
)

// Party is one side of a transfer, as a slip shows it.
type Party struct {
	Name string
	// Bank is its name or letters.
	Bank string
	// Account is masked, as "xxx-x-x1234-x".
	Account string
}

// Slip is what a slip says.
type Slip struct {
	// SendingBank is three digits; with Reference it makes the mini-QR.
	SendingBank, Reference string
	// Code is put into the QR code instead, for slips of other kinds.
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
	Receipt Style = iota // a white sheet with a torn edge, code at the foot on the right
	Card                 // a coloured card, code in the middle below
	Ticket               // two columns, code at the left
	Night                // light on dark, code on a white plate
	styles
)

// Layout is how a slip is drawn.
type Layout struct {
	Style Style
	// Width of the picture in pixels; 0 is 1080. The rest follows.
	Width int
	// Code is the side of the QR code with its quiet zone, in parts of 1000 of the width; 0 is what the style likes.
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
	return image.NewRGBA(image.Rect(0, 0, 1, 1))
}

// Code is the text of the mini-QR of a transfer.
func Code(bank, reference string) string { return "" }
