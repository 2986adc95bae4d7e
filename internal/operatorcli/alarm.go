package operatorcli

// alarms are the commands about the record of alarms.
type alarms struct {
	List alarmList `call:"GET /api/alarm" cmd:"" columns:"id name of since endedAt seenBy metric" default:"withargs" help:"List the alarms, newest first."`
	Seen byID      `call:"POST /api/alarm/{id}/seen" cmd:"" help:"Say that you have seen one. Who says so first is kept." says:"seen"`
}

type alarmList struct {
	list

	Open bool `help:"Only those that are there." query:"open"`
}
