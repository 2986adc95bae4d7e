package backoffice

import (
	"krapao/operator"
	"krapao/operator/adjustment"
	"krapao/operator/alarm"
	"krapao/operator/person"
)

// decides registers decisions that have no room of their own.
func (d Deps) decides(approvals *operator.Approvals) {
	adjustment.Register(adjustment.Deps{Approvals: approvals, Books: d.Ledger, Members: d, Conditions: d})
	person.New(approvals, standings{credentials{d.Members, d.Logins, d.Sessions, d.Access, d.States}}, d.Privacy)
}

// alarms is the record of what is beyond its limit.
func (d Deps) alarms(approvals *operator.Approvals) *alarm.Service {
	return alarm.New(alarm.Deps{
		Store: d.Store, Approvals: approvals, Figures: d.figures, Notices: d.Notices, Tell: d.Hints.Tell, Log: d.Log,
	})
}
