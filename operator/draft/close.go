package draft

import (
	"context"
	"encoding/json"
	"fmt"

	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/operator"
)

// Close is the kind of decision that closes one entry of a section at once: a campaign, a game, an account, the wheel. One person
// closes, because it harms nobody. Opening is a change of the content, and takes two.
const Close = "content.close"

// Closing names what is closed.
type Closing struct {
	Section string `json:"section"`
	// Code is the entry's. Of games it may be provider: and a provider's code, which are all its games.
	Code string `json:"code"`
}

// Subject is what the audit log has of it.
func (c Closing) Subject() string { return c.Section + "/" + c.Code }

// Closes reports whether entries of a section are closed alone.
func (s *Service) Closes(name string) bool {
	section, err := s.section(name)
	return err == nil && section.Close != nil
}

// planClose plans to close an entry. It rests on what is in force of its section.
func (s *Service) planClose(ctx context.Context, _ string, request json.RawMessage) (operator.Plan, error) {
	var c Closing
	if err := operator.ReadRequest(request, &c); err != nil {
		return operator.Plan{}, err
	}
	section, err := s.section(c.Section)
	if err != nil {
		return operator.Plan{}, err
	}
	o, err := section.Closing(ctx, s.d.Store, c.Code)
	if err != nil {
		return operator.Plan{}, err
	}
	changes := content.Checked{Outlooks: []content.Outlook{o}}
	return operator.Plan{
		State: state(o.Before), Facts: facts(Change{}, changes), Says: fmt.Sprintf("%s of %s is closed", c.Code, c.Section),
		Still: func(tx *store.Tx) (string, error) {
			now, err := s.inForceTx(ctx, tx, []string{c.Section})
			if err != nil {
				return "", err
			}
			return state(json.RawMessage(now[0])), nil
		},
		Does: func(tx *store.Tx, by operator.Decision) error {
			_, err := section.CloseTx(ctx, tx, c.Code, content.Author{ProposedBy: by.By, Reason: by.Reason})
			return err
		},
	}, nil
}
