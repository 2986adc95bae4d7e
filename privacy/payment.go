package privacy

import (
	"context"
	"fmt"

	"krapao/internal/clock"
	"krapao/internal/personal"
	"krapao/internal/store"
)

const (
	// paymentYears is how long documents of a payment are kept after its end (docs/privacy.md, rule payments).
	paymentYears = 5
	// stride is of how many members a transaction looks at once, and most is how many rows of a table it empties.
	stride, most = 200, 500
)

// EndPayments empties the documents of payments that ended more than five years ago: who paid, to which account, what a bank
// said. It walks all members, a few in each transaction, and returns how many rows it emptied. A walk that is interrupted
// has done what it did; the next one begins anew.
func (s *Service) EndPayments(ctx context.Context) (int, error) {
	of := personal.Span{Before: clock.MicrosOf(s.d.Now().AddDate(-paymentYears, 0, 0)), Most: most}
	emptied := 0
	for {
		n, err := s.endPaymentsOf(ctx, of)
		emptied += n
		if err != nil {
			return emptied, fmt.Errorf("privacy: documents of payments: %w", err)
		}
		of.FirstMember = of.LastMember
		of.LastMember, err = s.d.NextMembers(ctx, of.FirstMember, stride)
		if err != nil || of.LastMember == "" {
			return emptied, err
		}
	}
}

// endPaymentsOf empties all of a span, in as many transactions as it takes.
func (s *Service) endPaymentsOf(ctx context.Context, of personal.Span) (emptied int, err error) {
	for more := true; more && err == nil; {
		more = false
		err = s.d.Store.Write(ctx, func(tx *store.Tx) error {
			for _, end := range s.d.Enders {
				n, err := end(ctx, tx, of)
				if err != nil {
					return err
				}
				emptied, more = emptied+int(n), more || n == int64(of.Most)
			}
			return nil
		})
	}
	return emptied, err
}
