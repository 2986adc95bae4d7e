package backoffice

import (
	"context"

	"krapao/internal/bus"
	"krapao/operator/cli"
	"krapao/operator/queue"
	"krapao/operator/watch"
)

// mostWatched is how many of the most urgent items are compared: more than a page of the console shows.
const mostWatched = 200

// watch finds what begins to wait, and what is stopped, for the pages of this node.
func (d Deps) watch(office *cli.Services) *watch.Watch {
	return watch.New(watch.Deps{
		Rest: d.Store.Rest, Hints: d.Hints, Pages: d.Pages, Log: d.Log,
		Sights: []watch.Sight{
			{Topic: "queue", Read: func(ctx context.Context) (map[string]bus.Change, error) {
				items, err := office.Queue.List(ctx, queue.Filter{Most: mostWatched})
				there := map[string]bus.Change{}
				for _, x := range items {
					there[x.Kind+" "+x.ID] = bus.Change{Event: "queue", Kind: x.Kind, ID: x.ID, Is: "new"}
				}
				return there, err
			}},
			{Topic: "brake", Read: func(ctx context.Context) (map[string]bus.Change, error) {
				stopped, err := office.Brakes.List(ctx)
				there := map[string]bus.Change{}
				for _, x := range stopped {
					there[x.System] = bus.Change{Event: "brake", ID: x.System, Is: "stopped"}
				}
				return there, err
			}},
		},
	})
}
