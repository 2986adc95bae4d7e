package httpapi

import (
	"context"
	"encoding/json"
	"net/http"

	"krapao/lookup"
	"krapao/money"
)

// RuntimeConfig is /config.json: the switches of the web app, which is built once for every operator.
type RuntimeConfig struct {
	Laos           bool             `json:"laos"`
	Iframe         bool             `json:"iframe"`
	PGHost         string           `json:"pgHost,omitempty"`
	GameNotice     *GameNotice      `json:"gameNotice,omitempty"`
	QRMinimum      map[string]Money `json:"qrMinimum"`
	QRMaximum      map[string]Money `json:"qrMaximum"`
	TruelinkSecret string           `json:"truelinkSecret"`
	Chat           bool             `json:"chat"`
	HowTo          []HowTo          `json:"howto"`
	Version        string           `json:"version"`
}

// GameNotice is a message shown at one game.
type GameNotice struct {
	Code string      `json:"code"`
	Text lookup.Text `json:"text"`
}

// HowTo is a tutorial.
type HowTo struct {
	ID     string      `json:"id"`
	Title  lookup.Text `json:"title"`
	Video  string      `json:"video"`
	Poster string      `json:"poster"`
}

// defaultMinimums hold where the operator has no such panel (SPEC.md section 9).
var defaultMinimums = map[string]money.Amount{
	"KBANK": money.Baht, "WW": 100 * money.Baht, "FP": 10 * money.Baht, "PAYONEX": 100 * money.Baht,
}

func (s *Server) runtimeConfig(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		methodNotAllowed(w, r, "GET, HEAD")
		return
	}
	c, err := s.configuration(r.Context())
	if err != nil {
		refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-cache")
	_ = json.NewEncoder(w).Encode(c) // the client is gone: nobody is left to tell
}

func (s *Server) configuration(ctx context.Context) (RuntimeConfig, error) {
	settings, err := s.Lookup.Settings(ctx)
	if err != nil {
		return RuntimeConfig{}, err
	}
	howtos, err := s.Lookup.HowTos(ctx)
	if err != nil {
		return RuntimeConfig{}, err
	}
	minimums, err := s.Deposits.Minimums(ctx)
	if err != nil {
		return RuntimeConfig{}, err
	}
	maximums, err := s.Deposits.Maximums(ctx)
	if err != nil {
		return RuntimeConfig{}, err
	}
	c := RuntimeConfig{
		Laos: s.Lookup.Laos(), Iframe: settings.App.Iframe, PGHost: settings.App.PGHost, QRMinimum: map[string]Money{}, QRMaximum: map[string]Money{},
		TruelinkSecret: settings.App.TruelinkSecret, Chat: s.Lookup.Chat(), HowTo: []HowTo{}, Version: settings.App.Version,
	}
	if n := settings.App.GameNotice; n != nil {
		c.GameNotice = &GameNotice{n.Code, n.Text}
	}
	for _, all := range []map[string]money.Amount{defaultMinimums, minimums} {
		for code, amount := range all {
			c.QRMinimum[code] = Money(amount)
		}
	}
	for code, amount := range maximums {
		c.QRMaximum[code] = Money(amount)
	}
	for _, h := range howtos {
		c.HowTo = append(c.HowTo, HowTo(h))
	}
	return c, nil
}
