package draft

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/bus"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/operator"
)

// ErrProposed refuses to change content without operators in a house that has them.
var ErrProposed = errors.New("this house has operators, so a change of content is proposed by one and approved by another")

// Change is what somebody wants to be in force.
type Change struct {
	Document content.Document `json:"document"`
	// Seen are the states of sections by which it was made (Standing.State). A section that is not named was not looked at.
	Seen map[string]string `json:"seen,omitempty"`
	// From is when it is to come into force, if that is later than it would be anyway.
	From time.Time `json:"from,omitzero"`
	// Back is the number of the former version that it is; 0: it is none.
	Back int64 `json:"back,omitempty"`
	// Draft is the draft that it is, in a revision; empty: it is none.
	Draft    string `json:"draft,omitempty"`
	Revision int64  `json:"revision,omitempty"`
}

// Propose proposes a change; the sections in which nothing changes are left out. It returns the kind and the subject of the
// decision, too. CONTENT_INVALID: something is wrong with it. CONTENT_CHANGED: what it was made of is not in force any more.
func (s *Service) Propose(ctx context.Context, d operator.Decision, c Change) (operator.Outcome, error) {
	kind, c, err := s.Asked(ctx, c)
	if err != nil {
		return operator.Outcome{}, err
	}
	d.Subject = Subject(kind)
	return s.d.Approvals.DoOrApproveSame(ctx, d, kind, operator.Request(c), c.same)
}

// Asked returns the kind of decision that a change is, with what of it changes something.
func (s *Service) Asked(ctx context.Context, c Change) (kind string, asked Change, err error) {
	if err := s.soon(c.From); err != nil {
		return "", c, err
	}
	checked, err := s.checked(ctx, c)
	if err != nil {
		return "", c, err
	}
	asked = c
	asked.Document, asked.Seen = content.Document{}, map[string]string{}
	kind = Kind(whole)
	for _, o := range checked.Outlooks {
		asked.Document[o.Section], asked.Seen[o.Section] = c.Document[o.Section], state(o.Before)
		if len(checked.Outlooks) == 1 {
			kind = Kind(o.Section)
		}
	}
	return kind, asked, nil
}

// Subject is what a kind of decision of this package is about.
func Subject(kind string) string { return strings.TrimPrefix(kind, Kind("")) }

// Back is the change that puts a former version of a section into force again. NO_DATA: there is none.
func (s *Service) Back(ctx context.Context, section string, number int64) (Change, error) {
	v, err := s.Version(ctx, section, number)
	return Change{Document: content.Document{section: v.Body}, Back: number}, err
}

// OfProposal is all that a proposal would change of what is in force. Its facts are the first changes alone.
// NO_DATA: there is no such proposal of content, or it has ended.
func (s *Service) OfProposal(ctx context.Context, proposal string) (content.Checked, error) {
	p, err := s.d.Approvals.Find(ctx, proposal)
	if err != nil {
		return content.Checked{}, err
	}
	if !strings.HasPrefix(p.Action, Kind("")) || p.Action == Close || p.State != operator.Open && p.State != operator.Scheduled {
		return content.Checked{}, fault.New(fault.NO_DATA, "%q is no change of content that waits", proposal)
	}
	var c Change
	if err := operator.ReadRequest(p.Request, &c); err != nil {
		return content.Checked{}, err
	}
	return s.Check(ctx, c.Document)
}

// same reports whether an open proposal asks for the same.
func (c Change) same(open json.RawMessage) bool {
	var other Change
	if operator.ReadRequest(open, &other) != nil || !other.From.Equal(c.From) || len(other.Document) != len(c.Document) {
		return false
	}
	for name, body := range c.Document {
		if len(content.Changes(name, other.Document[name], body)) > 0 {
			return false
		}
	}
	return true
}

// soon refuses a time that is too far ahead.
func (s *Service) soon(from time.Time) error {
	if from.Sub(s.d.Store.Now()) > latest {
		return fault.New(fault.INVALID_INPUT, "a change is scheduled for at most %d days from now", int(latest.Hours()/24))
	}
	return nil
}

// checked checks a change against what is in force.
func (s *Service) checked(ctx context.Context, c Change) (content.Checked, error) {
	checked, err := s.Check(ctx, c.Document)
	if err != nil {
		return checked, err
	}
	if len(checked.Wrong) > 0 {
		w := checked.Wrong[0]
		return checked, fault.Wrap(checked.Err(), fault.CONTENT_INVALID, "%s: %s", w.Path, w.Text).
			With("path", w.Path).With("why", w.Text).With("count", len(checked.Wrong))
	}
	for _, o := range checked.Outlooks {
		if seen, looked := c.Seen[o.Section]; looked && seen != state(o.Before) {
			return checked, fault.New(fault.CONTENT_CHANGED, "%s has changed since it was looked at", o.Section).
				With("section", o.Section)
		}
	}
	if len(checked.Outlooks) == 0 {
		return checked, fault.New(fault.INVALID_INPUT, "nothing changes: all of it is in force")
	}
	return checked, nil
}

// plan plans to put a change into force. It rests on what is in force of each section that it changes.
func (s *Service) plan(ctx context.Context, _ string, request json.RawMessage) (operator.Plan, error) {
	var c Change
	if err := operator.ReadRequest(request, &c); err != nil {
		return operator.Plan{}, err
	}
	checked, err := s.checked(ctx, c)
	if err != nil {
		return operator.Plan{}, err
	}
	names := make([]string, len(checked.Outlooks))
	before := make([]string, len(names))
	for i, o := range checked.Outlooks {
		names[i], before[i] = o.Section, string(o.Before)
	}
	rests := func(before []string) string { return operator.Fingerprint("content", string(request), names, before) }
	p := operator.Plan{
		Two: true, Confirm: true, From: c.From, State: rests(before), Facts: facts(c, checked),
		Says: says(c, names, checked),
		Still: func(tx *store.Tx) (string, error) {
			now, err := s.inForceTx(ctx, tx, names)
			return rests(now), err
		},
		Does: func(tx *store.Tx, by operator.Decision) error {
			_, err := content.ApplyTx(ctx, tx, s.d.Sections, c.Document, author(by))
			if err == nil {
				err = c.endTx(ctx, tx)
			}
			for _, name := range names {
				s.d.Tell.AfterTx(tx, bus.Change{Event: "content", ID: name})
			}
			return err
		},
	}
	if slices.Contains(names, depositAccounts) {
		p.Wait = accountsWait
	}
	return p, nil
}

// inForceTx reads what is in force of sections, and keeps it so until the transaction ends.
func (s *Service) inForceTx(ctx context.Context, tx *store.Tx, names []string) ([]string, error) {
	if err := content.ChangedTx(ctx, tx); err != nil { // locks
		return nil, err
	}
	now := make([]string, len(names))
	for i, name := range names {
		section, err := s.section(name)
		if err != nil {
			return nil, err
		}
		body, err := section.Current(ctx, tx)
		if err != nil {
			return nil, err
		}
		now[i] = string(body)
	}
	return now, nil
}

// author is who wanted a change, as its history has it.
func author(by operator.Decision) content.Author {
	p := by.Proposal
	return content.Author{ProposedBy: p.By, ApprovedBy: by.By, Reason: p.Reason, Proposal: p.ID}
}

func says(c Change, names []string, checked content.Checked) string {
	text := fmt.Sprintf("%d changes of the content in %s", count(checked), strings.Join(names, ", "))
	if c.Back > 0 {
		text += fmt.Sprintf(", back to version %d", c.Back)
	}
	return text
}

func count(checked content.Checked) (n int) {
	for _, o := range checked.Outlooks {
		n += len(o.Changes())
	}
	return n
}

// What a proposal shows of a change: the second person reads the first changes, and opens the section for all of them.
const (
	mostFacts = 60
	mostValue = 300 // characters
)

// facts are the changes, by path.
func facts(c Change, checked content.Checked) (all []operator.Fact) {
	if !c.From.IsZero() {
		all = append(all, operator.Fact{Name: "inForceFrom", Kind: operator.FactTime, After: c.From.UTC().Format(time.RFC3339)})
	}
	if c.Back > 0 {
		all = append(all, operator.Fact{Name: "back", After: fmt.Sprint(c.Back)})
	}
	for _, o := range checked.Outlooks {
		for _, x := range o.Changes() {
			if len(all) == mostFacts {
				return append(all, operator.Fact{Name: "changes", After: fmt.Sprint(count(checked))})
			}
			all = append(all, operator.Fact{Name: x.Path, Before: cut(x.Before), After: cut(x.After)})
		}
	}
	return all
}

func cut(value string) string {
	if runes := []rune(value); len(runes) > mostValue {
		return string(runes[:mostValue]) + "…"
	}
	return value
}
