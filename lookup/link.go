package lookup

import "context"

// links says what links members strongly (RULES.md section 1). That an account paid for both always does.
type links struct {
	// Holder: one normalised name of the account's holder; absent: it does.
	Holder *bool `json:"holder,omitempty"`
}

func (*links) check() error { return nil }

func (*links) clean() {}

// HolderLinks tells whether members whose registered accounts have a holder of one name are strongly linked.
func (s *Service) HolderLinks(ctx context.Context) (bool, error) {
	c, err := s.now(ctx)
	if err != nil {
		return false, err
	}
	return c.links.Holder == nil || *c.links.Holder, nil
}
