package provider

import (
	"cmp"
	"time"

	"krapao/connect/outbound"
	"krapao/game"
	"krapao/money"
)

// Terms are the settings that the adapters of all families share.
type Terms struct {
	// Step is the smallest movement of credits; 0 is 0.01 credit, which all protocols accept.
	Step money.Credits
	// Stakes says what is known of open stakes; empty: what the family's protocol reports.
	Stakes game.Stakes
	// NotFoundWindow, ReportLag and Source as in game.Capabilities.
	NotFoundWindow time.Duration
	ReportLag      time.Duration
	Source         string
	// Outbound configures the client of the provider; its reports have a client of their own (Reports).
	Outbound outbound.Settings
}

// smallest is the smallest movement where the configuration names none.
const smallest = money.Credit / 100

// WithDefaults returns the terms with the family's defaults for what is not set.
func (t Terms) WithDefaults(stakes game.Stakes) Terms {
	t.Step, t.Stakes = cmp.Or(t.Step, smallest), cmp.Or(t.Stakes, stakes)
	return t
}

// Capabilities returns a protocol's capabilities under these terms. A protocol without a report has no lag and no source.
func (t Terms) Capabilities(protocol game.Capabilities) game.Capabilities {
	protocol.Step, protocol.Stakes, protocol.NotFoundWindow = t.Step, t.Stakes, t.NotFoundWindow
	if protocol.Report != game.ReportNone {
		protocol.ReportLag, protocol.Source = t.ReportLag, t.Source
	}
	return protocol
}

// Reports makes the client for the provider's reports, whose answers have at most so many bytes (0: as Outbound). A report
// that hangs or is long takes no slot from transfers. One that fails does not open the circuit breaker of transfers.
func (t Terms) Reports(longest int64) *outbound.Client {
	t.Outbound.MaxAnswer, t.Outbound.Observe = cmp.Or(longest, t.Outbound.MaxAnswer), nil
	return outbound.New(t.Outbound)
}

// Now is the clock of the client, or the machine's where none is set.
func (t Terms) Now() time.Time {
	if t.Outbound.Now == nil {
		return time.Now()
	}
	return t.Outbound.Now()
}
