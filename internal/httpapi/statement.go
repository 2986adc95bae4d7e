package httpapi

import (
	"context"
	"net/http"
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
	return ok(list)
}
