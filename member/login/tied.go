package login

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/tied"
	"krapao/member/login/internal/logindb"
)

// TiesAfter lists members by the browsers that they logged in from, after a place in the list.
func (d devices) TiesAfter(ctx context.Context, after tied.Cursor, most int) ([]tied.Pair, error) {
	q := logindb.New(d.store.DB())
	rows, err := q.DevicesAfter(ctx, after.Key, after.Member, int32(most))
	pairs, err := tied.List("login: devices", rows, err, func(r logindb.DevicesAfterRow) tied.Pair {
		return tied.Pair{Key: r.Device, Member: r.Member}
	})
	if err != nil {
		return nil, err
	}
	return tied.Counts("login: devices", pairs, after, most, func(key string) (int64, error) {
		return q.DeviceMembers(ctx, key, tied.Counted)
	})
}

// TiesOf lists the browsers of a member, those used last first.
func (d devices) TiesOf(ctx context.Context, member string, most int) ([]tied.Pair, error) {
	rows, err := logindb.New(d.store.DB()).DevicesOf(ctx, tied.Counted, member, int32(most))
	return tied.List("login: devices of a member", rows, err, func(r logindb.DevicesOfRow) tied.Pair {
		return tied.Pair{Key: r.Device, Member: member, Members: r.Members}
	})
}

// TiedBy lists the members who logged in from a browser, after one of them.
func (d devices) TiedBy(ctx context.Context, key, after string, most int) ([]tied.One, error) {
	rows, err := logindb.New(d.store.DB()).MembersOfDevice(ctx, key, after, int32(most))
	return tied.List("login: members of a device", rows, err, func(r logindb.MembersOfDeviceRow) tied.One {
		return tied.One{Member: r.Member, Since: r.FirstAt.Time(), Last: r.LastAt.Time()}
	})
}

// SharedSince returns when a member came to have a browser in common with another one, last. Zero: never.
func (d devices) SharedSince(ctx context.Context, member string) (time.Time, error) {
	at, err := logindb.New(d.store.DB()).SharedSince(ctx, member)
	if err != nil {
		return time.Time{}, fmt.Errorf("login: shared devices: %w", err)
	}
	return clock.Micros(at).Time(), nil
}

// Device is a browser that a member logged in from.
type Device struct {
	// Key names it in the list of groups.
	Key string
	// Members is how many logged in from it, at most tied.Counted.
	Members         int64
	FirstAt, LastAt time.Time
	// WithdrewAt is when a withdrawal was requested from it first; zero: never.
	WithdrewAt time.Time
}

// Devices lists the browsers of a member, those used last first.
func (d devices) Devices(ctx context.Context, member string, most int) ([]Device, error) {
	rows, err := logindb.New(d.store.DB()).OwnDevices(ctx, tied.Counted, member, int32(most))
	return tied.List("login: own devices", rows, err, func(r logindb.OwnDevicesRow) Device {
		return Device{r.Device, r.Members, r.FirstAt.Time(), r.LastAt.Time(), r.WithdrewAt.Time()}
	})
}
