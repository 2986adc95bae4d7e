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

// Games are where a member that is shut out may still have money, or sit.
type Games interface {
	// Kick throws the member out of every game that lets us, and fails where one could not be asked.
	Kick(ctx context.Context, member string) error
	// BringHome moves what the member's games hold to its wallet, and tells whether nothing is left there. number tells one
	// try from another: the same number again begins nothing new.
	BringHome(ctx context.Context, member, number string) (home bool, err error)
	// PayOut ends what condition the member has and asks for everything in its wallet, since an instant at which its account
	// was closed: the same instant again asks for nothing twice.
	PayOut(ctx context.Context, member string, since time.Time) error
}

// How Follow goes on with a member.
const (
	// lease keeps other nodes away while one works on a member. Two that work on one do no harm, since each try has its key;
	// one that was killed is followed by another after it.
	lease = time.Minute
	// noteTime is what writing down how far it came may take.
	noteTime = 5 * time.Second
	// kicks is how often a member is thrown out: whoever was let into a game a moment before the gate shut is thrown out by
	// the second.
	kicks = 2
	// firstPause grows to longestPause while money can't be brought home.
	firstPause, longestPause = 2 * time.Second, 10 * time.Minute
	// again is how often games are looked at while the member is shut out though nothing was found there: a bet that was open
	// is settled later.
	again = 6 * time.Hour
)

func (s *Service) take(ctx context.Context, row *protectiondb.MemberShut) (bool, error) {
	var n int64
	until := clock.MicrosOf(s.Store.Now().Add(lease))
	err := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = protectiondb.New(tx).TakeShut(ctx, until, row.Member, row.DueAt)
		return err
	})
	row.DueAt = until
	if err != nil {
		return false, fmt.Errorf("protection: take: %w", err)
	}
	return n == 1, nil
}

// bring throws a member out of games, brings home what these hold and writes down how far it came; until is when its gate
// opens.
func (s *Service) bring(ctx context.Context, row protectiondb.MemberShut, until time.Time) error {
	if row.Kicked < kicks {
		if err := s.Games.Kick(ctx, row.Member); err != nil {
			s.Log.Info("protection: not thrown out everywhere", "member", row.Member, "error", err)
		} else {
			row.Kicked++
		}
	}
	row.Tries++
	home, err := s.Games.BringHome(ctx, row.Member, fmt.Sprint(int64(row.Since), " ", int64(row.DueAt)))
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
	// A node that stops in the middle says so, and the next one need not wait for the lease.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteTime)
	defer cancel()
	return s.note(ctx, row, home, until)
}

// payOut asks for what a closed account holds. It stays closed: what comes home later is paid out by another decision.
func (s *Service) payOut(ctx context.Context, row protectiondb.MemberShut) error {
	if err := s.Games.PayOut(ctx, row.Member, row.Closing.Time()); err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		if err := protectiondb.New(tx).PaidOut(ctx, row.Member, row.Closing); err != nil {
			return fmt.Errorf("protection: paid out: %w", err)
		}
		return eventTx(ctx, tx, row.Member, eventPaid, "", time.Time{})
	})
}

// open lets in a member whose time has come.
func (s *Service) open(ctx context.Context, member string) (opened bool, until time.Time, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		if opened, until, err = s.Members.OpenTx(ctx, tx, member); err != nil || !opened {
			return err
		}
		n, err := protectiondb.New(tx).OpenMember(ctx, member)
		if err != nil {
			return fmt.Errorf("protection: open: %w", err)
		}
		if n == 0 {
			return nil // another node was quicker
		}
		return eventTx(ctx, tx, member, eventEnd, "", time.Time{})
	})
	if fault.Is(err, fault.NO_USER) {
		return false, until, nil // erased: its row stays and does no harm
	}
	return opened, until, err
}

// note writes down how far it came, and when somebody goes on.
func (s *Service) note(ctx context.Context, row protectiondb.MemberShut, home bool, until time.Time) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		next, homeAt, awaySince := tx.Now.Add(pause(row.Tries)), clock.Micros(0), row.AwaySince
		if home {
			homeAt, awaySince = clock.MicrosOf(tx.Now), 0
		} else if row.HomeAt != 0 {
			awaySince = clock.MicrosOf(tx.Now)
		}
		if home && row.Kicked >= kicks {
			next, row.Tries = tx.Now.Add(again), 0
		}
		if !until.IsZero() && until.Before(next) {
			next = until
		}
		_, err := protectiondb.New(tx).NoteShut(ctx, protectiondb.NoteShutParams{
			DueAt: clock.MicrosOf(next), Tries: row.Tries, Kicked: row.Kicked, HomeAt: homeAt, AwaySince: awaySince,
			Member: row.Member, Lease: row.DueAt,
		})
		if err != nil {
			return fmt.Errorf("protection: note: %w", err)
		}
		return nil
	})
}

// pause doubles with every try that left money in games.
func pause(tries int64) time.Duration {
	p := firstPause
	for range min(tries-1, 20) {
		p = min(2*p, longestPause)
	}
	return p
}
