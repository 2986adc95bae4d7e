// Package decide is what all calls of the operator API share that decide something (OPERATOR-API.md, section 1): their body,
// their answers, and the codes of what refuses them.
//
// Promises:
//   - A decision has a reason and an Idempotency-Key before anything is looked up. The same key decides once.
//   - What one person may decide is done (200, SUCCESS). What takes two is a proposal (202, PROPOSED), and nothing else happens.
//   - Where a decision has to be confirmed, nothing happens before it is: every decision says in which session it is made.
//   - Every refusal of an operator's decision has its code from one place (Refusal).
//
// It knows no part of the API. A room says what is decided about, by the name of a registered kind.
package decide

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/operatorapi/sight"
	"krapao/operator"
)

// Body is what every call that decides is given.
type Body struct {
	Reason   string `doc:"3 to 500 characters, for the audit log"                       json:"reason,omitempty"`
	Evidence string `doc:"What the person looked at, where the decision asks for it"   json:"evidence,omitempty" maxLength:"4000"`
	Seen     string `doc:"The state by which the person decided; another one refuses" json:"seen,omitempty"     maxLength:"64"`
	Next     *Next  `json:"next,omitempty"`
}

// Next asks for the next item of the queue with the answer.
type Next struct {
	Kinds []string `doc:"Only these kinds; none: all"                   json:"kinds"          maxItems:"30"`
	Skip  []string `doc:"The IDs of items to leave out" json:"skip,omitempty" maxItems:"200"`
}

// The lengths of a reason, in characters.
const shortest, longest = 3, 500

// Outcome is what became of a decision.
type Outcome struct {
	Message  string       `enum:"SUCCESS,PROPOSED"                                                       json:"message"`
	Says     string       `doc:"In English, as the record has it; the facts are for texts" json:"says"`
	Facts    []sight.Fact `json:"facts"`
	Subject  string       `json:"subject"`
	Proposal *Proposal    `doc:"What waits, or what the decision was about" json:"proposal,omitempty"`
	// Next is not remembered under the call's key: it has names and accounts, and another has it by then.
	Next *sight.OpenedItem `doc:"The next item, claimed, if next asked for it and there is one" json:"next,omitempty"`
}

// Route makes a call's route one that decides.
func Route(rt httpx.Route) httpx.Route {
	rt.Method, rt.Access, rt.Memory, rt.KeyRequired, rt.Confirmed = http.MethodPost, httpx.Operators, httpx.Keyed, true, true
	return rt
}

// By is the caller's decision about a subject. REASON_REQUIRED: it has no reason, or not a good one.
func By(ctx context.Context, subject string, b Body) (operator.Decision, error) {
	reason := strings.TrimSpace(b.Reason)
	if n := utf8.RuneCountInString(reason); n < shortest || n > longest {
		return operator.Decision{}, fault.New(fault.REASON_REQUIRED, "a reason has %d to %d characters", shortest, longest)
	}
	d := Caller(ctx)
	d.Subject, d.Reason, d.Evidence, d.Seen = subject, reason, strings.TrimSpace(b.Evidence), b.Seen
	return d, nil
}

// Caller is a decision of the caller in its session, which says nothing else yet.
func Caller(ctx context.Context) operator.Decision {
	state := httpx.StateOf(ctx)
	return operator.Decision{By: state.Operator, Session: state.Session, Confirmation: state.Confirmation}
}

// Call decides something of a registered kind about a subject. request is what is asked for besides; nil is nothing.
func (d *Desk) Call(ctx context.Context, kind, subject string, b Body, request any) (*httpx.Reply[Outcome], error) {
	by, err := By(ctx, subject, b)
	if err != nil {
		return nil, err
	}
	var asked json.RawMessage
	if request != nil {
		if asked, err = json.Marshal(request); err != nil {
			return nil, fmt.Errorf("decide: %w", err)
		}
	}
	out, err := d.approvals.Do(ctx, by, kind, asked)
	if err != nil {
		return nil, refusalOf(out, err)
	}
	made := Outcome{Message: "SUCCESS", Says: out.Says, Facts: sight.FactsOf(out.Facts), Subject: subject}
	if out.Done {
		return d.answer(ctx, http.StatusOK, made, b.Next), nil
	}
	waits, err := d.Shown(ctx, by.By, *out.Proposal)
	if err != nil {
		return nil, err
	}
	made.Message, made.Proposal = "PROPOSED", &waits[0]
	return d.answer(ctx, http.StatusAccepted, made, b.Next), nil
}

// answer is a decision's, with the next item where it is asked for. The decision stands, whatever becomes of that.
func (d *Desk) answer(ctx context.Context, status int, made Outcome, next *Next) *httpx.Reply[Outcome] {
	reply := &httpx.Reply[Outcome]{Status: status, Body: made}
	if next == nil {
		return reply
	}
	state := httpx.StateOf(ctx)
	kept, err := json.Marshal(made)
	if err == nil {
		state.Kept = kept
		reply.Body.Next, err = d.items.Next(ctx, state.Operator, next.Kinds, next.Skip)
	}
	if err != nil {
		state.Logger().WarnContext(ctx, "no next item goes with the decision", "error", err)
	}
	return reply
}

// About answers a decision about a proposal: with what it was about, as it is now.
func (d *Desk) About(
	ctx context.Context, by operator.Decision, proposal string, next *Next, out operator.Outcome, err error,
) (*httpx.Reply[Outcome], error) {
	if err != nil {
		return nil, refusalOf(out, err)
	}
	x, err := d.approvals.Find(ctx, proposal)
	if err != nil {
		return nil, err
	}
	now, err := d.Shown(ctx, by.By, x)
	if err != nil {
		return nil, err
	}
	return d.answer(ctx, http.StatusOK, Outcome{
		Message: "SUCCESS", Says: out.Says, Facts: sight.FactsOf(out.Facts), Subject: x.Subject, Proposal: &now[0],
	}, next), nil
}
