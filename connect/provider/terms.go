package provider

import (
	"cmp"
	"time"

	"krapao/connect/line"
	"krapao/game"
	"krapao/money"
)

// Terms are what the adapters of all families are told alike.
type Terms struct {
	// Step is the smallest movement of credits; 0 is 0.01 credit, which all protocols take.
	Step money.Credits
	// Stakes says what is known of open stakes; empty: what the family's protocol tells.
	Stakes game.Stakes
	// NotFoundWindow, ReportLag and Source as in game.Capabilities.
	NotFoundWindow time.Duration
	ReportLag      time.Duration
	Source         string
	// Line is the line to the provider; its reports go over one of their own (Reports).
	Line line.Settings
}

// smallest is the smallest movement where the configuration names none.
const smallest = money.Credit / 100

// WithDefaults are the terms with what a family has where nothing was said.
func (t Terms) WithDefaults(stakes game.Stakes) Terms {
	t.Step, t.Stakes = cmp.Or(t.Step, smallest), cmp.Or(t.Stakes, stakes)
	return t
}

// Capabilities are the ones of a protocol under these terms: a protocol without a report has no lag and no source.
func (t Terms) Capabilities(protocol game.Capabilities) game.Capabilities {
	protocol.Step, protocol.Stakes, protocol.NotFoundWindow = t.Step, t.Stakes, t.NotFoundWindow
	if protocol.Report != game.ReportNone {
		protocol.ReportLag, protocol.Source = t.ReportLag, t.Source
	}
	return protocol
}

// Reports makes the line to the provider's reports, whose answers have at most so many bytes (0: as Line). One that hangs
// or is long takes no place of a transfer, and one that fails does not make the provider one that is left alone.
func (t Terms) Reports(longest int64) *line.Line {
	t.Line.MaxAnswer, t.Line.Observe = cmp.Or(longest, t.Line.MaxAnswer), nil
	return line.New(t.Line)
}

// Now is the clock of the line, and the machine's where it has none.
func (t Terms) Now() time.Time {
	if t.Line.Now == nil {
		return time.Now()
	}
	return t.Line.Now()
}
