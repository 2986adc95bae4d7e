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

// Space bounds the uploads that the house stores, in megabytes, so that nobody can fill its disk. A file counts until it is
// deleted: with its message, or an hour after the upload if it was not sent. 0 means the default in brackets.
type Space struct {
	// Address bounds the uploads of one address's guests (IPv6: one /64) in 24 hours (100).
	Address int64 `json:"addressMB,omitempty"`
	// Unsent bounds the uploads that all guests together have not sent (500), Guests all stored uploads of guests (4000).
	Unsent int64 `json:"unsentMB,omitempty"`
	Guests int64 `json:"guestsMB,omitempty"`
	// Member bounds the uploads of one member in 24 hours (500).
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

// mostSpace keeps sums of bytes far below the largest int64.
const mostSpace = 100_000_000

func (s Space) check() error {
	for _, mb := range []int64{s.Address, s.Unsent, s.Guests, s.Member} {
		if mb < 0 || mb > mostSpace {
			return errors.New("chat: each number of files must be 1 to 100,000,000 megabytes")
		}
	}
	return nil
}

const (
	// spaceWindow is the time over which the uploads of an address or a member count.
	spaceWindow = 24 * time.Hour
	// leastCounted is what the smallest file counts, because its rows take space too.
	leastCounted = 64 << 10
)

// uploader is who uploads a file. Only the uploader can send it: a customer can't send a file of the house.
type uploader struct {
	// owner is the stored owner, see uploadOwner.
	owner string
	// holder is whose bound the upload counts against, empty for the house, which has none.
	holder string
	guest  bool
}

// uploaderOf returns a customer as uploader. A guest is identified by its network, stored as a keyed hash, because it can make
// any number of UUIDs.
func (s *Service) uploaderOf(o Owner, network string) uploader {
	u := uploader{owner: uploadOwner(o.Key(), Customer), holder: o.Key()}
	if o.Guest != "" {
		u.guest, u.holder = true, "a:"+s.addressOf(o, network)
	}
	return u
}

// queue identifies the uploader where uploads take turns.
func (u uploader) queue() string {
	if u.holder == "" {
		return u.owner
	}
	return u.holder
}

// addressOf is a guest's network in its stored form, empty for a member.
func (s *Service) addressOf(o Owner, network string) string {
	if o.Guest == "" {
		return ""
	}
	return s.Box.Index("chat.address", network)
}

// reserveTx returns how many bytes an upload counts. It returns UPLOAD_FULL if there is no room for it.
func (s *Service) reserveTx(ctx context.Context, tx *store.Tx, u uploader, size int64) (counted int64, err error) {
	if u.holder == "" {
		return 0, nil
	}
	counted = max(size, leastCounted)
	q := chatdb.New(tx)
	b, err := s.rulebookTx(ctx, q)
	if err != nil {
		return 0, err
	}
	if err := q.LockSpace(ctx); err != nil {
		return 0, fmt.Errorf("chat: read the space of uploads: %w", err)
	}
	space := b.Files.withDefaults()
	has, err := q.HolderSpace(ctx, u.holder, clock.MicrosOf(tx.Now.Add(-spaceWindow)))
	if err != nil {
		return 0, fmt.Errorf("chat: read the space of uploads: %w", err)
	}
	if !u.guest {
		return counted, room("a member's last day", has+counted, space.Member)
	}
	if err := room("the last day of this address", has+counted, space.Address); err != nil {
		return 0, err
	}
	all, err := q.GuestSpace(ctx)
	if err != nil {
		return 0, fmt.Errorf("chat: read the space of uploads: %w", err)
	}
	if err := room("what guests have not sent", all.Unsent+counted, space.Unsent); err != nil {
		return 0, err
	}
	return counted, room("guests", all.Bytes+counted, space.Guests)
}

// room returns UPLOAD_FULL if bytes exceed a bound in megabytes.
func room(what string, bytes, megabytes int64) error {
	if bytes <= megabytes<<20 {
		return nil
	}
	return fault.New(fault.UPLOAD_FULL, "there is no room for more: %s, %d MB", what, megabytes)
}

// GuestBytes returns how many bytes of guests' uploads are stored.
func (s *Service) GuestBytes(ctx context.Context) (int64, error) {
	all, err := chatdb.New(s.Store.DB()).GuestSpace(ctx)
	return all.Bytes, err
}
