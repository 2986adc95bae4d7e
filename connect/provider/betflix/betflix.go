// Package betflix is the adapter to BETFLIX (package wire has the protocol and its sources): forms, two headers that
// identify the caller, a reference of ours per transfer, and a list of an account's transfers that can be searched for
// it.
//
// The protocol's codes are not published, so no code of a refusal is definitive. The list decides about a refused
// transfer, as about one without an answer. If the reference is missing from the list, that counts as any "not found":
// several times and after the window, since a list may lag. It counts right after a refusal only if the provider has
// confirmed that the list never lags (Config.Prompt). Nobody knows whether a repeated reference is applied once, so
// none is sent twice.
package betflix

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/betflix/wire"
	"krapao/game"
)

// Config configures the connection to BETFLIX.
type Config struct {
	BaseURL string
	// LaunchURL is the address at which the token of a login is opened; empty: the login's own address is used.
	LaunchURL string
	// Header is the name of the header that carries ID; empty: x-api-betflix.
	Header  string
	ID, Key string
	// Prefix is the agent's prefix, with which every user name begins.
	Prefix string
	// Maker and Game select what a login opens; empty: the provider's own lobby.
	Maker, Game string
	// NotEnough is the code that means "not enough credits"; 0: none is known.
	NotEnough int
	// NoCheck: the list of transfers is not reliable, so there is no inquiry about a transfer.
	NoCheck bool
	// Prompt: a transfer is listed as soon as it is done, so a refusal whose reference is not listed is definitive at
	// once.
	Prompt bool
	// List: the list is complete, however long it is, so whole days are compared with it.
	List bool
	// Terms: slots end their rounds at once, so there are no open stakes.
	provider.Terms
}

// Provider implements game.Provider and game.Reporter.
type Provider struct {
	config Config
	client *outbound.Client
	past   *outbound.Client // for reports and days' lists
}

// Lister is a Provider whose list of transfers is compared by day.
type Lister struct{ *Provider }

var (
	_ game.Provider = (*Provider)(nil)
	_ game.Reporter = (*Provider)(nil)
	_ game.Lister   = Lister{}
)

// New makes the adapter.
func New(config Config) game.Provider {
	config.Terms = config.WithDefaults(game.StakesNone)
	config.Header = cmp.Or(config.Header, wire.HeaderID)
	p := &Provider{config: config, client: outbound.New(config.Outbound), past: config.Reports(0)}
	if config.List {
		return Lister{p}
	}
	return p
}

// Capabilities implements game.Provider.
func (p *Provider) Capabilities() game.Capabilities {
	return p.config.Capabilities(game.Capabilities{
		CheckByReference: !p.config.NoCheck, SetPassword: true, Report: game.ReportCounters, List: p.config.List,
		UsernamePrefix: p.config.Prefix,
	})
}

// Ensure implements game.Provider. Registering takes the name without the agent's prefix. The code for an existing
// account is not certain, so after any refusal the balance decides.
func (p *Provider) Ensure(ctx context.Context, a game.Player) error {
	var data wire.RegisterData
	err := p.post(ctx, wire.PathRegister, url.Values{
		wire.FieldUsername: {strings.TrimPrefix(a.Username, p.config.Prefix)}, wire.FieldPassword: {a.Password},
	}, time.Time{}, &data)
	var no *refusal
	if errors.As(err, &no) {
		_, unread := p.Balance(ctx, a)
		switch {
		case unread == nil:
			return nil
		case !errors.Is(unread, game.ErrRefused):
			return unread
		}
		return err
	}
	if err == nil && !strings.EqualFold(data.Username, a.Username) {
		return errDisagrees
	}
	return err
}

// Balance implements game.Provider.
func (p *Provider) Balance(ctx context.Context, a game.Player) (game.Reading, error) {
	var data wire.BalanceData
	if err := p.post(ctx, wire.PathBalance, url.Values{wire.FieldUsername: {a.Username}}, time.Time{}, &data); err != nil {
		return game.Reading{}, err
	}
	r, err := provider.Reading(data.Balance, "")
	if err != nil {
		return r, fmt.Errorf("betflix: %w", err)
	}
	return r, nil
}

// Move implements game.Provider.
func (p *Provider) Move(ctx context.Context, m game.Move) game.Outcome {
	if m.Again {
		return p.again(ctx, m)
	}
	var data wire.TransferData
	err := p.post(ctx, wire.PathTransfer, url.Values{
		wire.FieldUsername: {m.Player.Username}, wire.FieldAmount: {m.Credits.String()}, wire.FieldRef: {m.Reference},
	}, m.SendBy, &data)
	var no *refusal
	switch {
	case errors.As(err, &no):
		return p.refused(ctx, m, no)
	case err != nil:
		return provider.Failed(m, err)
	}
	after, agrees := provider.Around(m, data.Before, data.Balance, "")
	if !agrees {
		return game.Outcome{Reason: errDisagrees.Error()} // it is looked up in the list, which has the amount
	}
	return game.Outcome{Kind: game.Done, Moved: m.Credits, After: &after}
}

// refused is the outcome of a transfer that was refused.
func (p *Provider) refused(ctx context.Context, m game.Move, no *refusal) game.Outcome {
	o := game.Outcome{Reason: no.Error()}
	if no.code == p.config.NotEnough {
		o.Reason = game.ReasonNotEnough
	}
	if !p.config.Prompt {
		return o
	}
	return provider.Confirmed(ctx, m, o, p.Check)
}

// again answers a repeated reference without sending it. A list without it proves nothing here: the first sending may
// still be on its way.
func (p *Provider) again(ctx context.Context, m game.Move) game.Outcome {
	o := p.Check(ctx, m)
	if o.Kind != game.Done {
		return game.Outcome{Reason: "betflix: a reference is not sent twice: " + o.Reason}
	}
	return o
}

// Launch implements game.Provider.
func (p *Provider) Launch(ctx context.Context, v game.Visit) (game.Page, error) {
	form := url.Values{wire.FieldUsername: {v.Player.Username}, wire.FieldLanguage: {wire.Language(v.Lang)}}
	for field, value := range map[string]string{wire.FieldProvider: p.config.Maker, wire.FieldGame: p.config.Game} {
		if value != "" {
			form.Set(field, value)
		}
	}
	var data wire.LoginData
	if err := p.post(ctx, wire.PathLogin, form, time.Time{}, &data); err != nil {
		return game.Page{}, err
	}
	page := cmp.Or(data.LaunchURL, data.URL)
	if p.config.LaunchURL != "" && data.Token != "" {
		page = wire.LaunchURL(p.config.LaunchURL, data.Token)
	}
	if page == "" {
		return game.Page{}, errDisagrees
	}
	return game.Page{URL: page}, nil
}

// SetPassword implements game.Provider.
func (p *Provider) SetPassword(ctx context.Context, a game.Player, next string) error {
	return p.post(ctx, wire.PathPassword, url.Values{
		wire.FieldUsername: {a.Username}, wire.FieldNewPassword: {next},
	}, time.Time{}, nil)
}

// Kick implements game.Provider: the protocol has no such call.
func (p *Provider) Kick(context.Context, game.Player) error { return game.ErrUnsupported }

// Rounds implements game.Provider: the protocol reports sums of days, and no rounds.
func (p *Provider) Rounds(context.Context, game.Player, time.Time, time.Time) (game.Play, error) {
	return game.Play{}, game.ErrUnsupported
}
