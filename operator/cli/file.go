package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"krapao/chat"
)

// file is a file that a command sends: size bytes, read once.
type file struct {
	io.ReadCloser
	size int64
}

// opener opens a file that a command names. The file is where the command was typed, which may not be where a node carries it
// out.
type opener func(name string) (file, error)

func openFile(name string) (file, error) {
	f, err := os.Open(name)
	if err != nil {
		return file{}, fmt.Errorf("operator: %w", err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file", name)
	}
	if err != nil {
		_ = f.Close()
		return file{}, fmt.Errorf("operator: %w", err)
	}
	return file{f, info.Size()}, nil
}

// mostFile is the largest file that is sent to a node. A larger one is refused by its size alone.
var mostFile = int64(max(chat.Image.MaxBytes(), chat.Video.MaxBytes()))

// named returns the file that a command names, or "". The node reports what is wrong with a command.
func named(args []string) string {
	var c Commands
	if _, err := (Command{Args: args, By: "me", Out: io.Discard}).parse(&c); err != nil {
		return ""
	}
	return cmp.Or(c.Chat.Reply.Image, c.Chat.Reply.Video)
}
