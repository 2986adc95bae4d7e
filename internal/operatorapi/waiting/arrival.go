package waiting

import (
	"context"
	"time"

	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/feed"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/money"
	"krapao/operator"
)

// OfThing names the thing of a call by its ID.
type OfThing struct {
	ID string `maxLength:"64" path:"id"`
}

// OfReference names the thing of a call by its reference.
type OfReference struct {
	Reference string `maxLength:"32" path:"reference"`
}

type aboutThing struct {
	OfThing

	Body decide.Body
}

type assigns struct {
	OfThing

	Body AssignBody
}

// AssignBody is what assigning an arrival asks for.
type AssignBody struct {
	decide.Body

	Member string `doc:"Whose it is, by its id" json:"member" maxLength:"32"`
}

func (c *Room) arrivals(f *httpx.Frame) {
	opens(c, f, "/arrival/{id}", "getArrival", "Money that came in, with all that a person looks at before it decides",
		operator.ItemUnmatched, func(in *OfThing) string { return in.ID })
	decides(f, "assignArrival", func(ctx context.Context, in *assigns) (*httpx.Reply[decide.Outcome], error) {
		request := struct {
			Member string `json:"member"`
		}{in.Body.Member}
		return c.decisions.Call(ctx, "unmatched.assign", in.ID, in.Body.Body, request)
	})
	for id, kind := range map[string]string{"releaseArrival": "held.release", "reverseArrival": "deposit.reverse"} {
		decides(f, id, func(ctx context.Context, in *aboutThing) (*httpx.Reply[decide.Outcome], error) {
			return c.decisions.Call(ctx, kind, in.ID, in.Body, nil)
		})
	}
	decides(f, "returnArrival", func(ctx context.Context, in *aboutThing) (*httpx.Reply[decide.Outcome], error) {
		kind, err := c.rooms.Arrivals.ReturnKind(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		return c.decisions.Call(ctx, kind, in.ID, in.Body, nil)
	})
}

type acceptsSlip struct {
	OfThing

	Body AcceptBody
}

// AcceptBody is what accepting a slip asks for.
type AcceptBody struct {
	decide.Body

	Account string `doc:"Our account that its money is at, if the bank does not say" json:"account,omitempty" maxLength:"32"`
}

// RejectBody is what rejecting asks for.
type RejectBody struct {
	decide.Body

	Code string `doc:"Why, as the member reads it: a code; empty: as it stands" json:"code,omitempty" maxLength:"40"`
}

type rejectsThing struct {
	OfThing

	Body RejectBody
}

type rejectsReference struct {
	OfReference

	Body RejectBody
}

// withCode is the request to reject something.
type withCode struct {
	Code string `json:"code,omitempty"`
}

func (c *Room) slips(f *httpx.Frame) {
	opens(c, f, "/slip/{id}", "getSlip", "A slip: its picture, beside what the bank says",
		operator.ItemSlip, func(in *OfThing) string { return in.ID })
	decides(f, "acceptSlip", func(ctx context.Context, in *acceptsSlip) (*httpx.Reply[decide.Outcome], error) {
		request := struct {
			Account string `json:"account,omitempty"`
		}{in.Body.Account}
		return c.decisions.Call(ctx, "slip.accept", in.ID, in.Body.Body, request)
	})
	decides(f, "rejectSlip", func(ctx context.Context, in *rejectsThing) (*httpx.Reply[decide.Outcome], error) {
		return c.decisions.Call(ctx, "slip.reject", in.ID, in.Body.Body, withCode{in.Body.Code})
	})
}

// FoundBody is a transfer as a person found it in a bank's statement.
type FoundBody struct {
	decide.Body

	Amount        wire.Money `json:"amount"`
	At            time.Time  `json:"at" doc:"When it was paid"`
	Bank          string     `json:"bank,omitempty" doc:"The sending bank, by its letters or three digits" maxLength:"20"`
	BankReference string     `json:"bankReference,omitempty" doc:"The sending bank's reference" maxLength:"100"`
	PayerAccount  string     `json:"payerAccount,omitempty" maxLength:"40"`
	PayerName     string     `json:"payerName,omitempty" maxLength:"200"`
}

func (b FoundBody) payer() deposit.Payer {
	if b.PayerAccount == "" && b.PayerName == "" {
		return deposit.Payer{}
	}
	return deposit.Payer{BankCode: deposit.BankCode(b.Bank), AccountNo: b.PayerAccount, Name: b.PayerName}
}

// ConfirmBody is what confirming a declared transfer asks for.
type ConfirmBody struct {
	FoundBody

	Account string `json:"account" doc:"Our account that it came in by" maxLength:"32"`
}

type confirms struct {
	OfReference

	Body ConfirmBody
}

func (c *Room) declarations(f *httpx.Frame) {
	opens(c, f, "/declared/{reference}", "getDeclared", "A declared transfer, with unclaimed lines near it",
		operator.ItemDeclared, func(in *OfReference) string { return in.Reference })
	decides(f, "confirmDeclared", func(ctx context.Context, in *confirms) (*httpx.Reply[decide.Outcome], error) {
		b := in.Body
		request, err := c.rooms.Arrivals.FoundRequest(declared.Found{
			Reference: in.Reference, Account: b.Account, At: b.At, Amount: money.Amount(b.Amount), Bank: b.Bank,
			BankReference: b.BankReference, Payer: b.payer(),
		})
		if err != nil {
			return nil, err
		}
		return c.decisions.Call(ctx, "declaration.confirm", in.Reference, b.Body, request)
	})
	decides(f, "rejectDeclared", func(ctx context.Context, in *rejectsReference) (*httpx.Reply[decide.Outcome], error) {
		code := in.Body.Code
		if code == "" {
			code = "DEPOSIT_NOT_FOUND"
		}
		return c.decisions.Call(ctx, "declaration.reject", in.Reference, in.Body.Body, withCode{code})
	})
}

// OfReversal names the reversal of a call by its ID.
type OfReversal struct {
	ID string `doc:"account/source: its slashes are %2F in the path" maxLength:"200" path:"id"`
}

func (c *Room) reversals(f *httpx.Frame) {
	opens(c, f, "/reversal/{id}", "getReversal", "Money that the outside took back, whose arrival the books do not have, or had",
		operator.ItemReversal, func(in *OfReversal) string { return in.ID })
}

func (c *Room) holders(f *httpx.Frame) {
	opens(c, f, "/holder/{id}", "getHolder", "Two members whose accounts' holders have one name",
		operator.ItemHolder, func(in *OfThing) string { return in.ID })
	decides(f, "closeHolder", func(ctx context.Context, in *aboutThing) (*httpx.Reply[decide.Outcome], error) {
		return c.decisions.Call(ctx, "holder.close", in.ID, in.Body, nil)
	})
}

// SettleBody is what settling a wallet link asks for.
type SettleBody struct {
	decide.Body

	Got wire.Money `doc:"What our wallet got by it; 0: nothing" json:"got"`
}

type settles struct {
	OfReference

	Body SettleBody
}

type booksLine struct {
	OfThing

	Body FoundBody
}

func (c *Room) links(f *httpx.Frame) {
	opens(c, f, "/link/{reference}", "getLink", "A wallet link whose outcome nobody knows",
		operator.ItemLink, func(in *OfReference) string { return in.Reference })
	decides(f, "settleLink", func(ctx context.Context, in *settles) (*httpx.Reply[decide.Outcome], error) {
		request := struct {
			Got money.Amount `json:"got"`
		}{money.Amount(in.Body.Got)}
		return c.decisions.Call(ctx, "link.settle", in.Reference, in.Body.Body, request)
	})
	opens(c, f, "/line/{id}", "getLine", "A line of a statement that could not be booked, as the bank sent it",
		operator.ItemLine, func(in *OfThing) string { return in.ID })
	decides(f, "bookLine", func(ctx context.Context, in *booksLine) (*httpx.Reply[decide.Outcome], error) {
		b := in.Body
		request, err := c.rooms.Arrivals.LineRequest(in.ID, feed.Found{
			Amount: money.Amount(b.Amount), At: b.At, Bank: b.Bank, BankReference: b.BankReference, Payer: b.payer(),
		})
		if err != nil {
			return nil, err
		}
		return c.decisions.Call(ctx, "statement.book", in.ID, b.Body, request)
	})
	decides(f, "closeLine", func(ctx context.Context, in *aboutThing) (*httpx.Reply[decide.Outcome], error) {
		return c.decisions.Call(ctx, "statement.close", in.ID, in.Body, nil)
	})
}
