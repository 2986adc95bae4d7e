// Package pragmatic is the adapter to Pragmatic Play's transfer wallet and to providers that copied it (package wire
// has the protocol and its sources): forms with an MD5 hash, a reference of ours per transfer, a status by reference,
// and the promise that a repeated reference is applied once.
//
// A definitive rejection of a transfer is a refusal of the protocol together with its status "Not found" for the
// reference, requested right afterwards. No code is one by itself, since the sources read them differently. Everything
// else but error 0 with a transaction is unknown.
package pragmatic

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/pragmatic/wire"
	"krapao/game"
)

// Config configures one provider.
type Config struct {
	// BaseURL is the address of the interface ("https://.../IntegrationService/v3"), DataURL that of its reports.
	BaseURL, DataURL    string
	SecureLogin, Secret string
	// Currency is the code that the operator was given for baht. Lobby is the game that a launch opens, usually the
	// lobby's code.
	Currency, Lobby string
	// DataType selects the part of the games that is reported, where the provider needs it; empty: all.
	DataType string
	// InQuery sends the form in the address, as one published client does.
	InQuery bool
	// Terms: a slot's round ends at once, so there are no open stakes; live games need Stakes unknown.
	provider.Terms
}

// Provider implements game.Provider and game.Reporter.
type Provider struct {
	config Config
	client *outbound.Client
	data   *outbound.Client // for reports, which may be on another host
}

var (
	_ game.Provider = (*Provider)(nil)
	_ game.Reporter = (*Provider)(nil)
)

// maxReport bounds an answer of the report: some 80,000 lines.
const maxReport = 8 << 20

// New makes the adapter.
func New(config Config) *Provider {
	config.Terms = config.WithDefaults(game.StakesNone)
	return &Provider{config: config, client: outbound.New(config.Outbound), data: config.Reports(maxReport)}
}

// Capabilities implements game.Provider.
func (p *Provider) Capabilities() game.Capabilities {
	return p.config.Capabilities(game.Capabilities{
		CheckByReference: true, Replay: true, Kick: true, Report: game.ReportRounds,
	})
}

// Ensure implements game.Provider. An account has no password. The answer to a second creation is not documented: an
// account that has a balance exists.
func (p *Provider) Ensure(ctx context.Context, a game.Player) error {
	form := p.player(a, map[string]string{wire.FieldCurrency: p.config.Currency})
	_, err := ask[wire.CreateReply](ctx, p, wire.PathCreate, form, time.Time{})
	if errors.Is(err, game.ErrRefused) {
		_, err = p.Balance(ctx, a)
	}
	return err
}

// Balance implements game.Provider.
func (p *Provider) Balance(ctx context.Context, a game.Player) (game.Reading, error) {
	reply, err := ask[wire.BalanceReply](ctx, p, wire.PathBalance, p.player(a, nil), time.Time{})
	if err != nil {
		return game.Reading{}, err
	}
	reading, err := provider.Reading(reply.Balance, "")
	if err != nil {
		return game.Reading{}, fmt.Errorf("pragmatic: %w", err)
	}
	return reading, nil
}

// Launch implements game.Provider. The provider has no Lao: every language but Thai becomes English.
func (p *Provider) Launch(ctx context.Context, v game.Visit) (game.Page, error) {
	platform, lang := wire.PlatformWeb, "en"
	if v.Mobile {
		platform = wire.PlatformMobile
	}
	if v.Lang == "th" {
		lang = v.Lang
	}
	reply, err := ask[wire.StartReply](ctx, p, wire.PathStart, p.player(v.Player, map[string]string{
		wire.FieldGame: p.config.Lobby, wire.FieldLanguage: lang, wire.FieldPlatform: platform,
	}), time.Time{})
	if err != nil {
		return game.Page{}, err
	}
	if !strings.HasPrefix(reply.GameURL, "http") {
		return game.Page{}, errDisagrees
	}
	return game.Page{URL: reply.GameURL}, nil
}

// SetPassword implements game.Provider: the protocol has no passwords.
func (p *Provider) SetPassword(context.Context, game.Player, string) error {
	return game.ErrUnsupported
}

// Kick implements game.Provider.
func (p *Provider) Kick(ctx context.Context, a game.Player) error {
	_, err := ask[wire.Status](ctx, p, wire.PathTerminate, p.player(a, nil), time.Time{})
	return err
}

// Rounds implements game.Provider. The provider has an inquiry by reference, so no rounds are needed.
func (p *Provider) Rounds(context.Context, game.Player, time.Time, time.Time) (game.Play, error) {
	return game.Play{}, game.ErrUnsupported
}

// player returns a form with the operator, an account, and the given fields.
func (p *Provider) player(a game.Player, more map[string]string) url.Values {
	form := url.Values{wire.FieldLogin: {p.config.SecureLogin}, wire.FieldPlayer: {a.Username}}
	for name, value := range more {
		form.Set(name, value)
	}
	return form
}

// errDisagrees: a success that does not answer the request.
var errDisagrees = errors.New("pragmatic: the answer does not match the request")

// errProtocol: an answer of another system, or a broken one.
var errProtocol = errors.New("pragmatic: the answer violates the protocol")

// unclear are codes of the provider's own trouble: they refuse nothing.
var unclear = []string{wire.ErrorInternal, wire.ErrorTrouble, wire.ErrorTroubleToo}

// refusal is the provider's own well-formed code that means a refusal.
type refusal struct{ code, path string }

func (r *refusal) Error() string { return fmt.Sprintf("pragmatic %s: error %s", r.path, r.code) }

// Unwrap makes it game.ErrRefused. Move decides about a refused transfer.
func (r *refusal) Unwrap() error { return game.ErrRefused }

// ask makes one call. The provider's own refusal is a *refusal.
func ask[T any](ctx context.Context, p *Provider, path string, fields url.Values, sendBy time.Time) (T, error) {
	var reply T
	form := wire.Signed(p.config.Secret, fields).Encode()
	request := outbound.Request{
		URL: p.config.BaseURL + path, Body: []byte(form), SendBy: sendBy,
		Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}},
	}
	if p.config.InQuery {
		request.URL, request.Body = request.URL+"?"+form, nil
	}
	answer, err := p.client.Do(ctx, request)
	if err != nil {
		return reply, fmt.Errorf("pragmatic %s: %w", path, err)
	}
	if answer.Status != http.StatusOK {
		return reply, fmt.Errorf("pragmatic %s: HTTP %d", path, answer.Status)
	}
	var status struct { // the type of description does not matter
		Error json.Number `json:"error"`
	}
	if err := outbound.Decode(answer.Body, &status); err != nil || status.Error == "" {
		return reply, errProtocol
	}
	switch code := status.Error.String(); {
	case code == wire.ErrorOK:
		if err := outbound.Decode(answer.Body, &reply); err != nil {
			return reply, errProtocol
		}
		return reply, nil
	case slices.Contains(unclear, code):
		return reply, fmt.Errorf("pragmatic %s: error %s", path, code)
	default:
		return reply, &refusal{code, path}
	}
}
