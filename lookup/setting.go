package lookup

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"krapao/internal/clock"
	"krapao/internal/content"
)

// Settings are the site's switches that belong to no other area. An absent switch has its default.
type Settings struct {
	// Terminated ends the service: every call but lookup/active and the runtime configuration answers "gone".
	Terminated bool `json:"terminated"`
	// BlockedAddresses can't log in: addresses or prefixes ("203.0.113.0/24").
	BlockedAddresses []string `json:"blockedAddresses"`
	Slip             Slip     `json:"slip"`
	App              App      `json:"app"`
}

// Slip says when members may upload slips.
type Slip struct {
	// Off switches the upload off.
	Off bool `json:"off"`
	// CloseFrom and CloseTo are a daily window in Bangkok time, "HH:mm", in which slips are not taken; both or none. It may
	// go over midnight.
	CloseFrom string `json:"closeFrom"`
	CloseTo   string `json:"closeTo"`
	// WithinMinutes is how old a transfer may be when its slip is uploaded, MaxBytes how large the image may be.
	WithinMinutes int `json:"withinMinutes"`
	MaxBytes      int `json:"maxBytes"`
}

// App is what the runtime configuration tells the web app, besides the switches of the command line.
type App struct {
	// Iframe: the app is shown in another site's frame, and opens new tabs.
	Iframe bool `json:"iframe"`
	// PGHost is a custom host for one game provider.
	PGHost     string      `json:"pgHost"`
	GameNotice *GameNotice `json:"gameNotice,omitempty"`
	// TruelinkSecret is known to every browser, so it hides nothing: it is an encoding (research/reliability.md S19).
	// Empty in content: the installation's own (Options).
	TruelinkSecret string `json:"truelinkSecret"`
	Version        string `json:"version"`
}

// GameNotice is a message for one game.
type GameNotice struct {
	Code string `json:"code"`
	Text Text   `json:"text"`
}

const (
	defaultWithinMinutes = 60
	defaultMaxBytes      = 10 << 20
	defaultVersion       = "1.1.14"
	formerTruelink       = "krapao-truelink"
)

func (s *Settings) clean() {
	if s.BlockedAddresses == nil {
		s.BlockedAddresses = []string{}
	}
	if s.Slip.WithinMinutes == 0 {
		s.Slip.WithinMinutes = defaultWithinMinutes
	}
	if s.Slip.MaxBytes == 0 {
		s.Slip.MaxBytes = defaultMaxBytes
	}
	if s.App.Version == "" {
		s.App.Version = defaultVersion
	}
}

func (s *Settings) check() error {
	var wrong error
	for i, address := range s.BlockedAddresses {
		if _, err := prefix(address); err != nil {
			wrong = errors.Join(wrong, content.At("blockedAddresses", content.At(place(i), err)))
		}
	}
	wrong = errors.Join(wrong, content.At("slip", s.checkSlip()))
	if n := s.App.GameNotice; n != nil {
		at := content.At("text", n.Text.check())
		if n.Code == "" {
			at = errors.Join(content.At("code", errors.New("the game's code is missing")), at)
		}
		wrong = errors.Join(wrong, content.At("app", content.At("gameNotice", at)))
	}
	return wrong
}

func (s *Settings) checkSlip() error {
	var wrong error
	if (s.Slip.CloseFrom == "") != (s.Slip.CloseTo == "") {
		wrong = content.At("closeTo", errors.New("closeFrom and closeTo come together"))
	}
	for _, hour := range []struct{ name, text string }{{"closeFrom", s.Slip.CloseFrom}, {"closeTo", s.Slip.CloseTo}} {
		if _, err := minutes(hour.text); hour.text != "" && err != nil {
			wrong = errors.Join(wrong, content.At(hour.name, err))
		}
	}
	if s.Slip.WithinMinutes < 0 {
		wrong = errors.Join(wrong, content.At("withinMinutes", errors.New("withinMinutes is positive")))
	}
	if s.Slip.MaxBytes < 0 {
		wrong = errors.Join(wrong, content.At("maxBytes", errors.New("maxBytes is positive")))
	}
	return wrong
}

// Settings returns the switches in force.
func (s *Service) Settings(ctx context.Context) (Settings, error) {
	c, err := s.now(ctx)
	if err != nil {
		return Settings{}, err
	}
	settings := c.settings
	settings.clean()
	// Content of earlier versions has the secret that every installation had.
	if t := &settings.App.TruelinkSecret; *t == "" || *t == formerTruelink {
		*t = s.options.TruelinkSecret
	}
	return settings, nil
}

// Active is false once the operator has terminated the service.
func (s *Service) Active(ctx context.Context) (bool, error) {
	c, err := s.now(ctx)
	if err != nil {
		return false, err
	}
	return !c.settings.Terminated, nil
}

// Blocked reports whether the operator blocked an address. A text that is no address is not blocked.
func (s *Service) Blocked(ctx context.Context, address string) (bool, error) {
	c, err := s.now(ctx)
	if err != nil || len(c.settings.BlockedAddresses) == 0 {
		return false, err
	}
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return false, nil //nolint:nilerr // the peer of a test or of a socket has no address to compare
	}
	for _, entry := range c.settings.BlockedAddresses {
		if p, err := prefix(entry); err == nil && p.Contains(ip.Unmap().WithZone("")) {
			return true, nil
		}
	}
	return false, nil
}

func prefix(address string) (netip.Prefix, error) {
	if p, err := netip.ParsePrefix(address); err == nil {
		return p, nil
	}
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return netip.Prefix{}, fmt.Errorf("%q is neither an address nor a prefix", address)
	}
	return ip.Prefix(ip.BitLen())
}

// SlipWindow says whether slips are taken at this moment, and of what age and size.
type SlipWindow struct {
	Active             bool
	CloseFrom, CloseTo string // empty: no closing window
	WithinMinutes      int
	MaxBytes           int
}

// Slip returns the slip window as it is now.
func (s *Service) Slip(ctx context.Context) (SlipWindow, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return SlipWindow{}, err
	}
	slip := settings.Slip
	return SlipWindow{
		Active:    !slip.Off && !slip.closed(s.store.Now()),
		CloseFrom: slip.CloseFrom, CloseTo: slip.CloseTo,
		WithinMinutes: slip.WithinMinutes, MaxBytes: slip.MaxBytes,
	}, nil
}

// closed reports whether an instant is in the daily closing window. The start is in it, the end is not.
func (s Slip) closed(at time.Time) bool {
	from, err := minutes(s.CloseFrom)
	if err != nil {
		return false
	}
	to, err := minutes(s.CloseTo)
	if err != nil {
		return false
	}
	local := at.In(clock.Bangkok)
	now := local.Hour()*60 + local.Minute()
	if from <= to {
		return from <= now && now < to
	}
	return now >= from || now < to
}

func minutes(text string) (int, error) {
	t, err := time.Parse("15:04", text)
	if err != nil {
		return 0, fmt.Errorf("%q is not an hour as HH:mm", text)
	}
	return t.Hour()*60 + t.Minute(), nil
}
