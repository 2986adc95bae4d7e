// Package room lists the rooms of the operator API that the back office builds: a part with its calls each.
package room

import (
	"krapao/internal/httpx"
	"krapao/internal/operatorapi/approval"
	"krapao/internal/operatorapi/auditlog"
	"krapao/internal/operatorapi/brake"
	"krapao/internal/operatorapi/campaign"
	"krapao/internal/operatorapi/chat"
	"krapao/internal/operatorapi/member"
	"krapao/internal/operatorapi/money"
	"krapao/internal/operatorapi/notice"
	"krapao/internal/operatorapi/offer"
	"krapao/internal/operatorapi/past"
	"krapao/internal/operatorapi/person"
	"krapao/internal/operatorapi/quarantine"
	"krapao/internal/operatorapi/queue"
	"krapao/internal/operatorapi/risk"
	"krapao/internal/operatorapi/setting"
	"krapao/internal/operatorapi/staff"
	"krapao/internal/operatorapi/today"
	"krapao/internal/operatorapi/token"
	"krapao/internal/operatorapi/waiting"
)

// Part is a part of the operator API, which adds its calls.
type Part interface{ Register(f *httpx.Frame) }

// All are the rooms. A room that is missing has its calls in the contract all the same.
type All struct {
	Proposals *approval.Room
	Queue     *queue.Room
	Audits    *auditlog.Room
	Brakes    *brake.Room
	Staff     *staff.Room
	Members   *member.Room
	Today     *today.Room
	Waiting   *waiting.Room
	Past      *past.Room
	Money     *money.Room
	Chats     *chat.Room
	Offers    *offer.Room
	Persons   *person.Room
	Risks     *risk.Room
	Restored  *quarantine.Room
	Notices   *notice.Room
	Tokens    *token.Room
	Campaigns *campaign.Room
	Settings  *setting.Room
}

// Parts are the rooms in the order of the contract.
func (a All) Parts() []Part {
	return []Part{
		a.Proposals,
		a.Queue,
		a.Audits,
		a.Brakes,
		a.Staff,
		a.Members,
		a.Today,
		a.Waiting,
		a.Past,
		a.Money,
		a.Chats,
		a.Offers,
		a.Persons,
		a.Risks,
		a.Restored,
		a.Notices,
		a.Tokens,
		a.Campaigns,
		a.Settings,
	}
}
