package chat

import (
	"context"
	"net/http"

	"krapao/chat"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
)

// CannedAnswer is an answer that operators have ready.
type CannedAnswer struct {
	Code      string     `json:"code"`
	Title     string     `json:"title"`
	Text      CannedText `json:"text"`
	Keys      string     `json:"keys" doc:"What is typed after a slash to get it; empty: its title alone"`
	ChangedAt wire.Time  `json:"changedAt"`
	ChangedBy string     `json:"changedBy"`
}

// CannedText is it in each language. {name}, {reference} and {amount} are filled in by whoever sends it.
type CannedText struct {
	TH string `json:"th" maxLength:"2000"`
	LO string `json:"lo" maxLength:"2000"`
	EN string `json:"en" maxLength:"2000"`
}

// CannedBody is what an answer becomes.
type CannedBody struct {
	Title string     `json:"title" maxLength:"300"`
	Text  CannedText `json:"text"`
	Keys  string     `json:"keys" maxLength:"20" pattern:"^[a-z0-9-]*$"`
}

// OfCanned names the answer of a call.
type OfCanned struct {
	Code string `maxLength:"40" path:"code" pattern:"^[a-z0-9-]+$"`
}

// CannedDone is the outcome of a change.
type CannedDone struct {
	Message string `enum:"SUCCESS" json:"message"`
}

// registerCanned adds the calls about canned answers.
func (c *Room) registerCanned(f *httpx.Frame) {
	httpx.Register(f, call(http.MethodGet, "canned", "listCanned", "The answers that operators have ready"), c.handleCanned)
	set := call(http.MethodPut, "canned/{code}", "setCanned", "Add an answer, or change it")
	set.Needs = "cashier"
	httpx.Register(f, set, c.handleSetCanned)
	gone := call(http.MethodDelete, "canned/{code}", "deleteCanned", "Delete an answer")
	gone.Needs = "cashier"
	httpx.Register(f, gone, c.handleDeleteCanned)
}

// handleCanned answers GET /api/canned.
func (c *Room) handleCanned(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[[]CannedAnswer], error) {
	found, err := c.Talks.Canned(ctx)
	answer := make([]CannedAnswer, len(found))
	for n, x := range found {
		answer[n] = CannedAnswer{
			x.Code, x.Title, CannedText{x.TH, x.LO, x.EN}, x.Keys, wire.Time(x.ChangedAt), x.ChangedBy,
		}
	}
	return httpx.Answer(answer, err)
}

// handleSetCanned answers PUT /api/canned/{code}. The same request again changes nothing.
func (c *Room) handleSetCanned(ctx context.Context, in *struct {
	OfCanned

	Body CannedBody
},
) (*httpx.Reply[CannedDone], error) {
	b := in.Body
	err := c.Talks.SetCanned(ctx, decisionOf(ctx, in.Code, "an answer for the chat"), chat.Canned{
		Code: in.Code, Title: b.Title, Keys: b.Keys, TH: b.Text.TH, LO: b.Text.LO, EN: b.Text.EN,
	})
	return httpx.Answer(CannedDone{"SUCCESS"}, err)
}

// handleDeleteCanned answers DELETE /api/canned/{code}.
func (c *Room) handleDeleteCanned(ctx context.Context, in *OfCanned) (*httpx.Reply[CannedDone], error) {
	err := c.Talks.DeleteCanned(ctx, decisionOf(ctx, in.Code, "no answer for the chat any more"))
	return httpx.Answer(CannedDone{"SUCCESS"}, err)
}
