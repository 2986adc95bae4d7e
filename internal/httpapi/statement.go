package httpapi

import (
	"context"
	"net/http"

	"krapao/bonus"
	"krapao/ledger"
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
}

// Statement is one movement that touched the wallet.
type Statement struct {
	ID            string       `json:"_id"`
	Reference     string       `json:"reference"`
	StatementType string       `json:"statementType" enum:"deposit,bonus,finish_bonus,withdraw,transfer"`
	From          string       `json:"from"`
	To            string       `json:"to"`
	Status        string       `json:"status" enum:"IN_PROGRESS,SUCCESS,FAILED"`
	Reason        *string      `json:"reason" doc:"A code that says why it waits or failed"`
	Amount        Money        `json:"amount" doc:"Positive; the sign is by type"`
	Balance       Money        `json:"balance" doc:"The wallet after it"`
	CreatedAt     Time         `json:"createdAt"`
	UpdatedAt     Time         `json:"updatedAt"`
	Original      *Original    `json:"original,omitempty"`
	Bonus         *Description `json:"bonus,omitempty"`
	Promotion     *Description `json:"promotion,omitempty"`
	Invite        *Description `json:"invite,omitempty"`
	Refund        *Description `json:"refund,omitempty"`
	Luckydraw     *Description `json:"luckydraw,omitempty"`
}

// Original is the amount in the currency it was paid in.
type Original struct {
	Amount   Decimal `json:"amount"`
	Currency string  `json:"currency"`
	Rate     Decimal `json:"rate"`
}

// Description says what a conditional credit was for.
type Description struct {
	Description string `json:"description"`
}

func (s *Server) statementRoutes() {
	register(s, route{
		method: http.MethodPost, path: "/api/statement", id: "listStatements", summary: "The member's history", who: members,
	}, s.statements)
}

func (s *Server) statements(ctx context.Context, in *body[Page]) (*reply[Statements], error) {
	x := exchangeOf(ctx)
	found, err := s.Statements.List(ctx, x.member, x.session, in.Body.Page, in.Body.Limit)
	if err != nil {
		return nil, err
	}
	place, err := s.Deposits.Places(ctx)
	if err != nil {
		return nil, err
	}
	list := Statements{Total: found.Total, Statements: make([]Statement, len(found.Rows))}
	for i, r := range found.Rows {
		list.Statements[i] = Statement{
			ID: r.Reference, Reference: r.Reference, StatementType: string(r.Type), From: place(r.From), To: place(r.To),
			Status: string(r.Status), Reason: optional(string(r.Reason)), Amount: Money(r.Amount), Balance: Money(r.Balance),
			CreatedAt: Time(r.CreatedAt), UpdatedAt: Time(r.UpdatedAt),
		}
	}
	return answered(list, s.describe(ctx, &list))
}

// describe puts the condition on the rows of its grant and its end. What an end shows is the condition's: where nothing went
// back, its transfer is a void one of one satang.
func (s *Server) describe(ctx context.Context, list *Statements) error {
	var ids []ledger.ID
	rows := map[ledger.ID]*Statement{}
	for i := range list.Statements {
		row := &list.Statements[i]
		if row.StatementType != string(statement.Bonus) && row.StatementType != string(statement.FinishBonus) {
			continue
		}
		if id, ours := s.Ledger.ParseReference(row.Reference); ours {
			ids, rows[id] = append(ids, id), row
		}
	}
	found, err := s.Bonuses.Described(ctx, exchangeOf(ctx).member, ids)
	if err != nil {
		return err
	}
	for id, row := range rows {
		d, known := found[id]
		if !known {
			continue
		}
		row.describe(d.Source, &Description{textIn(d.Description, s.language(ctx))})
		if d.Finish {
			row.Amount, row.Status, row.Reason = Money(d.Returned), outcomeOf(d.State), optional(string(d.Reason))
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
