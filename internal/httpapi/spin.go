package httpapi

import (
	"context"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"krapao/bonus"
	"krapao/lookup"
	"krapao/money"
	"krapao/spin"
)

// SpinActive tells whether the wheel is shown.
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

// Schema documents that there may be none: huma allows null for plain values only.
func (SpinWheel) Schema(r huma.Registry) *huma.Schema {
	type fields SpinWheel
	schema := huma.SchemaFromType(r, reflect.TypeFor[fields]())
	schema.Nullable = true
	return schema
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

// SpinCommit is what the next draw is bound to before it is made.
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
	ID        string    `json:"_id"`
	Prize     SpinPrize `json:"prize"`
	Amount    Money     `json:"amount" doc:"Baht, or a number of coins"`
	CreatedAt Time      `json:"createdAt"`
	ExpiresAt Time      `json:"expiresAt"`
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
	Message string `json:"message" enum:"SUCCESS"`
	Amount  Money  `json:"amount" doc:"Baht, or a number of coins"`
}

// SpinProof is all that draws can be calculated again from.
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
	Nonce int64  `json:"nonce"`
	Slice string `json:"slice"`
	Table int64  `json:"table" doc:"The version of the table"`
	At    Time   `json:"at"`
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

// SpinRotate may name the member's own part.
type SpinRotate struct {
	ClientSeed OptionalText `json:"clientSeed,omitempty" doc:"1 to 64 printable ASCII characters; without one it stays"`
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

func (s *Server) spinRoutes() {
	get := func(path, id, summary string) route {
		return route{method: http.MethodGet, path: "/api/spinwheel/" + path, id: id, summary: summary, who: members}
	}
	post := func(path, id, summary string) route {
		return route{method: http.MethodPost, path: "/api/spinwheel/" + path, id: id, summary: summary, who: members, memory: keyed}
	}
	register(s, get("active", "getSpinwheelActive", "Whether the wheel is shown"), s.spinActive)
	register(s, get("setup", "getSpinwheel", "The wheel, the member's coins and what the next draw is bound to"), s.spinSetup)
	register(s, post("spin", "spin", "Spend a coin and draw"), s.spin)
	register(s, get("coupon", "listCoupons", "Prizes to be claimed, newest first"), s.coupons)
	register(s, post("coupon/claim", "claimCoupon", "Claim a prize"), s.claimCoupon)
	register(s, get("proof", "getSpinProof", "The newest seeds and their draws"), s.spinProof)
	register(s, post("proof/rotate", "rotateSpinSeed", "Tell the seed in use and replace it"), s.rotateSeed)
}

func (s *Server) spinActive(ctx context.Context, _ *empty) (*reply[SpinActive], error) {
	active, err := s.Coins.Active(ctx)
	return answered(SpinActive{active}, err)
}

func (s *Server) spinSetup(ctx context.Context, in *spoken) (*reply[SpinSetup], error) {
	setup, err := s.Coins.Setup(ctx, exchangeOf(ctx).member)
	if err != nil {
		return nil, err
	}
	answer := SpinSetup{UserCoin: setup.Coins, Proof: SpinCommit{setup.Hash, setup.Client, setup.Next, setup.NextHash}}
	if !setup.Turns {
		return ok(answer)
	}
	lang, total := s.Lookup.Language(in.Accept), float64(setup.Table.Weight())
	wheel := &SpinWheel{Name: inLanguage(setup.Table.Name, lang), Slices: make([]SpinSlice, len(setup.Table.Slices))}
	for i, slice := range setup.Table.Slices {
		wheel.Slices[i] = SpinSlice{
			Code: slice.Code, Label: inLanguage(slice.Label, lang), BgColor: slice.BgColor, TextColor: slice.TextColor,
			HTMLDescription: inLanguage(slice.Description, lang), Odds: float64(slice.Weight) / total,
		}
	}
	answer.ActiveSpinwheel = wheel
	return ok(answer)
}

// inLanguage: the operator's texts have the same form in every area.
func inLanguage(text bonus.Text, lang lookup.Language) string { return lookup.Text(text).In(lang) }

func (s *Server) spin(ctx context.Context, in *spinInput) (*reply[SpinDrawn], error) {
	x := exchangeOf(ctx)
	drawn, err := s.Coins.Spin(ctx, x.member, x.operation())
	if err != nil {
		return nil, &spinError{err}
	}
	x.replayed = x.replayed || drawn.Replayed
	return ok(SpinDrawn{
		Success: true, Result: drawn.Slice.Code, Label: inLanguage(drawn.Slice.Label, s.Lookup.Language(in.Accept)),
		RemainingCoin: drawn.CoinsLeft, Proof: SpinNonce{drawn.Hash, drawn.Nonce},
	})
}

// spinError gives a refused spin the form that the wheel's page knows.
type spinError struct{ error }

func (e *spinError) Unwrap() error { return e.error }

func (s *Server) coupons(ctx context.Context, in *spoken) (*reply[[]SpinCoupon], error) {
	found, err := s.Coins.Coupons(ctx, exchangeOf(ctx).member)
	if err != nil {
		return nil, err
	}
	lang, list := s.Lookup.Language(in.Accept), make([]SpinCoupon, len(found))
	for i, c := range found {
		list[i] = SpinCoupon{
			ID: c.ID, Amount: worth(c), CreatedAt: Time(c.CreatedAt), ExpiresAt: Time(c.ExpiresAt),
			Prize: SpinPrize{
				Slice: SpinPrizeSlice{c.Code, inLanguage(c.Label, lang), inLanguage(c.Description, lang)},
				Name:  inLanguage(c.Name, lang), Kind: string(c.Kind),
			},
		}
	}
	return ok(list)
}

// worth is a coupon's number on the wire.
func worth(c spin.Coupon) Money { return Money(c.Amount + money.Amount(c.Coins)*money.Baht) }

func (s *Server) claimCoupon(ctx context.Context, in *body[SpinClaim]) (*reply[SpinClaimed], error) {
	x := exchangeOf(ctx)
	coupon, err := s.Coins.Claim(ctx, x.member, in.Body.Coupon, x.operation())
	return answered(SpinClaimed{"SUCCESS", worth(coupon)}, err)
}

func (s *Server) spinProof(ctx context.Context, _ *empty) (*reply[SpinProof], error) {
	proof, err := s.Coins.Proof(ctx, exchangeOf(ctx).member)
	if err != nil {
		return nil, err
	}
	answer := SpinProof{Seeds: make([]SpinSeed, len(proof.Seeds)), Tables: make([]SpinTable, len(proof.Tables))}
	for i, seed := range proof.Seeds {
		answer.Seeds[i] = SpinSeed{
			Number: seed.Number, SeedHash: seed.Hash, ClientSeed: seed.Client, Seed: optional(seed.Seed),
			Draws: make([]SpinOutcome, len(seed.Draws)),
		}
		for n, d := range seed.Draws {
			answer.Seeds[i].Draws[n] = SpinOutcome{d.Nonce, d.Slice, d.Table, Time(d.At)}
		}
	}
	for i, table := range proof.Tables {
		answer.Tables[i] = SpinTable{Version: table.Version, Slices: make([]SpinWeight, len(table.Slices))}
		for n, slice := range table.Slices {
			answer.Tables[i].Slices[n] = SpinWeight{slice.Code, slice.Weight}
		}
	}
	return ok(answer)
}

func (s *Server) rotateSeed(ctx context.Context, in *body[SpinRotate]) (*reply[SpinRotated], error) {
	x := exchangeOf(ctx)
	r, err := s.Coins.Rotate(ctx, x.member, in.Body.ClientSeed.value, x.operation())
	return answered(SpinRotated{r.Seed, r.Hash, r.Client, r.NextHash}, err)
}
