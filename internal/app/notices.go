package app

import (
	"strings"

	"krapao/internal/app/outside"
	"krapao/notice"
)

// openNotices opens the outbox of what the house is told.
func openNotices(b base) (*notice.Outbox, error) {
	receivers, err := outside.Receivers(b.Outside.Notices, b.clients.Measured("notice"))
	if err != nil {
		return nil, err
	}
	return notice.New(b.Store, strings.TrimRight(b.console(), "/"), receivers), nil
}
