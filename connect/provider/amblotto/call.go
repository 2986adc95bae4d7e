package amblotto

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider/amblotto/wire"
	"krapao/game"
)

// errDisagrees: a success that does not answer the request.
var errDisagrees = errors.New("amblotto: the answer does not match the request")

// rejections are the codes that the document lists for a call, after which it did nothing. "Not enough" is only in its
// table of codes. A duplicate is not a rejection.
var rejections = map[string][]int{
	wire.PathRegister: {
		wire.CodeNoAgent, wire.CodeBadPrefix, wire.CodeBadBank, wire.CodeBadUsername, wire.CodeBadPassword, wire.CodeBadPhone,
		wire.CodeBadAccount,
	},
	wire.PathLogin: {
		wire.CodeCaller, wire.CodeNoObject, wire.CodeNoAgentName, wire.CodeNoPlayerName, wire.CodeBadPlayer, wire.CodeBadLogin,
	},
	wire.PathPassword: {wire.CodeNoMember, wire.CodeBadData, wire.CodeSignature, wire.CodeBadPassword, wire.CodeBadKey},
	wire.PathDeposit:  {wire.CodeNoMember, wire.CodeBadData, wire.CodeNoAgent, wire.CodeSignature},
	wire.PathWithdraw: {wire.CodeNoMember, wire.CodeBadData, wire.CodeNoAgent, wire.CodeSignature, wire.CodeNotEnough},
	wire.PathCredit:   {wire.CodeNoMember, wire.CodeBadData, wire.CodeNoAgent, wire.CodeSignature},
	wire.PathTurn:     {wire.CodeNoMember, wire.CodeBadData, wire.CodeNoAgent, wire.CodeSignature, wire.CodeNoLog},
}

// refusal is a well-formed answer with another code than success. It is definitive where the document lists the code
// for the call.
type refusal struct {
	path       string
	code       int
	definitive bool
}

func (r *refusal) Error() string { return fmt.Sprintf("amblotto %s: code %d", r.path, r.code) }

// Unwrap makes a definitive one game.ErrRefused.
func (r *refusal) Unwrap() error {
	if r.definitive {
		return game.ErrRefused
	}
	return nil
}

// ask makes one call over one of the clients. It reads the answer's body into reply where the code is success.
func (p *Provider) ask(
	ctx context.Context, c *outbound.Client, path string, request any, sendBy time.Time, reply any,
) error {
	body, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("amblotto: %w: %w", err, outbound.ErrNotSent)
	}
	answer, err := c.Do(ctx, outbound.Request{
		URL: p.config.BaseURL + path, Body: body, SendBy: sendBy, Header: http.Header{"Content-Type": {"application/json"}},
	})
	if err != nil {
		return fmt.Errorf("amblotto %s: %w", path, err)
	}
	if answer.Status != http.StatusOK {
		return fmt.Errorf("amblotto %s: HTTP %d", path, answer.Status)
	}
	var status struct {
		Code *int `json:"code"`
	}
	if err := outbound.Decode(answer.Body, &status); err != nil || status.Code == nil {
		return fmt.Errorf("amblotto %s: the answer violates the protocol", path)
	}
	if *status.Code != wire.CodeOK {
		return &refusal{path, *status.Code, slices.Contains(rejections[path], *status.Code)}
	}
	if err := outbound.Decode(answer.Body, reply); err != nil {
		return fmt.Errorf("amblotto %s: the answer's data violate the protocol", path)
	}
	return nil
}
