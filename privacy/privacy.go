// Package privacy gives out everything that is kept about a member (docs/privacy.md).
//
// Promises:
//   - An export has what every area keeps of the member, by the columns that docs/privacy.md says. It has no secret, and nothing
//     about another person.
//   - Nothing of an export is kept here: whoever asked for it has the only copy.
package privacy

import (
	"context"
	"time"

	"krapao/internal/personal"
)

// Source is an area that keeps something about members.
type Source func(ctx context.Context, member string) ([]personal.Table, error)

// Service gives out what is kept. It is safe for concurrent use.
type Service struct {
	now     func() time.Time
	house   func(context.Context) (string, error)
	sources []Source
}

// New makes the service over all areas that keep something about members. house is the house's name.
func New(now func() time.Time, house func(context.Context) (string, error), sources ...Source) *Service {
	return &Service{now, house, sources}
}

// Document is everything about a member.
type Document struct {
	House  string           `json:"house"`
	Member string           `json:"member"`
	MadeAt time.Time        `json:"madeAt"`
	Tables []personal.Table `json:"tables"`
}

// Export reads everything about a member, by its ID.
func (s *Service) Export(ctx context.Context, member string) (Document, error) {
	made := Document{Member: member, MadeAt: s.now().UTC()}
	var err error
	if made.House, err = s.house(ctx); err != nil {
		return made, err
	}
	for _, source := range s.sources {
		tables, err := source(ctx, member)
		if err != nil {
			return made, err
		}
		made.Tables = append(made.Tables, tables...)
	}
	return made, nil
}
