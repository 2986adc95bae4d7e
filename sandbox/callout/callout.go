// Package callout is the house's own system that a wallet asks before an automatic payout.
package callout

import (
	"context"
	"database/sql"
	_ "embed" // callout.sql
	"encoding/json"
	"net/http"

	"krapao/connect/callout/wire"
	"krapao/sandbox/core"
)

//go:embed callout.sql
var tables string

const targetName = "callout"

// Credentials are the secret that questions are signed with.
type Credentials struct{ Secret string }

type system struct {
	*core.Frame
	known Credentials
}

// New returns the system of one house. It allows everything until it is told otherwise.
func New(f *core.Frame, known Credentials) core.Protocol {
	s := &system{f, known}
	return core.Protocol{
		Name: targetName, Tables: tables, Targets: []core.Target{{Name: targetName, Unasked: true}},
		Routes: []core.Route{
			core.Handle("POST /callout", s.handle),
			core.Handle("GET /sandbox/callout", s.handleList),
			core.Control(f, "POST /sandbox/callout", s.handleVerdict),
		},
	}
}

// handle answers a question. The same one again gets the answer of the first one.
func (s *system) handle(w http.ResponseWriter, r *http.Request) {
	body, read := s.ReadBody(w, r)
	if !read {
		return
	}
	id := r.Header.Get(wire.HeaderID)
	signed := wire.Verify(s.known.Secret, id, r.Header.Get(wire.HeaderTimestamp), r.Header.Get(wire.HeaderSignature), s.Now(), body)
	var q wire.Question
	switch {
	case !signed:
		s.Answer(w, core.No(http.StatusUnauthorized, "the signature is wrong"))
		return
	case json.Unmarshal(body, &q) != nil || q.Type != wire.Type || q.Data.Withdrawal != id:
		s.Answer(w, core.No(http.StatusBadRequest, "no question"))
		return
	}
	s.Serve(w, r, core.Call{
		Target: targetName, Op: core.OpMove,
		Refuse:   core.OK(wire.Answer{Withdrawal: id, Verdict: wire.Refuse, Reason: "the sandbox refuses it"}),
		NotFound: core.No(http.StatusNotFound, "not found"),
		Apply:    func(ctx context.Context) core.Reply { return s.answer(ctx, id) },
	})
}

func (s *system) answer(ctx context.Context, id string) core.Reply {
	answer := wire.Answer{Withdrawal: id}
	err := s.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `INSERT INTO callout (id, verdict, asked)
			VALUES ($1, coalesce((SELECT verdict FROM callout_verdict WHERE id = 1), 'allow'), 1)
			ON CONFLICT (id) DO UPDATE SET asked = asked + 1 RETURNING verdict`, id).Scan(&answer.Verdict)
	})
	if err != nil {
		return s.Broken("callout", err)
	}
	return core.OK(answer)
}

// asked is a withdrawal that was asked about, in the control API.
type asked struct {
	Withdrawal string `json:"withdrawal"`
	Verdict    string `json:"verdict"`
	Asked      int    `json:"asked"`
}

// handleList is GET /sandbox/callout: the newest 500.
func (s *system) handleList(w http.ResponseWriter, r *http.Request) {
	list, err := core.Collect(r.Context(), s.DB, func(row core.Row) (asked, error) {
		var one asked
		err := row.Scan(&one.Withdrawal, &one.Verdict, &one.Asked)
		return one, err
	}, `SELECT id, verdict, asked FROM callout ORDER BY rowid DESC LIMIT 500`)
	if err != nil {
		s.Answer(w, s.Broken("callouts", err))
		return
	}
	s.Answer(w, core.OK(list))
}

// handleVerdict is POST /sandbox/callout: what it says of withdrawals from now on.
func (s *system) handleVerdict(r *http.Request, in struct {
	Verdict string `json:"verdict"`
},
) core.Reply {
	switch in.Verdict {
	case wire.Allow, wire.Review, wire.Refuse:
	default:
		return core.No(http.StatusBadRequest, `verdict is "allow", "review" or "refuse"`)
	}
	err := s.Write(r.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO callout_verdict (id, verdict) VALUES (1, $1)
			ON CONFLICT (id) DO UPDATE SET verdict = excluded.verdict`, in.Verdict)
		return err
	})
	if err != nil {
		return s.Broken("callout verdict", err)
	}
	return core.OK(in)
}
