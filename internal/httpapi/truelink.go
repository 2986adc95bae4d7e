package httpapi

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"net/http"

	"krapao/wallet"
)

// WalletLink is a wallet link, encrypted as the runtime configuration's secret says.
type WalletLink struct {
	Link string `json:"link" doc:"base64(iv[12], AES-256-GCM(ciphertext, tag)); key: SHA-256 of truelinkSecret, additional data: truelink"`
}

// WalletLinkAnswer says what came in, or that the issuer's answer is not known yet.
type WalletLinkAnswer struct {
	Message   string `json:"message" enum:"SUCCESS,TRUELINK_PENDING"`
	Amount    Money  `json:"amount,omitzero" doc:"What we got of it: of a voucher for several people, our share"`
	Status    string `json:"status,omitempty" enum:"IN_PROGRESS"`
	Reference string `json:"reference,omitempty" doc:"With TRUELINK_PENDING; it settles by itself"`
}

func (s *Server) linkRoutes() {
	register(s, route{
		method: http.MethodPost, path: "/api/wallet/truelink", id: "redeemLink",
		summary: "Hand in a wallet link", who: members, memory: keyed,
	}, s.redeemLink)
	s.accepts("/api/wallet/truelink", http.MethodPost, "The issuer's answer is not known yet")
}

func (s *Server) redeemLink(ctx context.Context, in *body[WalletLink]) (*reply[WalletLinkAnswer], error) {
	settings, err := s.Lookup.Settings(ctx)
	if err != nil {
		return nil, err
	}
	// What can't be read is handed on as no link at all, and fails as any other text without one.
	text := decryptLink(in.Body.Link, settings.App.TruelinkSecret)
	x := exchangeOf(ctx)
	link, err := s.Links.Redeem(ctx, x.member, x.operation(), text)
	if err != nil {
		return nil, err
	}
	if !link.Credited {
		return &reply[WalletLinkAnswer]{Status: http.StatusAccepted, Body: WalletLinkAnswer{
			Message: "TRUELINK_PENDING", Status: string(wallet.InProgress), Reference: link.Reference,
		}}, nil
	}
	return ok(WalletLinkAnswer{Message: "SUCCESS", Amount: Money(link.Amount)})
}

// linkPurpose binds a ciphertext to this call.
const linkPurpose = "truelink"

// decryptLink reads what the browser encrypted (API.md, Wallet); "" where it is not that. Every browser has the secret:
// this keeps links out of what proxies write down, and proves nothing about who sent them.
func decryptLink(sealed, secret string) string {
	raw, err := base64.StdEncoding.Strict().DecodeString(sealed)
	if err != nil {
		return ""
	}
	key := sha256.Sum256([]byte(secret))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return "" // a key of 32 bytes is always taken: cannot happen
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil || len(raw) < gcm.NonceSize() {
		return ""
	}
	text, err := gcm.Open(nil, raw[:gcm.NonceSize()], raw[gcm.NonceSize():], []byte(linkPurpose))
	if err != nil {
		return ""
	}
	return string(text)
}
