package signin

import (
	"context"

	"krapao/operator/identity"
)

// SignDemo is an operator of a demo.
type SignDemo struct {
	Name string `json:"name"`
	Role string `json:"role" enum:"support,cashier,chief,auditor"`
}

// demos are the operators of a demo; nil: this is none.
func (c *Calls) demos(ctx context.Context) ([]SignDemo, error) {
	if !c.Demo {
		return nil, nil
	}
	found, err := identity.DemoOf(c.Identity).Operators(ctx)
	list := make([]SignDemo, len(found))
	for i, o := range found {
		list[i] = SignDemo{o.Name, string(o.Role)}
	}
	return list, err
}

// SignAsDemo names an operator of a demo.
type SignAsDemo struct {
	Name string `json:"name" minLength:"1" maxLength:"32"`
}

// handleDemo answers POST /api/signin/demo.
func (c *Calls) handleDemo(ctx context.Context, in *struct {
	AsToken

	Body SignAsDemo
},
) (*signedIn[Signed], error) {
	s, err := identity.DemoOf(c.Identity).SignIn(ctx, in.Body.Name, origin(ctx))
	if err != nil {
		return nil, err
	}
	header, body := c.signed(s, in.AsToken)
	return &signedIn[Signed]{header, body}, nil
}
