package protection

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/protection/internal/protectiondb"
)

// Games are the games in which a member that is shut out may still have money, or be playing.
type Games interface {
	// Kick throws the member out of every game that supports it. It returns an error if a game could not be asked.
	Kick(ctx context.Context, member string) error
	// BringHome moves what the member's games hold to its wallet, and reports whether nothing is left there. number identifies
	// the try: a call with the same number starts nothing new.
	BringHome(ctx context.Context, member, number string) (home bool, err error)
	// PayOut ends the member's condition, if any, and requests a withdrawal of everything in its wallet. since, when the account
	// was closed, identifies the request: it is not made twice.
	PayOut(ctx context.Context, member string, since time.Time) error
}

// How Follow works on a member.
const (
	// lease keeps other nodes away while one works on a member. If a node was killed, another goes on after it. Two nodes that
	// work on one member do no harm, since each try has its key.
	lease = time.Minute
	// recordTimeout is how long it may take to record the progress.
	recordTimeout = 5 * time.Second
	// kicks is how often a member is thrown out of games. The second time is for a member that entered a game just before the
	// gate shut.
	kicks = 2
	// The pause between tries grows from firstPause to longestPause while money can't be brought home.
	firstPause, longestPause = 2 * time.Second, 10 * time.Minute
	// recheckEvery is how often games are read again after nothing was left there, because an open bet may be settled later.
	recheckEvery = 6 * time.Hour
)

// claim takes the lease of a member, and reports whether this node has it now.
func (s *Service) claim(ctx context.Context, row *protectiondb.MemberShut) (bool, error) {
	var n int64
	until := clock.MicrosOf(s.Store.Now().Add(lease))
	err := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = protectiondb.New(tx).TakeShut(ctx, until, row.Member, row.DueAt)
		return err
	})
	row.DueAt = until
	if err != nil {
		return false, fmt.Errorf("protection: claim a member: %w", err)
	}
	return n == 1, nil
}

// bringHome throws a member out of games, brings home what these hold and records the progress. until is when its gate opens.
func (s *Service) bringHome(ctx context.Context, row protectiondb.MemberShut, until time.Time) error {
	if row.Kicked < kicks {
		if err := s.Games.Kick(ctx, row.Member); err != nil {
			s.Log.Info("protection: the member could not be thrown out of every game", "member", row.Member, "error", err)
		} else {
			row.Kicked++
		}
	}
	row.Tries++
	number := fmt.Sprint(int64(row.Since), " ", int64(row.DueAt)) // part of a key: plain numbers, however a time is printed
	home, err := s.Games.BringHome(ctx, row.Member, number)
	if err != nil {
		s.Log.Info("protection: money stays in games for now", "member", row.Member, "error", err)
	}
	home = home && err == nil
	if home && row.Closing != 0 {
		if err := s.payOut(ctx, row); err != nil {
			s.Log.Warn("protection: a closed account is not paid out yet", "member", row.Member, "error", err)
			home = false
		}
	}
	// A node that is being stopped still records its progress, so that the next one need not wait for the lease.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	return s.record(ctx, row, home, until)
}

// payOut requests a withdrawal of what a closed account holds. The account stays closed: money that comes home later needs
// another decision.
func (s *Service) payOut(ctx context.Context, row protectiondb.MemberShut) error {
	if err := s.Games.PayOut(ctx, row.Member, row.Closing.Time()); err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		if err := protectiondb.New(tx).PaidOut(ctx, row.Member, row.Closing); err != nil {
			return fmt.Errorf("protection: record a payout: %w", err)
		}
		return eventTx(ctx, tx, row.Member, eventPaid, "", time.Time{})
	})
}

// open opens a member's gate if its time has come, and otherwise returns until when it is shut.
func (s *Service) open(ctx context.Context, member string) (opened bool, until time.Time, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		if opened, until, err = s.Members.OpenTx(ctx, tx, member); err != nil || !opened {
			return err
		}
		n, err := protectiondb.New(tx).OpenMember(ctx, member)
		if err != nil {
			return fmt.Errorf("protection: let a member in: %w", err)
		}
		if n == 0 {
			return nil // another node was faster
		}
		return eventTx(ctx, tx, member, eventEnd, "", time.Time{})
	})
	if fault.Is(err, fault.NO_USER) {
		return false, until, nil // the member was erased: its row stays and does no harm
	}
	return opened, until, err
}

// record saves the progress, and when the work goes on.
func (s *Service) record(ctx context.Context, row protectiondb.MemberShut, home bool, until time.Time) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		next, homeAt, awaySince := tx.Now.Add(pause(row.Tries)), clock.Micros(0), row.AwaySince
		if home {
			homeAt, awaySince = clock.MicrosOf(tx.Now), 0
		} else if row.HomeAt != 0 {
			awaySince = clock.MicrosOf(tx.Now)
		}
		if home && row.Kicked >= kicks {
			next, row.Tries = tx.Now.Add(recheckEvery), 0
		}
		if !until.IsZero() && until.Before(next) {
			next = until
		}
		_, err := protectiondb.New(tx).NoteShut(ctx, protectiondb.NoteShutParams{
			DueAt: clock.MicrosOf(next), Tries: row.Tries, Kicked: row.Kicked, HomeAt: homeAt, AwaySince: awaySince,
			Member: row.Member, Lease: row.DueAt,
		})
		if err != nil {
			return fmt.Errorf("protection: record progress: %w", err)
		}
		return nil
	})
}

// pause is the pause after a try that left money in games. It doubles with each try.
func pause(tries int64) time.Duration {
	p := firstPause
	for range min(tries-1, 20) {
		p = min(2*p, longestPause)
	}
	return p
}
