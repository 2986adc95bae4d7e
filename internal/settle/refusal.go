package settle

import "errors"

// Until the ledger's own are there.
var (
	errSettled = errors.New("settled")
	errFenced  = errors.New("fenced")
)
