package sight

import (
	"context"

	"krapao/internal/httpx/wire"
	"krapao/member/login"
	"krapao/operator/queue"
)

// ItemDevice is a browser from which other members logged in, too.
type ItemDevice struct {
	Key     string    `doc:"Names it among the groups by device"                    json:"key"`
	Members int64     `doc:"How many logged in from it; 1000: at least so many" json:"members"`
	LastAt  wire.Time `doc:"When the member used it last"                           json:"lastAt"`
}

const (
	// mostDevices of a member are looked at, those used last, and mostShared of them are shown.
	mostDevices = 100
	mostShared  = 5
)

// Devices are where browsers of members are read.
type Devices interface {
	// Devices lists the browsers of a member, those used last first.
	Devices(ctx context.Context, member string, most int) ([]login.Device, error)
}

// devices adds the browsers that a member shares. They matter where money leaves: it is paid to one of those who share them.
func (s Surroundings) devices(ctx context.Context, member string, to *ItemDetail) error {
	if to.Kind != queue.Withdrawal && to.Kind != queue.Payout {
		return nil
	}
	found, err := s.Devices.Devices(ctx, member, mostDevices)
	for _, d := range found {
		if d.Members > 1 && len(to.Devices) < mostShared {
			to.Devices = append(to.Devices, ItemDevice{d.Key, d.Members, wire.Time(d.LastAt)})
		}
	}
	return err
}
