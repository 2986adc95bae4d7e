// Package pg speaks to PG Soft's transfer wallet (wire has the protocol and its sources): forms with a shared secret, a
// reference of ours per transfer, a call that asks what became of it, and the promise that the same reference sent again
// is applied once.
//
// What counts as a certain no to a transfer: the errors 3001, 3005 and 3100 of a first sending (certainNoes), and those of
// a repetition, 3004 and 3013 (confirmedNoes) only together with PG's own "no transaction of this reference" (3040), asked
// for right after it. Everything else but a yes that agrees with the order is unknown.
package pg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/pg/wire"
	"krapao/game"
	"krapao/internal/id"
)

// Config is how PG is reached.
type Config struct {
	// BaseURL is the address of the interface, DataURL the one of its reports, LaunchURL the one of the game's pages.
	BaseURL, DataURL, LaunchURL string
	OperatorToken, SecretKey    string
	// Currency is the one that the operator was given for baht; Lobby what is opened at LaunchURL: a game's code or the
	// lobby's.
	Currency, Lobby string
	// Terms: a bet is paid at once, so there are no open stakes.
	provider.Terms
}

// Provider implements game.Provider and game.Reporter.
type Provider struct {
	config Config
	client *outbound.Client
	data   *outbound.Client // for reports, which another host tells
}

var (
	_ game.Provider = (*Provider)(nil)
	_ game.Reporter = (*Provider)(nil)
)

// maxHistory bounds an answer of the report: 5,000 rows of half a kilobyte, twice over.
const maxHistory = 8 << 20

// New makes the adapter.
func New(config Config) *Provider {
	config.Terms = config.WithDefaults(game.StakesNone)
	return &Provider{config: config, client: outbound.New(config.Outbound), data: config.Reports(maxHistory)}
}

// Capabilities implements game.Provider.
func (p *Provider) Capabilities() game.Capabilities {
	return p.config.Capabilities(game.Capabilities{
		CheckByReference: true, Replay: true, Kick: true, Report: game.ReportRounds,
	})
}

// Ensure implements game.Provider. An account has no password. The error that one source calls "exists" and another "no
// such player" is settled by asking for the wallet: who has one exists.
func (p *Provider) Ensure(ctx context.Context, a game.Player) error {
	done, err := ask[wire.Action](ctx, p, wire.PathCreate, url.Values{
		wire.FieldPlayer: {a.Username}, wire.FieldNickname: {a.Username}, wire.FieldCurrency: {p.config.Currency},
	}, time.Time{})
	var no *refusal
	switch {
	case errors.As(err, &no) && no.code == wire.CodePlayer:
		_, err := p.Balance(ctx, a)
		return err
	case err != nil:
		return err
	case !bool(done.Result):
		return errDisagrees
	}
	return nil
}

// Balance implements game.Provider. Only the cash wallet counts: PG's own bonus and free games can't be transferred.
func (p *Provider) Balance(ctx context.Context, a game.Player) (game.Reading, error) {
	wallet, err := ask[wire.Wallet](ctx, p, wire.PathWallet, url.Values{wire.FieldPlayer: {a.Username}}, time.Time{})
	if err != nil {
		return game.Reading{}, err
	}
	if wallet.Currency != "" && wallet.Currency != p.config.Currency {
		return game.Reading{}, errDisagrees
	}
	reading, err := provider.Reading(wallet.Cash, "")
	if err != nil {
		return game.Reading{}, fmt.Errorf("pg: %w", err)
	}
	return reading, nil
}

// Launch implements game.Provider. A fresh session is made known to PG first, and the page is opened with the one that PG
// answers.
func (p *Provider) Launch(ctx context.Context, v game.Visit) (game.Page, error) {
	session := id.Secret()
	login, err := ask[wire.Login](ctx, p, wire.PathLogin, url.Values{
		wire.FieldPlayer: {v.Player.Username}, wire.FieldCurrency: {p.config.Currency},
		wire.FieldSession: {session}, wire.FieldOperatorSession: {session},
	}, time.Time{})
	if err != nil {
		return game.Page{}, err
	}
	if !strings.EqualFold(login.Player, v.Player.Username) || login.Session == "" {
		return game.Page{}, errDisagrees
	}
	return game.Page{URL: wire.LaunchURL(p.config.LaunchURL, p.config.Lobby, p.config.OperatorToken, login.Session, v.Lang)}, nil
}

// SetPassword implements game.Provider: the protocol has no passwords.
func (p *Provider) SetPassword(context.Context, game.Player, string) error {
	return game.ErrUnsupported
}

// Kick implements game.Provider.
func (p *Provider) Kick(ctx context.Context, a game.Player) error {
	done, err := ask[wire.Action](ctx, p, wire.PathKick, url.Values{wire.FieldPlayer: {a.Username}}, time.Time{})
	switch {
	case err != nil:
		return err
	case !bool(done.Result):
		return errDisagrees
	}
	return nil
}

// Rounds implements game.Provider. PG is asked about a reference, so nothing needs to be judged by rounds.
func (p *Provider) Rounds(context.Context, game.Player, time.Time, time.Time) (game.Play, error) {
	return game.Play{}, game.ErrUnsupported
}

// errDisagrees: a yes that is not the answer to what was asked.
var errDisagrees = errors.New("pg: the answer does not agree with the question")

// errProtocol: an answer of somebody else, or a broken one.
var errProtocol = errors.New("pg: the answer is not the protocol")

// refusal is an error of PG's own, well-formed, whatever it means.
type refusal struct{ code, path string }

func (r *refusal) Error() string { return fmt.Sprintf("pg %s: error %s", r.path, r.code) }

// Unwrap makes those refusals of the calls around an account game.ErrRefused after which certainly nothing was done. What
// a refused transfer means is decided in Move.
func (r *refusal) Unwrap() error {
	switch r.code {
	case wire.CodeInvalid, wire.CodeFailed, wire.CodeNoOperator, wire.CodePlayer, wire.CodeEmpty, wire.CodeNoPlayer, wire.CodeNoWallet:
		return game.ErrRefused
	}
	return nil
}

// ask makes one call of the wallet. An error of PG's own is a *refusal.
func ask[T any](ctx context.Context, p *Provider, path string, fields url.Values, sendBy time.Time) (T, error) {
	return send[T](ctx, p, p.client, p.config.BaseURL, path, fields, sendBy)
}

func send[T any](ctx context.Context, p *Provider, l *outbound.Client, base, path string, fields url.Values, sendBy time.Time) (T, error) {
	var none T
	answer, err := l.Do(ctx, outbound.Request{
		URL:    base + path + "?" + wire.QueryTrace + "=" + uuid.NewString(),
		Body:   wire.Body(p.config.OperatorToken, p.config.SecretKey, fields),
		Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}},
		SendBy: sendBy,
	})
	if err != nil {
		return none, fmt.Errorf("pg %s: %w", path, err)
	}
	if answer.Status != http.StatusOK {
		return none, fmt.Errorf("pg %s: HTTP %d", path, answer.Status)
	}
	var reply struct {
		Error *struct {
			Code json.Number `json:"code"`
		} `json:"error"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(answer.Body, &reply); err != nil {
		return none, errProtocol
	}
	switch { // exactly one of the two
	case reply.Error != nil && empty(reply.Data) && reply.Error.Code != "":
		return none, &refusal{reply.Error.Code.String(), path}
	case reply.Error != nil:
		return none, errProtocol
	}
	var data *T
	if err := json.Unmarshal(reply.Data, &data); err != nil || data == nil {
		return none, errProtocol
	}
	return *data, nil
}

// empty: no data, in whatever way that is written. Data are an object that has something.
func empty(data json.RawMessage) bool {
	var members map[string]json.RawMessage
	return json.Unmarshal(data, &members) != nil || len(members) == 0
}
