package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"krapao/bonus"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/lookup"
	"krapao/money"
	"krapao/spin"
)

// SpinActive says whether the wheel is shown.
type SpinActive struct {
	Active bool `json:"active"`
}

// SpinSetup is the wheel's page.
type SpinSetup struct {
	ActiveSpinwheel *SpinWheel `json:"activeSpinwheel" doc:"null: the wheel does not turn"`
	UserCoin        int64      `json:"userCoin" doc:"Coins that can be spent now"`
	Proof           SpinCommit `json:"proof"`
}

// SpinWheel is the wheel that the next draw is from.
type SpinWheel struct {
	Name   string      `json:"name"`
	Slices []SpinSlice `json:"slices"`
}

// Schema documents that there may be none.
func (SpinWheel) Schema(r huma.Registry) *huma.Schema {
	type fields SpinWheel
	return wire.OrNull[fields](r)
}

// SpinSlice is a part of the wheel, in its order.
type SpinSlice struct {
	Code            string  `json:"code"`
	Label           string  `json:"label"`
	BgColor         string  `json:"bgColor" doc:"#rgb or #rrggbb"`
	TextColor       string  `json:"textColor" doc:"#rgb or #rrggbb"`
	HTMLDescription string  `json:"htmlDescription" doc:"Sanitised HTML"`
	Odds            float64 `json:"odds" doc:"Its chance, 0 to 1"`
}

// SpinCommit is the seed of the next draw, which is fixed before it is made.
type SpinCommit struct {
	SeedHash   string `json:"seedHash" doc:"SHA-256 of the seed in use, in hex"`
	ClientSeed string `json:"clientSeed"`
	NextNonce  int64  `json:"nextNonce"`
	NextHash   string `json:"nextHash" doc:"SHA-256 of the seed that replaces it, in hex"`
}

// SpinDrawn is what a spin gave.
type SpinDrawn struct {
	Success       bool      `json:"success" doc:"true; false in a refusal"`
	Result        string    `json:"result" doc:"The slice's code"`
	Label         string    `json:"label"`
	RemainingCoin int64     `json:"remainingCoin"`
	Proof         SpinNonce `json:"proof"`
}

// SpinNonce is a draw's seed and its number there.
type SpinNonce struct {
	SeedHash string `json:"seedHash"`
	Nonce    int64  `json:"nonce"`
}

// SpinCoupon is a prize to be claimed.
type SpinCoupon struct {
	ID        string     `json:"_id"`
	Prize     SpinPrize  `json:"prize"`
	Amount    wire.Money `json:"amount" doc:"Baht, or a number of coins"`
	CreatedAt wire.Time  `json:"createdAt"`
	ExpiresAt wire.Time  `json:"expiresAt"`
}

// SpinPrize is what was drawn.
type SpinPrize struct {
	Slice SpinPrizeSlice `json:"slice"`
	Name  string         `json:"name" doc:"The wheel's"`
	Kind  string         `json:"kind" enum:"cash,bonus,coin"`
}

// SpinPrizeSlice is the slice as it was at the draw.
type SpinPrizeSlice struct {
	Code            string `json:"code"`
	Label           string `json:"label"`
	HTMLDescription string `json:"htmlDescription" doc:"Sanitised HTML"`
}

// SpinClaim names the coupon.
type SpinClaim struct {
	Coupon string `json:"coupon" doc:"Its _id"`
}

// SpinClaimed is a claimed coupon.
type SpinClaimed struct {
	Message string     `json:"message" enum:"SUCCESS"`
	Amount  wire.Money `json:"amount" doc:"Baht, or a number of coins"`
}

// SpinProof has everything from which a member can calculate its draws again.
type SpinProof struct {
	Seeds  []SpinSeed  `json:"seeds" doc:"Newest first"`
	Tables []SpinTable `json:"tables"`
}

// SpinSeed is one of the member's seeds.
type SpinSeed struct {
	Number     int64         `json:"number"`
	SeedHash   string        `json:"seedHash" doc:"SHA-256 of the seed, in hex"`
	ClientSeed string        `json:"clientSeed"`
	Seed       *string       `json:"seed" doc:"In hex; null while it is in use"`
	Draws      []SpinOutcome `json:"draws"`
}

// SpinOutcome is one draw.
type SpinOutcome struct {
	Nonce int64     `json:"nonce"`
	Slice string    `json:"slice"`
	Table int64     `json:"table" doc:"The version of the table"`
	At    wire.Time `json:"at"`
}

// SpinTable is a version of the wheel.
type SpinTable struct {
	Version int64        `json:"version"`
	Slices  []SpinWeight `json:"slices" doc:"In the order of the draw"`
}

// SpinWeight is a slice's weight.
type SpinWeight struct {
	Code   string `json:"code"`
	Weight int64  `json:"weight"`
}

// SpinRotate may set the member's own part of the seed.
type SpinRotate struct {
	ClientSeed wire.OptionalText `json:"clientSeed,omitempty" doc:"1 to 64 printable ASCII characters; without one it stays"`
}

// SpinRotated is the seed that was replaced.
type SpinRotated struct {
	Seed       string `json:"seed" doc:"In hex"`
	SeedHash   string `json:"seedHash"`
	ClientSeed string `json:"clientSeed" doc:"The one that was used with it"`
	NextHash   string `json:"nextHash" doc:"Of the seed in use from now on: the one that setup's proof has promised"`
}

type spinInput struct {
	spoken
	Body struct{}
}

type spinCalls struct {
	coins  *spin.Service
	lookup *lookup.Service
}

func (c *spinCalls) routes(f *httpx.Frame) {
	get := func(path, id, summary string) httpx.Route {
		return httpx.Route{Method: http.MethodGet, Path: "/api/spinwheel/" + path, ID: id, Summary: summary, Access: httpx.Members}
	}
	post := func(path, id, summary string) httpx.Route {
		rt := get(path, id, summary)
		rt.Method, rt.Memory = http.MethodPost, httpx.Keyed
		return rt
	}
	httpx.Register(f, get("active", "getSpinwheelActive", "Whether the wheel is shown"), c.handleSpinActive)
	httpx.Register(f, get("setup", "getSpinwheel", "The wheel, the member's coins and what the next draw is bound to"),
		c.handleSpinSetup)
	httpx.Register(f, post("spin", "spin", "Spend a coin and draw"), c.handleSpin)
	httpx.Register(f, get("coupon", "listCoupons", "Prizes to be claimed, newest first"), c.handleCoupons)
	httpx.Register(f, post("coupon/claim", "claimCoupon", "Claim a prize"), c.handleClaimCoupon)
	httpx.Register(f, get("proof", "getSpinProof", "The newest seeds and their draws"), c.handleSpinProof)
	httpx.Register(f, post("proof/rotate", "rotateSpinSeed", "Tell the seed in use and replace it"), c.handleRotateSeed)
}

// handleSpinActive answers GET /api/spinwheel/active: whether the wheel is shown.
func (c *spinCalls) handleSpinActive(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[SpinActive], error) {
	active, err := c.coins.Active(ctx)
	return httpx.Answer(SpinActive{active}, err)
}

// handleSpinSetup answers GET /api/spinwheel/setup: the wheel, the member's coins, and the seed of the next draw.
func (c *spinCalls) handleSpinSetup(ctx context.Context, in *spoken) (*httpx.Reply[SpinSetup], error) {
	setup, err := c.coins.Setup(ctx, httpx.StateOf(ctx).Member)
	if err != nil {
		return nil, err
	}
	answer := SpinSetup{UserCoin: setup.Coins, Proof: SpinCommit{setup.Hash, setup.Client, setup.Next, setup.NextHash}}
	if !setup.Turns {
		return httpx.OK(answer)
	}
	lang, total := c.lookup.Language(in.Accept), float64(setup.Table.Weight())
	wheel := &SpinWheel{Name: inLanguage(setup.Table.Name, lang), Slices: make([]SpinSlice, len(setup.Table.Slices))}
	for i, slice := range setup.Table.Slices {
		wheel.Slices[i] = SpinSlice{
			Code: slice.Code, Label: inLanguage(slice.Label, lang), BgColor: slice.BgColor, TextColor: slice.TextColor,
			HTMLDescription: inLanguage(slice.Description, lang), Odds: float64(slice.Weight) / total,
		}
	}
	answer.ActiveSpinwheel = wheel
	return httpx.OK(answer)
}

// inLanguage is an operator's text in a language: the texts of all areas have one form.
func inLanguage(text bonus.Text, lang lookup.Language) string { return lookup.Text(text).In(lang) }

// handleSpin answers POST /api/spinwheel/spin: it spends a coin and draws.
func (c *spinCalls) handleSpin(ctx context.Context, in *spinInput) (*httpx.Reply[SpinDrawn], error) {
	state := httpx.StateOf(ctx)
	drawn, err := c.coins.Spin(ctx, state.Member, state.Operation())
	if err != nil {
		return nil, httpx.Unsuccessful(err)
	}
	state.Replayed = state.Replayed || drawn.Replayed
	return httpx.OK(SpinDrawn{
		Success: true, Result: drawn.Slice.Code, Label: inLanguage(drawn.Slice.Label, c.lookup.Language(in.Accept)),
		RemainingCoin: drawn.CoinsLeft, Proof: SpinNonce{drawn.Hash, drawn.Nonce},
	})
}

// handleCoupons answers GET /api/spinwheel/coupon: the prizes to be claimed, newest first.
func (c *spinCalls) handleCoupons(ctx context.Context, in *spoken) (*httpx.Reply[[]SpinCoupon], error) {
	found, err := c.coins.Coupons(ctx, httpx.StateOf(ctx).Member)
	if err != nil {
		return nil, err
	}
	lang, list := c.lookup.Language(in.Accept), make([]SpinCoupon, len(found))
	for i, c := range found {
		list[i] = SpinCoupon{
			ID: c.ID, Amount: worth(c), CreatedAt: wire.Time(c.CreatedAt), ExpiresAt: wire.Time(c.ExpiresAt),
			Prize: SpinPrize{
				Slice: SpinPrizeSlice{c.Code, inLanguage(c.Label, lang), inLanguage(c.Description, lang)},
				Name:  inLanguage(c.Name, lang), Kind: string(c.Kind),
			},
		}
	}
	return httpx.OK(list)
}

// worth is a coupon's number on the wire.
func worth(c spin.Coupon) wire.Money { return wire.Money(c.Amount + money.Amount(c.Coins)*money.Baht) }

// handleClaimCoupon answers POST /api/spinwheel/coupon/claim: it claims a prize.
func (c *spinCalls) handleClaimCoupon(ctx context.Context, in *httpx.Body[SpinClaim]) (*httpx.Reply[SpinClaimed], error) {
	state := httpx.StateOf(ctx)
	coupon, err := c.coins.Claim(ctx, state.Member, in.Body.Coupon, state.Operation())
	return httpx.Answer(SpinClaimed{"SUCCESS", worth(coupon)}, err)
}

// handleSpinProof answers GET /api/spinwheel/proof: the newest seeds and their draws.
func (c *spinCalls) handleSpinProof(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[SpinProof], error) {
	proof, err := c.coins.Proof(ctx, httpx.StateOf(ctx).Member)
	if err != nil {
		return nil, err
	}
	answer := SpinProof{Seeds: make([]SpinSeed, len(proof.Seeds)), Tables: make([]SpinTable, len(proof.Tables))}
	for i, seed := range proof.Seeds {
		answer.Seeds[i] = SpinSeed{
			Number: seed.Number, SeedHash: seed.Hash, ClientSeed: seed.Client, Seed: wire.TextOrNull(seed.Seed),
			Draws: make([]SpinOutcome, len(seed.Draws)),
		}
		for n, d := range seed.Draws {
			answer.Seeds[i].Draws[n] = SpinOutcome{d.Nonce, d.Slice, d.Table, wire.Time(d.At)}
		}
	}
	for i, table := range proof.Tables {
		answer.Tables[i] = SpinTable{Version: table.Version, Slices: make([]SpinWeight, len(table.Slices))}
		for n, slice := range table.Slices {
			answer.Tables[i].Slices[n] = SpinWeight{slice.Code, slice.Weight}
		}
	}
	return httpx.OK(answer)
}

// handleRotateSeed answers POST /api/spinwheel/proof/rotate: it reveals the seed in use and replaces it.
func (c *spinCalls) handleRotateSeed(ctx context.Context, in *httpx.Body[SpinRotate]) (*httpx.Reply[SpinRotated], error) {
	state := httpx.StateOf(ctx)
	r, err := c.coins.Rotate(ctx, state.Member, in.Body.ClientSeed.Pointer(), state.Operation())
	return httpx.Answer(SpinRotated{r.Seed, r.Hash, r.Client, r.NextHash}, err)
}
