package httpapi

import (
	"context"
	"encoding/json"
	"net/http"

	"krapao/deposit"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/lookup"
	"krapao/money"
)

// RuntimeConfig is /config.json: the switches of the web app, which is built once for every operator.
type RuntimeConfig struct {
	Laos           bool                  `json:"laos"`
	Iframe         bool                  `json:"iframe"`
	PGHost         string                `json:"pgHost,omitempty"`
	GameNotice     *GameNotice           `json:"gameNotice,omitempty"`
	QRMinimum      map[string]wire.Money `json:"qrMinimum"`
	QRMaximum      map[string]wire.Money `json:"qrMaximum"`
	TruelinkSecret string                `json:"truelinkSecret"`
	Chat           bool                  `json:"chat"`
	HowTo          []HowTo               `json:"howto"`
	Version        string                `json:"version"`
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

// defaultMinimums apply where the operator has set none (SPEC.md section 9).
var defaultMinimums = map[string]money.Amount{
	"KBANK": money.Baht, "WW": 100 * money.Baht, "FP": 10 * money.Baht, "PAYONEX": 100 * money.Baht,
}

type runtimeConfig struct {
	lookup   *lookup.Service
	deposits *deposit.Service
}

func (c *runtimeConfig) mount(f *httpx.Frame) {
	const path = "/config.json"
	f.Mount(httpx.Mount{Path: path, Exact: true, Shown: path, Timed: true, Handler: http.HandlerFunc(c.handleConfig)})
}

// handleConfig answers GET /config.json.
func (c *runtimeConfig) handleConfig(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		httpx.MethodNotAllowed(w, r, "GET, HEAD")
		return
	}
	config, err := c.read(r.Context())
	if err != nil {
		httpx.Refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-cache")
	_ = json.NewEncoder(w).Encode(config) // an error means that the client has gone
}

func (c *runtimeConfig) read(ctx context.Context) (RuntimeConfig, error) {
	settings, err := c.lookup.Settings(ctx)
	if err != nil {
		return RuntimeConfig{}, err
	}
	howtos, err := c.lookup.HowTos(ctx)
	if err != nil {
		return RuntimeConfig{}, err
	}
	minimums, err := c.deposits.Minimums(ctx)
	if err != nil {
		return RuntimeConfig{}, err
	}
	maximums, err := c.deposits.Maximums(ctx)
	if err != nil {
		return RuntimeConfig{}, err
	}
	config := RuntimeConfig{
		Laos: c.lookup.Laos(), Iframe: settings.App.Iframe, PGHost: settings.App.PGHost,
		QRMinimum: map[string]wire.Money{}, QRMaximum: map[string]wire.Money{},
		TruelinkSecret: settings.App.TruelinkSecret, Chat: c.lookup.Chat(), HowTo: []HowTo{}, Version: settings.App.Version,
	}
	if n := settings.App.GameNotice; n != nil {
		config.GameNotice = &GameNotice{n.Code, n.Text}
	}
	for _, all := range []map[string]money.Amount{defaultMinimums, minimums} {
		for code, amount := range all {
			config.QRMinimum[code] = wire.Money(amount)
		}
	}
	for code, amount := range maximums {
		config.QRMaximum[code] = wire.Money(amount)
	}
	for _, h := range howtos {
		config.HowTo = append(config.HowTo, HowTo(h))
	}
	return config, nil
}
