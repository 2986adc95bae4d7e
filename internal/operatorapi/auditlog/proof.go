package auditlog

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
)

// AuditProof is what the last check of the whole log found.
type AuditProof struct {
	CheckedAt *wire.Time  `doc:"When the check began; null: there was none yet"               json:"checkedAt" nullable:"true"`
	Whole     bool        `doc:"It was checked, and nothing is wrong"                         json:"whole"`
	Rows      int64       `doc:"How many rows were checked"                                   json:"rows"`
	Head      AuditHead   `json:"head"`
	Marks     []AuditMark `doc:"What places outside the database know, one each"              json:"marks"`
	Wrong     []string    `doc:"What is wrong, a line each, in English"                       json:"wrong"`
}

// AuditHead is the log's last row.
type AuditHead struct {
	Number    int64  `json:"number"`
	Hash      string `json:"hash"`
	Signature string `json:"signature"`
}

// AuditMark is the furthest row that a place outside the database knows.
type AuditMark struct {
	Place  string     `json:"place"`
	Number int64      `json:"number"`
	At     *wire.Time `json:"at"     nullable:"true"`
	Agrees bool       `json:"agrees"`
	Why    *string    `doc:"Why it does not agree: it does not answer, or knows another row" json:"why"`
}

func (c *Room) handleProof(ctx context.Context, _ *struct{}) (*httpx.Reply[AuditProof], error) {
	last, err := c.prover.Last(ctx)
	if err != nil {
		return nil, err
	}
	shown := AuditProof{
		CheckedAt: wire.TimeOrNull(last.At), Whole: !last.At.IsZero() && len(last.Wrong) == 0, Rows: last.Head.Number,
		Head: AuditHead(last.Head), Marks: make([]AuditMark, len(last.Marks)), Wrong: append([]string{}, last.Wrong...),
	}
	for n, m := range last.Marks {
		shown.Marks[n] = AuditMark{m.Place, m.Number, wire.TimeOrNull(m.At), m.Agrees, wire.TextOrNull(m.Why)}
	}
	return httpx.OK(shown)
}

// Pending is the answer of what goes on by itself.
type Pending struct {
	Message string `enum:"PENDING" json:"message"`
}

func (c *Room) handleProve(ctx context.Context, _ *struct{}) (*httpx.Reply[Pending], error) {
	if err := c.prover.Ask(ctx); err != nil {
		return nil, err
	}
	return &httpx.Reply[Pending]{Status: http.StatusAccepted, Body: Pending{"PENDING"}}, nil
}
