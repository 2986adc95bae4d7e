package store

// Backwards is what is moved for a clock that was set back.
var Backwards = backwards
