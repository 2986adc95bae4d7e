package httpapi

import (
	"context"
	"net/http"

	"krapao/deposit/link"
	"krapao/internal/httpapi/truelink"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/lookup"
	"krapao/wallet"
)

// WalletLink is a wallet link, encrypted as the runtime configuration's secret says.
type WalletLink struct {
	Link string `json:"link" doc:"base64(iv[12], AES-256-GCM(ciphertext, tag)); key: SHA-256 of truelinkSecret, additional data: truelink"`
}

// WalletLinkAnswer says what came in, or that the issuer's answer is not known yet.
type WalletLinkAnswer struct {
	Message   string     `json:"message" enum:"SUCCESS,TRUELINK_PENDING"`
	Amount    wire.Money `json:"amount,omitzero" doc:"What we got of it: of a voucher for several people, our share"`
	Status    string     `json:"status,omitempty" enum:"IN_PROGRESS"`
	Reference string     `json:"reference,omitempty" doc:"With TRUELINK_PENDING; it settles by itself"`
}

type linkCalls struct {
	links  *link.Service
	lookup *lookup.Service
}

func (c *linkCalls) routes(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/wallet/truelink", ID: "redeemLink",
		Summary: "Hand in a wallet link", Access: httpx.Members, Memory: httpx.Keyed,
	}, c.handleRedeemLink)
	f.Accepts("/api/wallet/truelink", http.MethodPost, "The issuer's answer is not known yet")
}

// handleRedeemLink answers POST /api/wallet/truelink: it redeems a wallet link.
func (c *linkCalls) handleRedeemLink(ctx context.Context, in *httpx.Body[WalletLink]) (*httpx.Reply[WalletLinkAnswer], error) {
	settings, err := c.lookup.Settings(ctx)
	if err != nil {
		return nil, err
	}
	// A text that can't be decrypted becomes "", and is refused like any other text without a link.
	text := truelink.Open(in.Body.Link, settings.App.TruelinkSecret)
	state := httpx.StateOf(ctx)
	link, err := c.links.Redeem(ctx, state.Member, state.Operation(), text)
	if err != nil {
		return nil, err
	}
	if !link.Credited {
		return &httpx.Reply[WalletLinkAnswer]{Status: http.StatusAccepted, Body: WalletLinkAnswer{
			Message: "TRUELINK_PENDING", Status: string(wallet.InProgress), Reference: link.Reference,
		}}, nil
	}
	return httpx.OK(WalletLinkAnswer{Message: "SUCCESS", Amount: wire.Money(link.Amount)})
}
