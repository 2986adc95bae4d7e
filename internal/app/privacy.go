package app

import (
	"context"

	"krapao/deposit/record"
	"krapao/internal/app/keeping"
	"krapao/internal/personal"
	"krapao/ledger/browse"
	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/flag"
	"krapao/operator/note"
	"krapao/privacy"
	"krapao/quarantine"
	"krapao/withdraw"
)

// openPrivacy opens what gives out all that is kept of a member, and erases it: who it is, then its money, its play, and the
// rest.
func openPrivacy(b base, s areas) *privacy.Service { return privacy.New(privacyOf(b, s)) }

func privacyOf(b base, s areas) privacy.Deps {
	k := keeping.Areas{
		Store: b.Store, Ledger: b.Ledger, Members: s.Members, States: s.States, OTP: s.OTP, Protection: s.Protection,
		Deposits: s.Deposits, Bonuses: s.Bonuses, Doubts: s.Wallet.Doubts(), Books: browse.New(b.Store),
		Records: record.New(b.Store, s.Deposits),
	}
	return privacy.Deps{
		Now: b.Store.Now, House: houseName(s.Lookup),
		Sources: []privacy.Source{
			kept(s.Members.Personal), kept(s.Sessions.Personal), k.Codes, kept(s.Protection.Personal),
			kept(k.Books.Personal), kept(k.Records.Personal), kept(s.Withdrawals.Personal),
			kept(s.Games.Accounts.Personal), kept(s.Games.Reports.Personal), kept(s.Bonuses.Personal), kept(s.Refunds.Personal),
			kept(s.Invitations.Personal), kept(s.Coins.Personal), kept(s.Chats.Personal), kept(audit.New(b.Store, nil).Personal),
		},
		// What operators said goes last: the end of the audit log is locked after all else (architecture/0009). Who the member was
		// is read outside of the transaction.
		Erasers: []privacy.Eraser{
			k.EraseCodes, s.Members.EraseTx, s.Sessions.EraseTx, s.Slips.EraseTx,
			s.Withdrawals.EraseTx, s.Chats.EraseTx, note.EraseTx, flag.EraseTx,
			operator.EraseTx, k.EraseSaid,
		},
		Needs:       []privacy.Needs{k.NeedsAccount, k.NeedsProtection, k.NeedsMoney, k.NeedsCondition, k.NeedsArrivals, k.NeedsGames},
		Enders:      append(record.Enders(), withdraw.EndDocuments, quarantine.EndDocuments),
		NextMembers: s.Members.LastOfNext, Store: b.Store, Files: b.blobs, Mark: b.box.Index,
	}
}

// kept is what an area keeps that finds its rows by the member's ID alone.
func kept(of func(member string) []personal.Table) privacy.Source {
	return func(_ context.Context, member string) ([]personal.Table, error) { return of(member), nil }
}
