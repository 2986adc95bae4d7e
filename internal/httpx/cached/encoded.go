package cached

// Encoded is a body that may have been encoded before; Encoded is nil where it was not.
type Encoded interface{ Encoded() []byte }
