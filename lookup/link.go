package lookup

import "context"

// links says which facts link members strongly (RULES.md section 1). An account that paid for both always links them.
type links struct {
	// Holder: members with one normalised holder's name are linked. Absent: they are.
	Holder *bool `json:"holder,omitempty"`
}

func (*links) check() error { return nil }

func (*links) clean() {}

// HolderLinks reports whether members are strongly linked by the holder's name of their registered accounts.
func (s *Service) HolderLinks(ctx context.Context) (bool, error) {
	c, err := s.now(ctx)
	if err != nil {
		return false, err
	}
	return c.links.Holder == nil || *c.links.Holder, nil
}
