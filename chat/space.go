package chat

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/chat/internal/chatdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// Space is how many megabytes of uploads the house takes, so that nobody fills its disk. A file counts until it is gone: an hour
// after it was uploaded where it was not sent, with its message else. What is 0 in the content is the product's own.
type Space struct {
	// Address is what the guests of one address (IPv6: one /64) may have uploaded in the last 24 hours (100).
	Address int64 `json:"addressMB,omitempty"`
	// Unsent is what all guests together may have uploaded and not sent (500), Guests what is kept of them in all (4000).
	Unsent int64 `json:"unsentMB,omitempty"`
	Guests int64 `json:"guestsMB,omitempty"`
	// Member is what one member may have uploaded in the last 24 hours (500).
	Member int64 `json:"memberMB,omitempty"`
}

func (s Space) withDefaults() Space {
	for _, size := range []struct {
		is    *int64
		usual int64
	}{{&s.Address, 100}, {&s.Unsent, 500}, {&s.Guests, 4000}, {&s.Member, 500}} {
		if *size.is == 0 {
			*size.is = size.usual
		}
	}
	return s
}

// mostSpace keeps sums of bytes far from the end of an int64.
const mostSpace = 100_000_000

func (s Space) check() error {
	for _, mb := range []int64{s.Address, s.Unsent, s.Guests, s.Member} {
		if mb < 0 || mb > mostSpace {
			return errors.New("chat: files are counted in megabytes: 1 to 100,000,000")
		}
	}
	return nil
}

const (
	// spaceWindow is how far back an address or a member is looked at.
	spaceWindow = 24 * time.Hour
	// leastCounted is what the smallest file counts: its rows take place, too.
	leastCounted = 64 << 10
)

// uploader names whose an upload is. Only an own one can be sent: the customer does not send what the house did.
type uploader struct {
	// owner is as rows name it.
	owner string
	// holder is whose allowance it counts against; '' is the house's own, which has none.
	holder string
	guest  bool
}

// uploaderOf is a customer. A guest is known by its network, which is kept as a keyed hash: it may make as many UUIDs as it likes.
func (s *Service) uploaderOf(o Owner, network string) uploader {
	u := uploader{owner: uploadOwner(o.Key(), Customer), holder: o.Key()}
	if o.Guest != "" {
		u.guest, u.holder = true, "a:"+s.addressOf(o, network)
	}
	return u
}

// waits is by whom turns are taken.
func (u uploader) waits() string {
	if u.holder == "" {
		return u.owner
	}
	return u.holder
}

// addressOf is a guest's network as rows have it; ” of a member.
func (s *Service) addressOf(o Owner, network string) string {
	if o.Guest == "" {
		return ""
	}
	return s.Box.Index("chat.address", network)
}

// reserveTx refuses, with UPLOAD_FULL, an upload of so many bytes for which there is no room, and returns what it counts.
func (s *Service) reserveTx(ctx context.Context, tx *store.Tx, u uploader, size int64) (counted int64, err error) {
	if u.holder == "" {
		return 0, nil
	}
	counted = max(size, leastCounted)
	q := chatdb.New(tx)
	b, err := s.bookTx(ctx, q)
	if err != nil {
		return 0, err
	}
	if err := q.LockSpace(ctx); err != nil {
		return 0, fmt.Errorf("chat: space: %w", err)
	}
	space := b.Files.withDefaults()
	has, err := q.HolderSpace(ctx, u.holder, clock.MicrosOf(tx.Now.Add(-spaceWindow)))
	if err != nil {
		return 0, fmt.Errorf("chat: space: %w", err)
	}
	if !u.guest {
		return counted, room("a member's last day", has+counted, space.Member)
	}
	if err := room("the last day of this address", has+counted, space.Address); err != nil {
		return 0, err
	}
	all, err := q.GuestSpace(ctx)
	if err != nil {
		return 0, fmt.Errorf("chat: space: %w", err)
	}
	if err := room("what guests have not sent", all.Unsent+counted, space.Unsent); err != nil {
		return 0, err
	}
	return counted, room("guests", all.Bytes+counted, space.Guests)
}

func room(what string, bytes, megabytes int64) error {
	if bytes <= megabytes<<20 {
		return nil
	}
	return fault.New(fault.UPLOAD_FULL, "there is no room for more: %s, %d MB", what, megabytes)
}

// GuestBytes tells how many bytes of guests' uploads are kept.
func (s *Service) GuestBytes(ctx context.Context) (int64, error) {
	all, err := chatdb.New(s.Store.DB()).GuestSpace(ctx)
	return all.Bytes, err
}
