package store

// Backwards lists the changes for a clock that was set back.
var Backwards = backwards
