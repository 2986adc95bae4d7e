package app

import (
	"context"

	"krapao/deposit/record"
	"krapao/internal/personal"
	"krapao/ledger/browse"
	"krapao/operator/audit"
	"krapao/privacy"
)

// openPrivacy opens what gives out all that is kept of a member: who it is, then its money, then its play, then the rest.
func openPrivacy(b base, s areas) *privacy.Service {
	codes := func(ctx context.Context, member string) ([]personal.Table, error) {
		m, err := s.Members.ByID(ctx, member)
		if err != nil {
			return nil, err
		}
		return s.OTP.Personal(ctx, m.Phone)
	}
	return privacy.New(b.Store.Now, houseName(s.Lookup),
		s.Members.Personal, s.Sessions.Personal, codes, s.Protection.Personal,
		browse.New(b.Store).Personal, record.New(b.Store, s.Deposits).Personal, s.Withdrawals.Personal,
		s.Games.Accounts.Personal, s.Games.Reports.Personal, s.Bonuses.Personal, s.Refunds.Personal, s.Invitations.Personal,
		s.Coins.Personal, s.Chats.Personal, audit.New(b.Store, nil).Personal)
}
