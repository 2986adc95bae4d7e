package cli

import "io"

// document is what follows a command: size bytes, read once. Nothing follows most commands.
type document struct {
	io.Reader
	size int64
}

// mostDocument is how much a node reads of it, in bytes. A larger one is refused by its size alone.
const mostDocument = 20 << 20
