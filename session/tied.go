package session

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"krapao/internal/clock"
	"krapao/internal/tied"
	"krapao/session/internal/sessiondb"
)

// wholeNet is how much of an address of IPv6 is a customer's: a telephone changes the rest of it by itself.
const wholeNet = 64

// networkOf is where a session is opened from: of IPv4 the address, of IPv6 its first 64 bits. What is no address is none.
func networkOf(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return a.String()
	}
	return netip.PrefixFrom(a, wholeNet).Masked().Addr().String()
}

// TiesAfter lists members by where they logged in from in the last 30 days, after a place in the list.
func (s *Service) TiesAfter(ctx context.Context, after tied.Cursor, most int) ([]tied.Pair, error) {
	q := sessiondb.New(s.store.DB())
	rows, err := q.NetworksAfter(ctx, after.Key, after.Member, int32(most))
	pairs, err := tied.List("session: networks", rows, err, func(r sessiondb.NetworksAfterRow) tied.Pair {
		return tied.Pair{Key: r.Network, Member: r.Subject}
	})
	if err != nil {
		return nil, err
	}
	return tied.Counts("session: networks", pairs, after, most, func(key string) (int64, error) {
		return q.NetworkMembers(ctx, key, tied.Counted)
	})
}

// TiesOf lists where a member logged in from.
func (s *Service) TiesOf(ctx context.Context, member string, most int) ([]tied.Pair, error) {
	rows, err := sessiondb.New(s.store.DB()).NetworksOf(ctx, tied.Counted, member, int32(most))
	return tied.List("session: networks of a member", rows, err, func(r sessiondb.NetworksOfRow) tied.Pair {
		return tied.Pair{Key: r.Network, Member: member, Members: r.Members}
	})
}

// TiedBy lists the members who logged in from somewhere, after one of them.
func (s *Service) TiedBy(ctx context.Context, key, after string, most int) ([]tied.One, error) {
	rows, err := sessiondb.New(s.store.DB()).MembersOfNetwork(ctx, key, after, int32(most))
	return tied.List("session: members of a network", rows, err, func(r sessiondb.MembersOfNetworkRow) tied.One {
		return tied.One{
			Member: r.Subject, Times: r.Times, Since: clock.Micros(r.Since).Time(), Last: clock.Micros(r.Last).Time(),
		}
	})
}

// An address links members who logged in from it within neighbourly, if they are no more than mostNeighbours: from a mobile
// carrier's, a café's or an office's come more, who are strangers to each other (RULES.md section 1).
const (
	neighbourly    = 7 * 24 * time.Hour
	mostNeighbours = 5
)

// SharesAddress reports whether a member is linked to another one by an address.
func (s *Service) SharesAddress(ctx context.Context, member string) (bool, error) {
	n, err := sessiondb.New(s.store.DB()).SharedNetworks(ctx, sessiondb.SharedNetworksParams{
		Member: member, Since: clock.MicrosOf(s.store.Now().Add(-neighbourly)), Looked: mostNeighbours + 1, Most: mostNeighbours,
	})
	if err != nil {
		return false, fmt.Errorf("session: shared addresses: %w", err)
	}
	return n > 0, nil
}
