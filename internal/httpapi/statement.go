package httpapi

import (
	"context"
	"net/http"

	"krapao/bonus"
	"krapao/deposit"
	"krapao/internal/httpx"
	"krapao/internal/httpx/cached"
	"krapao/internal/httpx/wire"
	"krapao/ledger"
	"krapao/lookup"
	"krapao/statement"
)

// Page asks for a part of a list, newest first.
type Page struct {
	Page  int `json:"page" minimum:"1" maximum:"1000000"`
	Limit int `json:"limit" minimum:"1" maximum:"100"`
}

// Statements is a part of the member's history.
type Statements struct {
	Total      int         `json:"total"`
	Statements []Statement `json:"statements"`

	encoded *cached.Answer
}

// Encoded implements cached.Encoded.
func (s Statements) Encoded() *cached.Answer { return s.encoded }

// Statement is one movement that touched the wallet.
type Statement struct {
	ID            string       `json:"_id"`
	Reference     string       `json:"reference"`
	StatementType string       `json:"statementType" enum:"deposit,bonus,finish_bonus,withdraw,transfer"`
	From          string       `json:"from"`
	To            string       `json:"to"`
	Status        string       `json:"status" enum:"IN_PROGRESS,SUCCESS,FAILED"`
	Reason        *string      `json:"reason" doc:"A code that says why it waits or failed"`
	Amount        wire.Money   `json:"amount" doc:"Positive; the sign is by type"`
	Balance       wire.Money   `json:"balance" doc:"The wallet after it"`
	CreatedAt     wire.Time    `json:"createdAt"`
	UpdatedAt     wire.Time    `json:"updatedAt"`
	Original      *Original    `json:"original,omitempty"`
	Bonus         *Description `json:"bonus,omitempty"`
	Promotion     *Description `json:"promotion,omitempty"`
	Invite        *Description `json:"invite,omitempty"`
	Refund        *Description `json:"refund,omitempty"`
	Luckydraw     *Description `json:"luckydraw,omitempty"`
}

// Original is the amount in the currency it was paid in.
type Original struct {
	Amount   wire.Decimal `json:"amount"`
	Currency string       `json:"currency"`
	Rate     wire.Decimal `json:"rate"`
}

// Description says what a conditional credit was for.
type Description struct {
	Description string `json:"description"`
}

type statementCalls struct {
	statements *statement.Service
	ledger     *ledger.Ledger
	deposits   *deposit.Service
	bonuses    *bonus.Service
	lookup     *lookup.Service
	cache      *cached.Cache[statement.Page]
}

func (c *statementCalls) routes(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/statement", ID: "listStatements",
		Summary: "The member's history", Access: httpx.Members, Tagged: true,
	}, c.handleStatements)
}

// handleStatements answers POST /api/statement: the member's history. What has settled is not read again.
func (c *statementCalls) handleStatements(ctx context.Context, in *httpx.Body[Page]) (*httpx.Reply[Statements], error) {
	state := httpx.StateOf(ctx)
	page, err := c.statements.PageOf(ctx, state.Member, state.Session, in.Body.Page, in.Body.Limit)
	if err != nil {
		return nil, err
	}
	if answer := c.cache.Find(state.Member, page.Same); answer != nil {
		return httpx.OK(Statements{encoded: answer})
	}
	found, err := c.statements.List(ctx, state.Member, page)
	if err != nil {
		return nil, err
	}
	place, err := c.deposits.PlacesAt(ctx, page.Content)
	if err != nil {
		return nil, err
	}
	list := Statements{Total: found.Total, Statements: make([]Statement, len(found.Rows))}
	for i, r := range found.Rows {
		list.Statements[i] = Statement{
			ID: r.Reference, Reference: r.Reference, StatementType: string(r.Type), From: place(r.From), To: place(r.To),
			Status: string(r.Status), Reason: wire.TextOrNull(string(r.Reason)),
			Amount: wire.Money(r.Amount), Balance: wire.Money(r.Balance),
			CreatedAt: wire.Time(r.CreatedAt), UpdatedAt: wire.Time(r.UpdatedAt),
		}
	}
	if !found.Settled() {
		return httpx.Answer(list, c.describe(ctx, &list))
	}
	body, err := httpx.Encode(list)
	if err != nil {
		return nil, err
	}
	list.encoded = c.cache.Add(state.Member, page, body)
	return httpx.OK(list)
}

// describe puts the condition on the rows of its grant and its end. The row of an end shows the condition's amount and outcome:
// where nothing went back, its transfer is a void one of one satang.
func (c *statementCalls) describe(ctx context.Context, list *Statements) error {
	var ids []ledger.ID
	rows := map[ledger.ID]*Statement{}
	for i := range list.Statements {
		row := &list.Statements[i]
		if row.StatementType != string(statement.Bonus) && row.StatementType != string(statement.FinishBonus) {
			continue
		}
		if id, ours := c.ledger.ParseReference(row.Reference); ours {
			ids, rows[id] = append(ids, id), row
		}
	}
	found, err := c.bonuses.Described(ctx, httpx.StateOf(ctx).Member, ids)
	if err != nil {
		return err
	}
	for id, row := range rows {
		d, known := found[id]
		if !known {
			continue
		}
		row.describe(d.Source, &Description{textIn(d.Description, languageOf(ctx, c.lookup))})
		if d.Finish {
			row.Amount, row.Status = wire.Money(d.Returned), outcomeOf(d.State)
			row.Reason = wire.TextOrNull(string(d.Reason))
		}
	}
	return nil
}

func (row *Statement) describe(source bonus.Source, d *Description) {
	switch source {
	case bonus.SourceBonus:
		row.Bonus = d
	case bonus.SourcePromotion:
		row.Promotion = d
	case bonus.SourceInvite:
		row.Invite = d
	case bonus.SourceRefund:
		row.Refund = d
	case bonus.SourceCoupon:
		row.Luckydraw = d
	}
}
