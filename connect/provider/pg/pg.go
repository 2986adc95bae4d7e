// Package pg is the adapter to PG Soft's transfer wallet (package wire has the protocol and its sources): forms with a
// shared secret, a reference of ours per transfer, an inquiry about it, and the promise that a repeated reference is
// applied once.
//
// Definitive rejections of a transfer are the errors 3001, 3005 and 3100 of a first sending (definitive). Those errors
// of a repetition, and 3004 and 3013 (needCheck), are definitive only together with PG's own "no transaction of this
// reference" (3040), requested right afterwards. Everything else but a success that matches the order is unknown.
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

// Config configures the connection to PG.
type Config struct {
	// BaseURL is the address of the interface, DataURL that of its reports, LaunchURL that of the game's pages.
	BaseURL, DataURL, LaunchURL string
	OperatorToken, SecretKey    string
	// Currency is the code that the operator was given for baht. Lobby is what is opened at LaunchURL: a game's code or
	// the lobby's.
	Currency, Lobby string
	// Terms: a bet is paid at once, so there are no open stakes.
	provider.Terms
}

// Provider implements game.Provider and game.Reporter.
type Provider struct {
	config Config
	client *outbound.Client
	data   *outbound.Client // for reports, which are on another host
}

var (
	_ game.Provider = (*Provider)(nil)
	_ game.Reporter = (*Provider)(nil)
)

// maxHistory bounds an answer of the report: twice the size of 5,000 rows of half a kilobyte.
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

// Ensure implements game.Provider. An account has no password. One source reads an error as "exists" and another as "no
// such player". The wallet decides: an account with a wallet exists.
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

// Launch implements game.Provider. A new session is registered with PG first, and the page is opened with the session
// that PG answers.
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

// Rounds implements game.Provider. PG has an inquiry by reference, so no rounds are needed.
func (p *Provider) Rounds(context.Context, game.Player, time.Time, time.Time) (game.Play, error) {
	return game.Play{}, game.ErrUnsupported
}

// errDisagrees: a success that does not answer the request.
var errDisagrees = errors.New("pg: the answer does not match the request")

// errProtocol: an answer of another system, or a broken one.
var errProtocol = errors.New("pg: the answer violates the protocol")

// refusal is PG's own well-formed error, whatever it means.
type refusal struct{ code, path string }

func (r *refusal) Error() string { return fmt.Sprintf("pg %s: error %s", r.path, r.code) }

// Unwrap makes a refusal game.ErrRefused if it is one of a call about an account after which nothing was done. Move
// decides about a refused transfer.
func (r *refusal) Unwrap() error {
	switch r.code {
	case wire.CodeInvalid, wire.CodeFailed, wire.CodeNoOperator, wire.CodePlayer,
		wire.CodeEmpty, wire.CodeNoPlayer, wire.CodeNoWallet:
		return game.ErrRefused
	}
	return nil
}

// ask makes one call of the wallet. PG's own error is a *refusal.
func ask[T any](ctx context.Context, p *Provider, path string, fields url.Values, sendBy time.Time) (T, error) {
	return send[T](ctx, p, p.client, p.config.BaseURL, path, fields, sendBy)
}

func send[T any](
	ctx context.Context, p *Provider, c *outbound.Client, base, path string, fields url.Values, sendBy time.Time,
) (T, error) {
	var none T
	answer, err := c.Do(ctx, outbound.Request{
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
	if err := outbound.Decode(answer.Body, &reply); err != nil {
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

// empty reports whether an answer has no data, however that is written. Data are an object that is not empty.
func empty(data json.RawMessage) bool {
	var members map[string]json.RawMessage
	return json.Unmarshal(data, &members) != nil || len(members) == 0
}
