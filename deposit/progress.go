package deposit

// Progress is where a slip or a transfer stands, as members see it and as it is on the wire.
type Progress string

// The states of a slip or a transfer.
const (
	InProgress Progress = "IN_PROGRESS"
	Succeeded  Progress = "SUCCESS"
	Failed     Progress = "FAILED"
)
