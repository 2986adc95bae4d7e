package quarantine

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/sight"
	"krapao/operator"
	"krapao/operator/restoration"
	"krapao/quarantine"
)

// OfCase names the case of a call.
type OfCase struct {
	ID string `maxLength:"32" path:"id"`
}

// DecidedCase is what a case is decided to book.
type DecidedCase struct {
	decide.Body

	Books  string `doc:"What the line was. The wallet pays a withdrawal, and a movement into a game, as far as it can; the rest is owed" enum:"withdrawal,movement,deposit,nothing" json:"books"`
	Member string `doc:"Whose it is, by ID; empty: the member that the case names"                             json:"member,omitempty" maxLength:"32"`
}

type decidesCase struct {
	OfCase

	Body DecidedCase
}

// cases adds the calls about lines that these books do not know.
func (c *Room) cases(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/quarantine/case/{id}", ID: "getQuarantineCase", Access: httpx.Operators, Needs: "support+a",
		Scope: "quarantine:read", Summary: "A line of an imported list that these books do not know",
	}, func(ctx context.Context, in *OfCase) (*httpx.Reply[sight.ItemDetail], error) {
		return httpx.Answer(c.items.Detail(ctx, httpx.StateOf(ctx).Operator, operator.ItemImport, in.ID))
	})
	rt := decide.Route(httpx.Route{
		Path: "/api/quarantine/case/{id}/decide", ID: "decideQuarantineCase", Needs: "cashier", Scope: "quarantine:decide",
		Summary: "Say what a line books that these books do not know: two persons, with what they compared",
	})
	httpx.Register(f, rt, func(ctx context.Context, in *decidesCase) (*httpx.Reply[decide.Outcome], error) {
		return c.decisions.Call(ctx, restoration.KindDecide, in.ID, in.Body.Body,
			restoration.Decide{Books: quarantine.Booking(in.Body.Books), Member: in.Body.Member})
	})
	f.Accepts(rt.Path, rt.Method, "It is proposed: another person approves it")
}
