package store

// Backwards lists the changes for a clock that was set back.
var Backwards = backwards

// What is remembered, for tests.
const (
	Believed    = believed
	MostTouched = mostTouched
)

// WatchedKeys are the tables of which something is remembered.
var WatchedKeys = watchedKeys
