package backoffice

import (
	"context"
	"time"

	"krapao/brake"
	"krapao/operator/alarm"
	"krapao/operator/cli"
	"krapao/operator/today"
)

// today is how the house stands.
func (d Deps) today(services *cli.Services) *today.Service {
	return today.New(today.Deps{
		Tallies: services.Tallies, Members: d.Members, Connections: d.connections, Readings: d.readings,
		Brakes: services.Brakes.List, Stoppable: services.Brakes.Systems, Now: d.Store.Now,
	})
}

// connections are what this node knows of its outside systems.
func (d Deps) connections() []today.Connection {
	known := d.Metrics.Systems()
	list := make([]today.Connection, len(known))
	for n, x := range known {
		list[n] = today.Connection{
			Kind: x.Kind, Name: x.Name, Done: x.Done, Refused: x.Refused, Unknown: x.Unknown, Open: x.Open, P95: x.P95,
		}
		if !x.Failing.IsZero() { // by this machine's clock, which may differ from that of the installation
			list[n].Failing = d.Store.Now().Add(-time.Since(x.Failing))
		}
	}
	return list
}

// figures are what this node measures.
func (d Deps) figures(names []string) ([]alarm.Figure, error) {
	read, err := d.Metrics.Read(names...)
	list := make([]alarm.Figure, len(read))
	for n, f := range read {
		list[n] = alarm.Figure{Name: f.Name, Value: f.Value, Labels: f.Labels}
	}
	return list, err
}

// readings are the statements of our accounts, and the providers' reports of play.
func (d Deps) readings(ctx context.Context) ([]today.Reading, error) {
	statements, err := d.Feeds.Statements(ctx)
	if err != nil {
		return nil, err
	}
	reports, err := d.Reports.States(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]today.Reading, 0, len(statements)+len(reports))
	for _, x := range statements {
		list = append(list, today.Reading{System: "bank:" + x.Account, ReadAt: x.ReadAt, Failing: x.FailingSince, Why: x.Failure})
	}
	for _, x := range reports {
		list = append(list, today.Reading{System: brake.Provider(x.Provider), ReadAt: x.ReadAt, Failing: x.FailingSince, Why: x.Reason})
	}
	return list, nil
}
